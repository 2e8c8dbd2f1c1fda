import { randomBytes } from "node:crypto";
import { newCertificateKey } from "@backlot/adapters-pdf";
import { BadSetting } from "../bad-setting.ts";
import { checkStripeKeys, modeOf, publicUrl } from "../config-guard.ts";
import { readConfig } from "../config.ts";
import { SETTING_NAMES, checkSpelling } from "./check-names.ts";
import type { Setting } from "./kinds.ts";
import { SETTINGS } from "./table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A problem with a setting, or with several that don't fit together. */
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

const OWN_SECRETS = ["SESSION_SECRET", "LINK_SECRET", "SUPPORT_KEY"] as const;

/**
 * Returns the environment with placeholders for the secrets that the store would generate, so that it doesn't generate
 * them.
 */
const withSecrets = (env: Environment): Environment => ({
  ...env,
  ...(OWN_SECRETS.some((name) => env[name])
    ? {}
    : Object.fromEntries(OWN_SECRETS.map((name) => [name, randomBytes(48).toString("base64url")]))),
  ...(env.CERTIFICATE_KEY ? {} : { CERTIFICATE_KEY: newCertificateKey() }),
});

/** Returns why Stripe's keys don't fit each other or the store's mode, or null if they do. A missing key fits. */
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
 * Changes nothing.
 */
export const settingProblems = (env: Environment, names: readonly string[] | null): readonly SettingProblem[] => {
  const each = (names ?? SETTING_NAMES).flatMap((setting): readonly SettingProblem[] => {
    const says = problemOf(setting, env);
    return says === null ? [] : [{ setting, says }];
  });
  if (names !== null) return [...each, ...misfits(env, names)];
  const misspelled = messageOf(() => checkSpelling(env));
  const problems = [...(misspelled === null ? [] : [{ setting: null, says: misspelled }]), ...each];
  if (problems.length > 0) return problems;
  const says = messageOf(() => readConfig(withSecrets(env)));
  return says === null ? [] : [{ setting: null, says }];
};
