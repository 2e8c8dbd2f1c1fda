import { readFile } from "node:fs/promises";
import { CommandFailed } from "./output.ts";

/** Reads a file named on the command line. `what` describes the expected file in the error message. */
export const readGiven = async (path: string, what: string): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch {
    throw new CommandFailed("unreadable", `Can't read ${path}. Use ${what}.`);
  }
};
