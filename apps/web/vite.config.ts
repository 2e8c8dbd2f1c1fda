import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite";

const SOURCE = "@backlot/source";

// What many screens share comes in one file: a page that asks for twenty small ones waits longer than for their bytes.
const shared = { name: "shared", minShareCount: 16 };

// Every page loads these with the root: by themselves they would be files of a few hundred bytes each.
const around = {
  name: "around",
  test: /\/app\/(?:api|features\/(?:cart-button|credits-opener|sale|recording\/consent))\.tsx?$/,
};

export default defineConfig({
  // An inlined font would need data: in the page's policy.
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [shared, around] } } } } } },
  plugins: [tailwindcss(), reactRouter()],
  resolve: { conditions: [SOURCE, ...defaultClientConditions] },
  // The server build does not take over the conditions above: without its own it would read stale builds.
  ssr: { noExternal: [/^@backlot\//], resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
});
