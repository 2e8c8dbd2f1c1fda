import { closeSync, fchmodSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { isLivePayPal, makePayPalSetup, rehearsePayPal } from "@backlot/adapters-http";
import { makeStripeSetup, rehearseStripe } from "@backlot/adapters-stripe";
import { type ProviderSetup, type Rehearsal, RehearsalFailed } from "@backlot/ports";
import * as Effect from "effect/Effect";

// Checks the accounts of the payment providers, or rehearses purchases with test keys, using the store's environment.
// Writes one line of JSON for each finding or step: node apps/api/dist/providers.js (check [FILE] | rehearse (stripe |
// paypal))

type Settings = Readonly<Record<string, string | undefined>>;

const [task = "", given] = process.argv.slice(2);
const say = (line: object): void => console.log(JSON.stringify(line));

/** An error whose message needs no stack trace. */
class Refused extends Error {}

/** Returns the providers' settings: their keys, and the URLs that receive their events. */
const settingsOf = (env: Settings) => {
  const read = (name: string): string => env[name]?.trim() ?? "";
  const publicUrl = read("PUBLIC_URL") || "http://127.0.0.1:3000";
  if (!URL.canParse(publicUrl)) throw new Refused("PUBLIC_URL isn't a URL. Use a URL such as https://shop.example.");
  const webhookUrl = (provider: string): string => new URL(`/api/webhooks/${provider}`, publicUrl).href;
  return {
    stripe: {
      secretKey: read("STRIPE_SECRET_KEY"),
      publishableKey: read("STRIPE_PUBLISHABLE_KEY"),
      webhookSecret: read("STRIPE_WEBHOOK_SECRET"),
      baseUrl: read("STRIPE_BASE_URL") || undefined,
      webhookUrl: webhookUrl("stripe"),
      hasWebhookSecret: read("STRIPE_WEBHOOK_SECRET") !== "",
      taxPercent: read("TAX_PERCENT"),
      now: Date.now,
    },
    payPal: {
      clientId: read("PAYPAL_CLIENT_ID"),
      clientSecret: read("PAYPAL_CLIENT_SECRET"),
      baseUrl: read("PAYPAL_BASE_URL") || undefined,
      webhookId: read("PAYPAL_WEBHOOK_ID"),
      webhookUrl: webhookUrl("paypal"),
      plans: { month: read("PAYPAL_PLAN_MONTH"), year: read("PAYPAL_PLAN_YEAR"), trial: read("PAYPAL_PLAN_TRIAL") },
    },
  };
};

/** Returns the checks of each provider whose keys are set. */
const setupsOf = (env: Settings): readonly ProviderSetup[] => {
  const { stripe, payPal } = settingsOf(env);
  const setups = [
    ...(stripe.secretKey === "" ? [] : [makeStripeSetup(stripe)]),
    ...(payPal.clientId === "" ? [] : [makePayPalSetup(payPal)]),
  ];
  if (setups.length === 0) throw new Refused("Set STRIPE_SECRET_KEY, or PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.");
  return setups;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Returns the details of an error response: codes, parameters, and its id. None of them contains a key. */
const detailsOf = (cause: unknown): string => {
  const issues = fieldOf(fieldOf(cause, "body"), "details");
  const named = [
    fieldOf(cause, "code"),
    fieldOf(cause, "param"),
    fieldOf(cause, "requestId"),
    fieldOf(fieldOf(cause, "body"), "name"),
    ...(Array.isArray(issues) ? issues.map((each) => fieldOf(each, "issue")) : []),
  ].filter((each) => typeof each === "string" && each !== "");
  return named.length === 0 ? "" : ` (${named.join(", ")})`;
};

/** Returns why a call to a provider failed, without the provider's message, which may contain a key. */
const reasonOf = (error: unknown): string => {
  if (fieldOf(error, "_tag") === "CardDeclined") return `declined the card (${String(fieldOf(error, "decline_code"))})`;
  const cause = fieldOf(error, "cause") ?? error;
  const status = fieldOf(cause, "statusCode") ?? fieldOf(cause, "status");
  if (status === 401) return "rejected the key";
  if (status === 403) return "rejected the key because it lacks a permission";
  if (typeof status === "number") return `responded with status ${status}${detailsOf(cause)}`;
  const kind = cause instanceof Error ? cause.constructor.name : "";
  // Any other error is a response that the store doesn't understand, or a bug in the store.
  return /Schema|^(TypeError|Error)$/.test(kind) && fieldOf(cause, "cause") === undefined
    ? `sent a response that the store doesn't understand (${kind})`
    : "didn't respond";
};

/** Prints the findings of all providers' checks. */
const check = async (env: Settings): Promise<void> => {
  for (const { name: provider, check: look } of setupsOf(env)) {
    const checkResult = await Effect.runPromise(Effect.result(look));
    if (checkResult._tag === "Success")
      for (const { create, ...finding } of checkResult.success) say({ provider, ...finding, creates: create !== null });
    else {
      const remedy = "Check the key, the network, and the provider's status page.";
      say({
        provider,
        what: "Connection",
        state: "wrong",
        says: `${provider} ${reasonOf(checkResult.failure)}.`,
        remedy,
      });
    }
  }
};

/**
 * Returns a function that writes settings to a file, replacing earlier lines for them. Only the owner can read the
 * file, because it may contain secrets. Fails early if the file can't be written, because the settings of newly created
 * objects would otherwise be lost.
 */
const settingsFile = (path: string) => {
  try {
    const file = openSync(path, "a", 0o600);
    fchmodSync(file, 0o600);
    closeSync(file);
  } catch (error) {
    throw new Refused(`Can't write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return (settings: Readonly<Record<string, string>>): void => {
    const names = Object.keys(settings);
    const text = readFileSync(path, "utf8").trimEnd();
    const lines = text === "" ? [] : text.split("\n");
    const others = lines.filter((line) => !names.some((name) => line.startsWith(`${name}=`)));
    const added = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(path, `${[...others, ...added].join("\n")}\n`);
  };
};

/** Creates missing objects, and writes their settings to a file. Returns the environment with these settings. */
const create = async (env: Settings, path: string): Promise<Settings> => {
  const set = settingsFile(path);
  const added: Record<string, string> = {};
  for (const { name: provider, check: look } of setupsOf(env)) {
    const checkResult = await Effect.runPromise(Effect.result(look));
    for (const { what, create: make } of checkResult._tag === "Success" ? checkResult.success : []) {
      if (make === null) continue;
      const creation = await Effect.runPromise(Effect.result(make));
      if (creation._tag === "Failure") {
        say({
          provider,
          what,
          state: "failed",
          says: `Couldn't create it: ${provider} ${reasonOf(creation.failure)}.`,
        });
        continue;
      }
      const { says, settings } = creation.success;
      set(settings);
      Object.assign(added, settings);
      const names = Object.keys(settings);
      const where = names.length === 0 ? "" : ` Saved ${names.join(" and ")} to ${path}.`;
      say({ provider, what, state: "done", says: `${says}${where}` });
    }
  }
  return { ...env, ...added };
};

