import { appendFileSync, chmodSync } from "node:fs";
import { makePayPalSetup, rehearsePayPal } from "@backlot/adapters-http";
import { makeStripeSetup, rehearseStripe } from "@backlot/adapters-stripe";
import type { ProviderSetup, Rehearsal } from "@backlot/ports";
import * as Effect from "effect/Effect";

// Checks the accounts of the payment providers, or rehearses purchases with test keys, with the environment that the
// store runs with. Writes one line of JSON for each thing that it finds or does:
// node apps/api/dist/providers.js (check [FILE] | rehearse (stripe | paypal))

const [task = "", given] = process.argv.slice(2);
const env = (name: string): string => process.env[name]?.trim() ?? "";
const say = (line: object): void => console.log(JSON.stringify(line));

/** The errors whose messages say everything. */
class Refused extends Error {}

const publicUrl = env("PUBLIC_URL") || "http://127.0.0.1:3000";
const webhookUrl = (provider: string): string => new URL(`/api/webhooks/${provider}`, publicUrl).href;

const stripe = {
  secretKey: env("STRIPE_SECRET_KEY"),
  publishableKey: env("STRIPE_PUBLISHABLE_KEY"),
  webhookSecret: env("STRIPE_WEBHOOK_SECRET"),
  baseUrl: env("STRIPE_BASE_URL") || undefined,
};
const payPal = {
  clientId: env("PAYPAL_CLIENT_ID"),
  clientSecret: env("PAYPAL_CLIENT_SECRET"),
  baseUrl: env("PAYPAL_BASE_URL") || undefined,
  webhookId: env("PAYPAL_WEBHOOK_ID"),
  plans: { month: env("PAYPAL_PLAN_MONTH"), year: env("PAYPAL_PLAN_YEAR"), trial: env("PAYPAL_PLAN_TRIAL") },
};

/** Returns the checks of each provider whose keys are set. */
const setups = (): readonly ProviderSetup[] => {
  const made = [
    ...(stripe.secretKey === ""
      ? []
      : [
          makeStripeSetup({
            ...stripe,
            webhookUrl: webhookUrl("stripe"),
            hasWebhookSecret: stripe.webhookSecret !== "",
            taxPercent: env("TAX_PERCENT"),
            now: Date.now,
          }),
        ]),
    ...(payPal.clientId === "" ? [] : [makePayPalSetup({ ...payPal, webhookUrl: webhookUrl("paypal") })]),
  ];
  if (made.length === 0) throw new Refused("Set STRIPE_SECRET_KEY, or PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.");
  return made;
};

/** Adds settings to a file that only its owner can read, as they may be secrets. */
const addSettings = (file: string, settings: Readonly<Record<string, string>>): void => {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(file, lines.join(""), { mode: 0o600 });
  chmodSync(file, 0o600);
};

/** Returns why a provider's answer is no answer, without what it may have repeated of a key. */
const reasonOf = (error: unknown): string => {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : error;
  const status =
    typeof cause === "object" && cause !== null
      ? (Reflect.get(cause, "statusCode") ?? Reflect.get(cause, "status"))
      : null;
  if (status === 401) return "refuses the key";
  if (status === 403) return "refuses the key that right";
  return typeof status === "number" ? `answers with status ${status}` : "doesn't answer";
};

const check = async (file: string | undefined): Promise<void> => {
  for (const { name: provider, check: look } of setups()) {
    const found = await Effect.runPromise(Effect.result(look));
    if (found._tag === "Failure") {
      const remedy = "Check the key, the network, and the provider's status page.";
      say({ provider, what: "Connection", state: "wrong", says: `${provider} ${reasonOf(found.failure)}.`, remedy });
      continue;
    }
    for (const { create, ...finding } of found.success) {
      if (file === undefined || create === null) {
        say({ provider, ...finding, creates: create !== null });
        continue;
      }
      const made = await Effect.runPromise(Effect.result(create));
      if (made._tag === "Failure") {
        const says = `${finding.says} ${provider} ${reasonOf(made.failure)}.`;
        say({ provider, ...finding, says, creates: false });
        continue;
      }
      addSettings(file, made.success.settings);
      const names = Object.keys(made.success.settings);
      const added = names.length === 0 ? "" : ` ${names.join(" and ")} is in ${file} now.`;
      say({ provider, what: finding.what, state: "ok", says: `${made.success.says}${added}`, remedy: null });
    }
  }
};

/** Returns a rehearsal with a provider's test keys. */
const rehearsalOf = (provider: string): Rehearsal => {
  switch (provider) {
    case "stripe":
      if (!/^(sk|rk)_test_/.test(stripe.secretKey) || !stripe.publishableKey.startsWith("pk_test_"))
        throw new Refused("Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to keys of Stripe's test mode.");
      return rehearseStripe(stripe);
    case "paypal":
      if (
        payPal.clientId === "" ||
        payPal.baseUrl === undefined ||
        /^https:\/\/api(-m)?\.paypal\.com/.test(payPal.baseUrl)
      )
        throw new Refused("Set PayPal's settings to those of its sandbox, with PAYPAL_BASE_URL.");
      return rehearsePayPal({ ...payPal, brand: "Backlot" });
    default:
      throw new Refused("Name a provider to rehearse with: stripe or paypal.");
  }
};

const NAMES: Readonly<Record<string, string>> = { stripe: "Stripe", paypal: "PayPal" };

const rehearse = async (name: string): Promise<void> => {
  const provider = NAMES[name] ?? name;
  try {
    for await (const step of rehearsalOf(name)) say({ provider, ...step });
  } catch (error) {
    if (error instanceof Refused) throw error;
    const says =
      error instanceof Error && error.constructor === Error ? error.message : `${provider} ${reasonOf(error)}`;
    say({ provider, what: "The next step", state: "failed", says });
  }
};

try {
  if (task === "check") await check(given);
  else if (task === "rehearse") await rehearse(given ?? "");
  else throw new Refused("Name a task: check or rehearse.");
} catch (error) {
  console.error(error instanceof Refused ? error.message : error);
  process.exitCode = 1;
}
