// `npm run test:providers` runs the contract suites of the payment ports against Stripe's test mode and PayPal's
// sandbox, with the test keys in the environment. Suites without their keys are skipped and report what they need.
import { fileURLToPath } from "node:url";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

const VARIABLES = [
  ["STRIPE_SECRET_KEY", "a secret key of Stripe's test mode, sk_test_…"],
  ["PAYPAL_CLIENT_ID", "the client id of an app of PayPal's sandbox"],
  ["PAYPAL_CLIENT_SECRET", "that app's secret"],
  ["PAYPAL_PLAN_MONTH", "a monthly plan of PayPal's sandbox, P-…, for its subscriptions"],
  ["PAYPAL_PLAN_YEAR", "a yearly plan of PayPal's sandbox, P-…"],
  ["PAYPAL_PLAN_TRIAL", "a monthly plan of PayPal's sandbox that begins with a trial, P-…"],
];
const LIVE_KEY = /^(sk|rk|pk)_live_/;
const LIVE_PAYPAL = /^https:\/\/api(-m)?\.paypal\.com(\/|$)/;
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
  if (LIVE_PAYPAL.test(process.env.PAYPAL_BASE_URL ?? "")) live.push("PAYPAL_BASE_URL");
  if (live.length === 0) return;
  console.error(`These tests do not run beside live keys: unset ${live.join(", ")}.`);
  process.exit(1);
};

if (process.argv.includes(IN_OWN_NODE)) {
  await runSuites();
} else {
  refuseLive();
  const missing = VARIABLES.filter(([name]) => !process.env[name]);
  if (missing.length > 0) {
    console.log("Without these variables the suites that need them are skipped:");
    for (const [name, meaning] of missing) console.log(`  ${name.padEnd(22)}${meaning}`);
  }
  await install();
  process.exit(await run(NODE, [fileURLToPath(import.meta.url), IN_OWN_NODE], { env: environment() }));
}
