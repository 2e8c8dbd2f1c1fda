import type { TestProject } from "vitest/node";
import { plainDatabase } from "../databases.ts";
import { type StorePlace, endStore, freePlace, startStore } from "../started-store.ts";

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
  starting.catch((error: unknown) => console.error("the store of the screens did not start:", error));
  return async () => endStore(await starting);
};
