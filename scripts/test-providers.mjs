// `npm run test:providers` runs the contract suites of the payment ports against Stripe's test mode and PayPal's
// sandbox, with the test keys in the environment. With a provider's keys, none of its suites is skipped.
import { fileURLToPath } from "node:url";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

/** The variables of each provider. A provider's suites need all of them. */
const PROVIDERS = {
  Stripe: [
    ["STRIPE_SECRET_KEY", "a secret or restricted Stripe test key, sk_test_… or rk_test_…"],
    ["STRIPE_PUBLISHABLE_KEY", "the publishable key of the same account, pk_test_…"],
  ],
  PayPal: [
    ["PAYPAL_CLIENT_ID", "the client ID of a PayPal sandbox app"],
    ["PAYPAL_CLIENT_SECRET", "that app's secret"],
    ["PAYPAL_PLAN_MONTH", "a monthly PayPal sandbox plan, P-…"],
    ["PAYPAL_PLAN_YEAR", "a yearly PayPal sandbox plan, P-…"],
    ["PAYPAL_PLAN_TRIAL", "a monthly PayPal sandbox plan with a trial, P-…"],
  ],
};
const LIVE_KEY = /^(sk|rk|pk)_live_/;
const LIVE_PAYPAL = /^api(-m)?\.paypal\.com$/;
const IN_OWN_NODE = "--in-own-node";

/** Runs the suites in this process, on the store's own Node and from the packages' sources. */
const runSuites = async () => {
  const { startVitest } = await import("vitest/node");
  const conditions = ["@backlot/source", "node"];
  const vitest = await startVitest(
    "test",
    [],
    {
      config: false,
      root: ROOT,
      watch: false,
      include: ["packages/*/test/**/*.test-mode.ts"],
      reporters: ["verbose"],
      testTimeout: 120_000,
      // One suite at a time, because test modes have low rate limits.
      maxWorkers: 1,
    },
    { resolve: { conditions }, ssr: { resolve: { conditions } } },
  );
  await vitest.close();
};

const refuseLive = () => {
  const live = Object.keys(process.env).filter((name) => LIVE_KEY.test(process.env[name] ?? ""));
  const { PAYPAL_BASE_URL: payPal = "" } = process.env;
  if (URL.canParse(payPal) && LIVE_PAYPAL.test(new URL(payPal).hostname)) live.push("PAYPAL_BASE_URL");
  if (live.length === 0) return;
  console.error(`These tests don't run with live keys set. Unset ${live.join(", ")}.`);
  process.exit(1);
};

/**
 * Returns the providers that have no variables set. Exits if no provider has all its variables, or if a provider has
 * only some, because its suites would be skipped and the run would still pass.
 */
const requireKeys = () => {
  const missingOf = (variables) => variables.filter(([name]) => !process.env[name]);
  const entries = Object.entries(PROVIDERS);
  const partial = entries.filter(([, all]) => missingOf(all).length > 0 && missingOf(all).length < all.length);
  const without = entries.filter(([, all]) => missingOf(all).length === all.length);
  const wanting = partial.length > 0 ? partial : without.length === entries.length ? without : [];
  if (wanting.length > 0) {
    for (const [provider, all] of wanting) {
      console.error(`${provider}'s suites need these variables:`);
      for (const [name, meaning] of missingOf(all)) console.error(`  ${name.padEnd(24)}${meaning}`);
    }
    process.exit(1);
  }
  return without.map(([provider]) => provider);
};

if (process.argv.includes(IN_OWN_NODE)) {
  await runSuites();
} else {
  refuseLive();
  const skipped = requireKeys();
  for (const name of skipped) console.log(`Skipping ${name}'s suites: its variables aren't set.`);
  await install();
  process.exit(await run(NODE, [fileURLToPath(import.meta.url), IN_OWN_NODE], { env: environment() }));
}
