import { randomBytes } from "node:crypto";
import { isLivePayPal } from "@backlot/adapters-http";
import { certificateKey, newCertificateKey, oldCertificateKey } from "@backlot/adapters-pdf";
import {
  MAX_ACTOR_LENGTH,
  STAFF_ROLES,
  type StaffRole,
  characterCount,
  isWebAddress,
  wordDistance,
} from "@backlot/domain";
import { BadSetting, SETTINGS, type Setting } from "./schema.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const PAYPAL_SANDBOX = "https://api-m.sandbox.paypal.com";

/** Settings that are texts, by their names. */
type Texts<Name extends string> = { readonly [N in Name]: string | null };

/** Returns the mode of a Stripe key (secret, restricted, or publishable), or null if it isn't a Stripe key. */
export const modeOf = (key: string): "live" | "test" | null => {
  const mode = /^(?:sk|rk|pk)_(live|test)_/.exec(key)?.[1];
  return mode === "live" || mode === "test" ? mode : null;
};

/**
 * Throws BadSetting for malformed Stripe keys, keys of different modes, a sandbox in production, and live keys outside
 * production. A mistake here charges real cards or gives products away. In production, test keys open a test store.
 */
export const checkStripeKeys = (
  production: boolean,
  stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    readonly baseUrl: string | undefined;
  },
): void => {
  if (!/^whsec_./.test(stripe.webhookSecret))
    throw new BadSetting("STRIPE_WEBHOOK_SECRET isn't a signing secret. Use the webhook endpoint's secret, whsec_….");
  const secret = /^pk_/.test(stripe.secretKey) ? null : modeOf(stripe.secretKey);
  const publishable = /^pk_/.test(stripe.publishableKey) ? modeOf(stripe.publishableKey) : null;
  if (secret === null)
    throw new BadSetting("STRIPE_SECRET_KEY isn't a secret key. Use a key such as sk_live_… or rk_live_….");
  if (publishable === null)
    throw new BadSetting("STRIPE_PUBLISHABLE_KEY isn't a publishable key. Use a key such as pk_live_….");
  if (secret !== publishable)
    throw new BadSetting(
      `STRIPE_SECRET_KEY is a ${secret} key, but STRIPE_PUBLISHABLE_KEY is a ${publishable} key. Use matching keys.`,
    );
  if (production && stripe.baseUrl !== undefined)
    throw new BadSetting("NODE_ENV is production, but STRIPE_BASE_URL points to a sandbox. Unset STRIPE_BASE_URL.");
  if (!production && secret === "live")
    throw new BadSetting("The Stripe keys are live, but NODE_ENV is not production. Set NODE_ENV=production.");
};

/**
 * Throws BadSetting for a PayPal sandbox in a store with live keys, and for real PayPal in a test store or outside
 * production.
 */
export const checkPayPal = (
  { production, isTestStore }: { readonly production: boolean; readonly isTestStore: boolean },
  paypal: { readonly baseUrl: string | undefined } | null,
): void => {
  if (production && isTestStore && paypal !== null && paypal.baseUrl !== PAYPAL_SANDBOX)
    throw new BadSetting(
      `Stripe's keys are test keys. Set PAYPAL_BASE_URL=${PAYPAL_SANDBOX}, and use that sandbox's keys.`,
    );
  if (production && !isTestStore && paypal?.baseUrl !== undefined)
    throw new BadSetting(
      "NODE_ENV is production, but PAYPAL_BASE_URL points to a sandbox. Unset PAYPAL_BASE_URL, and use live keys.",
    );
  const isLive = paypal !== null && (paypal.baseUrl === undefined || isLivePayPal(paypal.baseUrl));
  if (!production && isLive)
    throw new BadSetting(
      "PayPal is live unless PAYPAL_BASE_URL points to a sandbox. Set NODE_ENV=production, or " +
        `PAYPAL_BASE_URL=${PAYPAL_SANDBOX}.`,
    );
};

/** Returns the store's own URL. In production, throws BadSetting unless it is https. */
export const publicUrl = (production: boolean, value: string | null, port: number): URL => {
  const address = value || `http://127.0.0.1:${port}`;
  if (!isWebAddress(address))
    throw new BadSetting(`PUBLIC_URL is "${address}". Use a URL such as https://shop.example.`);
  const url = new URL(address);
  if (production && url.protocol !== "https:")
    throw new BadSetting(`PUBLIC_URL is "${address}", but NODE_ENV is production. Use an https URL.`);
  return url;
};

/**
 * Throws BadSetting for an invalid web address and, in production, for one that is not https. `use` describes a valid
 * value for the error message.
 */
export const checkAddress = (production: boolean, name: string, address: string, use: string): void => {
  if (!isWebAddress(address)) throw new BadSetting(`${name} is "${address}". Use ${use}.`);
  if (production && new URL(address).protocol !== "https:")
    throw new BadSetting(`${name} is "${address}", but NODE_ENV is production. Use an https URL.`);
};

/**
 * Throws BadSetting for an invalid sandbox address, and for any sandbox address in production. Accepts null. `which`
 * names the sandbox in the error message.
 */
