import { wordDistance } from "@backlot/domain";
import { BadSetting } from "../bad-setting.ts";
import type { Setting } from "./kinds.ts";
import { SETTINGS } from "./table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS).toSorted();

/** Shorter names resemble too many others. */
const SHORTEST = 10;

/**
 * Throws BadSetting for a variable whose name is one letter off from a setting's, because its value would be ignored.
 * Ignores all other variables, and any whose similar setting is also set.
 */
export const checkSpelling = (env: Environment): void => {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== "";
  const long = SETTING_NAMES.filter((name) => name.length >= SHORTEST && !isSet(name));
  for (const name of Object.keys(env).filter((each) => isSet(each) && !SETTING_NAMES.includes(each))) {
    const meant = long.find((settingName) => wordDistance(name, settingName) === 1);
    if (meant !== undefined) throw new BadSetting(`${name} isn't a setting. Did you mean ${meant}?`);
  }
};

/**
 * Throws BadSetting with all missing required settings, so that the owner doesn't discover them one start at a time.
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
