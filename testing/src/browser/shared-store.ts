import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { plainDatabase } from "../databases.ts";
import { FAILURE_FILE, type StorePlace, endStore, freePlace, startStore } from "../started-store.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The location of the store that the screen suites share. */
    readonly sharedStore: StorePlace;
  }
}

/**
 * Starts the store that the screen suites share before the first suite, and stops it after the last one. The suites
 * wait until it is open.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const place = await freePlace();
  project.provide("sharedStore", place);
  const starting = startStore(plainDatabase, place);
  let isOver = false;
  // The suites run in other processes, which show this instead of a refused connection.
  const report = (reason: string): void => {
    if (!isOver) writeFileSync(join(place.dataDir, FAILURE_FILE), reason);
  };
  starting.then(
    (store) => store.launcher.once("exit", (code) => report(`the store ended with ${code}:\n${store.output()}`)),
    (error: Error) => report(error.message),
  );
  return async () => {
    isOver = true;
    await endStore(await starting);
  };
};
