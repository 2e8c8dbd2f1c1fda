import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CommandFailed } from "./output.ts";

/** A store, and the support key for it. */
export interface Profile {
  readonly store: string;
  readonly key: string;
}

type Profiles = Readonly<Record<string, Profile>>;

/** The name of the profile that `login` saves and commands use, unless BACKLOT_PROFILE names another. */
export const profileName = (): string => process.env.BACKLOT_PROFILE || "default";

/** Returns the path of the file with the saved profiles. */
export const profilesPath = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "backlot", "profiles.json");

const isProfile = (value: unknown): value is Profile =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "key") === "string" &&
  URL.canParse(String(Reflect.get(value, "store")));

/** Returns the saved profiles, or none if there is no file. Fails if the file is damaged or can't be read. */
export const readProfiles = (): Profiles => {
  const path = profilesPath();
  if (!existsSync(path)) return {};
  try {
    const saved: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof saved === "object" && saved !== null && Object.values(saved).every(isProfile)) return saved as Profiles;
  } catch {
    // The message below explains what to do.
  }
  throw new CommandFailed("unreadable", `${path} can't be read or is damaged. Delete it, then run backlot login.`);
};

/** Saves the profiles, all or nothing. Only their owner can read the file. */
export const writeProfiles = (profiles: Profiles): void => {
  const path = profilesPath();
  const draft = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
};

/**
 * Returns the given store and key, or those of the saved profile. A saved key is valid only for the store it was saved
 * with, so it is never sent to another one.
 */
export const withProfile = (given: {
  readonly store?: string | undefined;
  readonly key?: string | undefined;
}): { readonly store: string | undefined; readonly key: string | undefined } => {
  const { store, key } = given;
  if (store !== undefined && key !== undefined) return { store, key };
  const saved = readProfiles()[profileName()];
  if (saved === undefined) return { store, key };
  if (store === undefined) return { store: saved.store, key: key ?? saved.key };
  const isSame = URL.canParse(store) && new URL(store).origin === new URL(saved.store).origin;
  return { store, key: isSame ? saved.key : undefined };
};