/** Returns a rehearsal with a provider's test keys. */
const rehearsalOf = (provider: string): Rehearsal => {
  const { stripe, payPal } = settingsOf(process.env);
  switch (provider) {
    case "stripe":
      if (!/^(sk|rk)_test_/.test(stripe.secretKey) || !stripe.publishableKey.startsWith("pk_test_"))
        throw new Refused("Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to Stripe test keys.");
      return rehearseStripe(stripe);
    case "paypal":
      if (payPal.clientId === "" || payPal.baseUrl === undefined || isLivePayPal(payPal.baseUrl))
        throw new Refused("Use the settings of PayPal's sandbox, including PAYPAL_BASE_URL.");
      return rehearsePayPal({ ...payPal, brand: () => "Rehearsal" });
    default:
      throw new Refused("Specify the provider to rehearse with: stripe or paypal.");
  }
};

const NAMES: Readonly<Record<string, string>> = { stripe: "Stripe", paypal: "PayPal" };

const rehearse = async (name: string): Promise<void> => {
  const provider = NAMES[name] ?? name;
  for await (const step of rehearsalOf(name)) {
    if (step.state !== "failed") {
      say({ provider, ...step });
      continue;
    }
    const { what, state, error } = step;
    const says = error instanceof RehearsalFailed ? error.message : `${provider} ${reasonOf(error)}.`;
    say({ provider, what, state, says });
  }
};

try {
  if (task === "check") await check(given === undefined ? process.env : await create(process.env, given));
  else if (task === "rehearse") await rehearse(given ?? "");
  else throw new Refused("Specify a task: check or rehearse.");
} catch (error) {
  console.error(error instanceof Refused ? error.message : error);
  process.exitCode = 1;
}