export const checkNoSandbox = (production: boolean, name: string, address: string | null, which: string): void => {
  if (address === null) return;
  if (!isWebAddress(address)) throw new BadSetting(`${name} is "${address}". Unset it, or use ${which} URL.`);
  if (production) throw new BadSetting(`NODE_ENV is production, but ${name} points to a sandbox. Unset ${name}.`);
};

const SECRETS = ["SESSION_SECRET", "LINK_SECRET", "SUPPORT_KEY"] as const;
/** The minimum length of a secret, in characters. */
const SHORTEST_SECRET = 32;

/** Throws BadSetting if any of the secrets is too short. */
export const checkSecrets = (name: string, secrets: readonly string[]): void => {
  if (secrets.some((secret) => secret.length < SHORTEST_SECRET))
    throw new BadSetting(
      `${name} has a secret shorter than ${SHORTEST_SECRET} characters. Use whole secrets, separated by commas.`,
    );
};

/** Returns the store's three secrets, or null if the environment sets none. Throws BadSetting if it sets only some. */
export const secretsIn = (
  values: Texts<(typeof SECRETS)[number]>,
): { readonly session: string; readonly links: string; readonly support: string } | null => {
  const set = SECRETS.filter((name) => Boolean(values[name]));
  if (set.length === 0) return null;
  const missing = SECRETS.filter((name) => !values[name]);
  if (missing.length > 0)
    throw new BadSetting(`${set.join(" and ")} is set without ${missing.join(" and ")}. Set all three, or none.`);
  const short = set.find((name) => (values[name] ?? "").length < SHORTEST_SECRET);
  if (short !== undefined)
    throw new BadSetting(
      `${short} is shorter than ${SHORTEST_SECRET} characters. Generate one with openssl rand -base64 48.`,
    );
  return { session: values.SESSION_SECRET ?? "", links: values.LINK_SECRET ?? "", support: values.SUPPORT_KEY ?? "" };
};

const isStaffRole = (text: string): text is StaffRole => (STAFF_ROLES as readonly string[]).includes(text);

/** The API key of one staff member, and its role. */
interface StaffKey {
  readonly name: string;
  readonly role: StaffRole;
  readonly key: string;
}

/**
 * Parses SUPPORT_KEYS, the staff's personal keys with their roles, such as `ada=…,ben:read=…`; a key without a role has
 * the admin role. Returns an empty list if it is not set. Throws BadSetting for invalid names and roles, short keys,
 * and repeated names or keys, and if a personal key is `shared`, the key that all staff share: each action must be
 * traceable to one person. Messages never contain a value that may be a key.
 */
export const staffKeysIn = (values: Texts<"SUPPORT_KEYS">, shared: string): readonly StaffKey[] => {
  const pairs = (values.SUPPORT_KEYS ?? "").split(",").filter((pair) => pair.trim() !== "");
  const keys = pairs.map((pair, index): StaffKey => {
    const [, named = "", key = ""] = /^([^=]*)=\s*(\S*)$/.exec(pair.trim()) ?? [];
    const [name = "", role = "admin", ...more] = named.split(":").map((part) => part.trim());
    const which = `Key ${index + 1} of SUPPORT_KEYS`;
    if (key.length < SHORTEST_SECRET)
      throw new BadSetting(
        `${which} is shorter than ${SHORTEST_SECRET} characters, or has no name. Use ada=…,ben=… with keys from ` +
          "openssl rand -base64 48.",
      );
    if (name.trim() === "" || characterCount(name) > MAX_ACTOR_LENGTH || /\p{Cc}/u.test(name))
      throw new BadSetting(`${which} has an invalid name. Use ada=…,ben=… with a name before each key.`);
    if (!isStaffRole(role) || more.length > 0)
      throw new BadSetting(`${which} has an unknown role. Use ${STAFF_ROLES.join(", ")}, as in ben:read=….`);
    return { name, role, key };
  });
  for (const { name, key } of keys) {
    if (keys.filter((each) => each.name === name).length > 1)
      throw new BadSetting(`SUPPORT_KEYS lists ${name} twice. Use one key per person.`);
    if (key === shared || keys.filter((each) => each.key === key).length > 1)
      throw new BadSetting(`SUPPORT_KEYS has a key for ${name} that is used twice. Use a different key per person.`);
  }
  return keys;
};

/** Throws BadSetting for keys that cannot sign or verify certificates. Messages never contain a key. */
export const checkCertificateKeys = (key: string, old: readonly string[]): void => {
  try {
    certificateKey(key);
  } catch {
    throw new BadSetting(
      "CERTIFICATE_KEY is invalid. Use the output of openssl genpkey -algorithm ed25519 -outform DER | base64 -w0.",
    );
  }
  try {
    for (const each of old) oldCertificateKey(each);
  } catch {
    throw new BadSetting(
      "CERTIFICATE_OLD_KEYS has an invalid public key. Use Ed25519 keys (SPKI, DER in base64), separated by " +
        "commas.",
    );
  }
};

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS).toSorted();

/** Shorter names resemble too many others. */
const SHORTEST_NAME = 10;

