import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Settings by their names. */
export type Settings = Readonly<Record<string, string>>;

/** Reads a settings file. Returns no settings if there is no file. */
export const readSettings = (path: string): Settings =>
  existsSync(path) ? (parseEnv(readFileSync(path, "utf8")) as Settings) : {};

/** Returns whether a value can be written so that shells, systemd, and Node read it identically. */
export const isWritable = (value: string): boolean =>
  !/[\r\n]/.test(value) && !(/'/.test(value) && /["$`\\]/.test(value));

const lineOf = ([name, value]: readonly [string, string]): string => {
  if (/^[\w./:@%+,=-]*$/.test(value)) return `${name}=${value}`;
  return value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`;
};

/** Returns the text of a settings file without a setting. A quoted value can have several lines. */
const without = (text: string, name: string): string =>
  text.replaceAll(new RegExp(`^(?:export )?${name}=(?:'[^']*'|"[^"]*"|[^\\n]*)\\n?`, "gm"), "");

/** Writes settings to a file, replacing their earlier values. Only the owner can read it. */
export const writeSettings = (path: string, settings: Settings): void => {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const others = Object.keys(settings).reduce(without, text).trimEnd();
  const lines = [...(others === "" ? [] : [others]), ...Object.entries(settings).map(lineOf)];
  // Write it all at once, so that a full disk loses nothing.
  const whole = `${path}.part`;
  writeFileSync(whole, `${lines.join("\n")}\n`, { mode: 0o600 });
  renameSync(whole, path);
};

/** Returns this process's environment with the settings of a file, which take precedence. */
export const environment = (settings: Settings): NodeJS.ProcessEnv => ({ ...process.env, ...settings });

export const isLive = (settings: Settings): boolean => settings["NODE_ENV"] === "production";
