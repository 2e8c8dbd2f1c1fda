import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { type Common, json, pretty, store, supportKey } from "../arguments.ts";
import { CommandFailed, type Output } from "../output.ts";
import { profileName, profilesPath, readProfiles, withProfile, writeProfiles } from "../profiles.ts";
import { askSupport, requireAddress } from "../store.ts";
import type { Registration } from "../registration.ts";

interface LoginOptions {
  readonly store?: string;
}

/** Asks for the key without showing it. Without a terminal, reads it from standard input. */
const askForKey = async (url: string): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(`Support key for ${url}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await prompt.question("");
  prompt.close();
  process.stderr.write("\n");
  return key.trim();
};

/** Returns a key's owner and role as text. */
export const whoText = ({ name, role }: { readonly name: string | null; readonly role: string }): string =>
  name === null ? `the shared key, role ${role}` : `${name}, role ${role}`;

const login = async ({ store: url }: LoginOptions, output: Output): Promise<void> => {
  if (url === undefined)
    throw new CommandFailed("no_store", "Pass the store's URL: backlot login --store https://shop.example.");
  requireAddress(url);
  const key = await askForKey(url);
  if (key === "") throw new CommandFailed("no_key", "No key was entered. Nothing was saved.", 4);
  const { data } = await askSupport(url, key, (client) => client.support.me());
  writeProfiles({ ...readProfiles(), [profileName()]: { store: url, key } });
  output.out(`Signed in to ${url} as ${whoText(data)}. The key is saved in ${profilesPath()}.`);
};

const logout = (output: Output): void => {
  const { [profileName()]: gone, ...others } = readProfiles();
  if (gone === undefined) throw new CommandFailed("not_signed_in", "No key is saved.");
  writeProfiles(others);
  output.out(`Signed out of ${gone.store}. The saved key has been deleted.`);
};

const whoami = async (options: Common & { readonly key?: string }, output: Output): Promise<void> => {
  const { data } = await askSupport(options.store, options.key, (client) => client.support.me());
  const { store: url } = withProfile(options);
  output.out(options.json ? pretty({ ...data, store: url }) : `${whoText(data)}, at ${url}`);
};

/** Adds `backlot login`, `logout`, and `whoami`. */
const addLoginCommands = (program: Command, output: Output): void => {
  const examples = (...lines: readonly string[]): string =>
    `\nExamples:\n${lines.map((each) => `  $ ${each}`).join("\n")}`;
  program
    .command("login")
    .description("save a store's URL and your support key")
    .addOption(store())
    .addHelpText(
      "after",
      `\nTo save several stores, name each profile with BACKLOT_PROFILE.\n${examples(
        "backlot login --store http://127.0.0.1:3000",
      )}`,
    )
    .action((options: LoginOptions) => login(options, output));
  program
    .command("logout")
    .description("delete the saved key")
    .addHelpText("after", examples("backlot logout"))
    .action(() => logout(output));
  program
    .command("whoami")
    .description("show the current support key's owner and role")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText("after", examples("backlot whoami --store http://127.0.0.1:3000"))
    .action((options: Common & { readonly key?: string }) => whoami(options, output));
};

export const registration: Registration = { group: "Your access", place: 1, add: addLoginCommands };
