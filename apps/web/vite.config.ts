import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite";

const SOURCE = "@backlot/source";

export default defineConfig({
  // An inlined font would need data: in the page's policy.
  build: { assetsInlineLimit: 0 },
  plugins: [tailwindcss(), reactRouter()],
  resolve: { conditions: [SOURCE, ...defaultClientConditions] },
  // The server build does not take over the conditions above: without its own it would read stale builds.
  ssr: { noExternal: [/^@backlot\//], resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
});