/**
 * Throws BadSetting for a variable whose name is one letter off from a setting's, because its value would be ignored.
 * Ignores all other variables, and any whose similar setting is also set.
 */
export const checkSpelling = (env: Environment): void => {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== "";
  const long = SETTING_NAMES.filter((name) => name.length >= SHORTEST_NAME && !isSet(name));
  for (const name of Object.keys(env).filter((each) => isSet(each) && !SETTING_NAMES.includes(each))) {
    const meant = long.find((settingName) => wordDistance(name, settingName) === 1);
    if (meant !== undefined) throw new BadSetting(`${name} isn't a setting. Did you mean ${meant}?`);
  }
};

/**
 * Throws one BadSetting that lists all missing required settings, so that the owner doesn't discover them one start at
 * a time.
 */
export const checkNeeded = (env: Environment): void => {
  const isLive = env.NODE_ENV === "production";
  const missing = Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { needed }]) => {
    const example = (isLive ? needed?.live : needed?.trial) ?? null;
    return example === null || env[name] ? [] : [{ name, example }];
  });
  const [first, ...others] = missing;
  if (first === undefined) return;
  if (others.length === 0) throw new BadSetting(`${first.name} is not set. Use a value such as ${first.example}.`);
  const all = missing.map(({ name, example }) => `${name} (such as ${example})`);
  throw new BadSetting(`These settings are missing: ${all.join(", ")}.`);
};

/** A problem with a setting, or with several settings that conflict. */
export interface SettingProblem {
  readonly setting: string | null;
  readonly says: string;
}

const messageOf = (check: () => unknown): string | null => {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof BadSetting) return error.message;
    throw error;
  }
};

const problemOf = (name: string, env: Environment): string | null => {
  const { read, needed } = (SETTINGS as Readonly<Record<string, Setting<unknown>>>)[name] ?? {};
  const example = (env.NODE_ENV === "production" ? needed?.live : needed?.trial) ?? null;
  if (!env[name] && example !== null) return `${name} is not set. Use a value such as ${example}.`;
  return env[name] ? messageOf(() => read?.(name, env[name] ?? null)) : null;
};

/**
 * Returns the environment with placeholders for the secrets that the store would generate, so that it doesn't generate
 * them.
 */
const withSecrets = (env: Environment): Environment => ({
  ...env,
  ...(SECRETS.some((name) => env[name])
    ? {}
    : Object.fromEntries(SECRETS.map((name) => [name, randomBytes(48).toString("base64url")]))),
  ...(env.CERTIFICATE_KEY ? {} : { CERTIFICATE_KEY: newCertificateKey() }),
});

/** Returns why Stripe's keys don't match each other or the store's mode, or null if they do. Ignores missing keys. */
const keyProblem = (env: Environment): string | null => {
  const { STRIPE_SECRET_KEY: secret = "", STRIPE_PUBLISHABLE_KEY: publishable = "" } = env;
  const mode = modeOf(secret || publishable) ?? "test";
  const keys = {
    secretKey: secret || `sk_${mode}_x`,
    publishableKey: publishable || `pk_${mode}_x`,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET || "whsec_x",
    baseUrl: env.STRIPE_BASE_URL || undefined,
  };
  return secret + publishable === "" ? null : messageOf(() => checkStripeKeys(env.NODE_ENV === "production", keys));
};

const STRIPE_KEYS = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const;

/** Returns the problems of the named settings that conflict with other settings. */
const misfits = (env: Environment, names: readonly string[]): readonly SettingProblem[] => {
  const key = keyProblem(env);
  const hook = "STRIPE_WEBHOOK_SECRET";
  // If a message names one setting, report it only for that setting.
  const about = [...STRIPE_KEYS, hook].filter((name) => key?.startsWith(`${name} isn't`));
  const url = messageOf(() => publicUrl(env.NODE_ENV === "production", env.PUBLIC_URL ?? null, 3_000));
  return [
    ...(key === null ? [] : (about.length > 0 ? about : STRIPE_KEYS).map((setting) => ({ setting, says: key }))),
    ...(url === null ? [] : [{ setting: "PUBLIC_URL", says: url }]),
  ].filter(({ setting }) => names.includes(setting) && Boolean(env[setting]));
};

/**
 * Returns all problems with the settings of an environment: misspelled, missing, and invalid ones, and, if there are
 * none of these, the first one that conflicts with another. If `names` is given, returns only those settings' problems.
 * `read` reads the whole environment. Changes nothing.
 */
export const settingProblems = (
  env: Environment,
  names: readonly string[] | null,
  read: (env: Environment) => unknown,
): readonly SettingProblem[] => {
  const each = (names ?? SETTING_NAMES).flatMap((setting): readonly SettingProblem[] => {
    const says = problemOf(setting, env);
    return says === null ? [] : [{ setting, says }];
  });
  if (names !== null) return [...each, ...misfits(env, names)];
  const misspelled = messageOf(() => checkSpelling(env));
  const problems = [...(misspelled === null ? [] : [{ setting: null, says: misspelled }]), ...each];
  if (problems.length > 0) return problems;
  const says = messageOf(() => read(withSecrets(env)));
  return says === null ? [] : [{ setting: null, says }];
};
