import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite";

const SOURCE = "@backlot/source";

// Bundle widely shared modules into one file: 20 small requests take longer than their bytes.
const shared = { name: "shared", minShareCount: 24 };

// The root loads these on every page. On their own they would be files of a few hundred bytes.
const FEATURES = ["orders/cart-button", "checkout/credits-opener", "pricing/sale", "engagement/consent"];
const HOOKS = ["use-store", "use-cookies-blocked"];
const AROUND = [
  "api",
  "connection",
  "storage",
  "ui/connection-notice",
  ...HOOKS,
  ...FEATURES.map((part) => `features/${part}`),
];
const around = { name: "around", test: new RegExp(`/app/(?:${AROUND.join("|")})\\.tsx?$`) };

export default defineConfig({
  // Inlined fonts would require `data:` in the Content-Security-Policy.
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [shared, around] } } } } } },
  plugins: [tailwindcss(), reactRouter()],
  resolve: { conditions: [SOURCE, ...defaultClientConditions] },
  // The server build does not inherit the conditions above, and would read stale builds without its own.
  ssr: { noExternal: [/^@backlot\//], resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
});
