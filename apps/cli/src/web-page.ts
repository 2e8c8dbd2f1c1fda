import { Option } from "commander";
import { CommandFailed, type Output } from "./output.ts";

/** The option to open a page instead of printing. */
export const web = (what: string): Option => new Option("--web", `open ${what} in the browser`);

/** Opens a page in the user's browser and prints its URL. Without a browser, only prints the URL. */
export const openPage = async (url: string, { out, openPage: open }: Output): Promise<void> => {
  await open?.(url);
  out(open === undefined ? url : `Opened ${url}`);
};

/** Opens a page of a running store. Fails if no store is given. */
export const openStorePage = (store: string | undefined, path: string, output: Output): Promise<void> => {
  if (store === undefined)
    throw new CommandFailed("no_store", "--web needs a running store. Pass its URL with --store.");
  return openPage(new URL(path, store).href, output);
};
