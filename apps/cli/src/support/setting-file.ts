import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Settings by their names. */
export type Settings = Readonly<Record<string, string>>;

/** Reads a file of settings; none if there is no file. */
export const readSettings = (path: string): Settings =>
  existsSync(path) ? (parseEnv(readFileSync(path, "utf8")) as Settings) : {};

/** Returns a line of a file of settings, which shells, systemd, and Node read alike. */
const lineOf = ([name, value]: readonly [string, string]): string =>
  `${name}=${/^[\w./:@%+,=~-]*$/.test(value) ? value : `'${value}'`}`;

/** Sets settings in a file, in place of earlier lines of their names. Only the owner can read it. */
export const writeSettings = (path: string, settings: Settings): void => {
  const text = existsSync(path) ? readFileSync(path, "utf8").trimEnd() : "";
  const others = text
    .split("\n")
    .filter((line) => line !== "" && !Object.keys(settings).some((name) => line.startsWith(`${name}=`)));
  writeFileSync(path, `${[...others, ...Object.entries(settings).map(lineOf)].join("\n")}\n`, { mode: 0o600 });
  // An existing file keeps its mode.
  chmodSync(path, 0o600);
};

/** Returns this process's environment with the settings of a file. What is set already stays, as Node does it. */
export const environment = (settings: Settings): NodeJS.ProcessEnv => ({ ...settings, ...process.env });

/** Returns whether settings are those of a store with customers. */
export const isLive = (settings: Settings): boolean => settings["NODE_ENV"] === "production";
