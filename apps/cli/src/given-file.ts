import { readFile } from "node:fs/promises";
import { CommandFailed } from "./output.ts";

/** The bytes of a file that a command was given; `what` says what it should be. */
export const readGiven = async (path: string, what: string): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch {
    throw new CommandFailed("unreadable", `${path} can't be read: name ${what}.`);
  }
};
