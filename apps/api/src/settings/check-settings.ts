import { randomBytes } from "node:crypto";
import { newCertificateKey } from "@backlot/adapters-pdf";
import { BadSetting } from "../bad-setting.ts";
import { readConfig } from "../config.ts";
import { SETTING_NAMES, checkSpelling } from "./check-names.ts";
import type { Setting } from "./kinds.ts";
import { SETTINGS } from "./table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Something that is wrong with a setting; null for several settings that don't fit together. */
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
  if (!env[name] && example !== null) return `${name} is not set: use a value such as ${example}.`;
  return env[name] ? messageOf(() => read?.(name, env[name] ?? null)) : null;
};

const OWN_SECRETS = ["SESSION_SECRET", "LINK_SECRET", "SUPPORT_KEY"] as const;

/** Returns the environment with secrets in place of those that the store would make, so that none is made. */
const withSecrets = (env: Environment): Environment => ({
  ...env,
  ...(OWN_SECRETS.some((name) => env[name])
    ? {}
    : Object.fromEntries(OWN_SECRETS.map((name) => [name, randomBytes(48).toString("base64url")]))),
  ...(env.CERTIFICATE_KEY ? {} : { CERTIFICATE_KEY: newCertificateKey() }),
});

/**
 * Returns all that is wrong with the settings of an environment, or with those of the given names: misspelled, missing,
 * and invalid ones, and, once there are none of these, the first that doesn't fit another. Changes nothing.
 */
export const settingProblems = (
  env: Environment,
  names: readonly string[] = SETTING_NAMES,
): readonly SettingProblem[] => {
  const misspelled = messageOf(() => checkSpelling(env));
  const each = names.flatMap((setting): readonly SettingProblem[] => {
    const says = problemOf(setting, env);
    return says === null ? [] : [{ setting, says }];
  });
  const found = [...(misspelled === null ? [] : [{ setting: null, says: misspelled }]), ...each];
  if (found.length > 0 || names !== SETTING_NAMES) return found;
  const says = messageOf(() => readConfig(withSecrets(env)));
  return says === null ? [] : [{ setting: null, says }];
};
