import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite";

const SOURCE = "@backlot/source";

// Bundle widely shared modules into one file: 20 small requests take longer than their bytes.
const shared = { name: "shared", minShareCount: 24 };

// Most pages load these. On their own they would be files of a few hundred bytes.
const AROUND = [
  "browser/api",
  "browser/connection",
  "browser/storage",
  "hooks/use-store",
  "hooks/use-cookies-blocked",
  "ui/connection-notice",
  "ui/field",
  "ui/badge",
  "features/catalog/poster-image",
  "features/orders/cart-button",
  "features/checkout/buy-credits-opener",
  "features/checkout/credits-confirmation-key",
  "features/pricing/sale",
  "features/engagement/consent",
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
