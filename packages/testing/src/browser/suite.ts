import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { DESK, launchChromium, openPage } from "./chromium.ts";
import { type TestDatabases, plainDatabase } from "../databases.ts";
import { type RunningStore, removeData, startStore } from "../started-store.ts";

/** A store and a browser for one suite, and a page of its own for every test, which fails where a script of it does. */
export interface BrowserSuite {
  readonly store: RunningStore;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Words of the complaints that a test provokes, such as the status of a refused request.
   * The browser tells of them when it likes, also after the test has gone on.
   */
  readonly provokes: (...words: readonly string[]) => void;
}

/** Opens a store as `npm start` does, and a real browser before it. */
export const useBrowserStore = (databases: TestDatabases = plainDatabase): BrowserSuite => {
  const provoked: string[] = [];
  const held: { -readonly [K in keyof BrowserSuite]?: BrowserSuite[K] } & { problems?: readonly string[] } = {
    provokes: (...words) => {
      provoked.push(...words);
    },
  };
  beforeAll(async () => {
    [held.store, held.browser] = await Promise.all([startStore({ databases }), launchChromium()]);
  });
  afterAll(async () => {
    await held.browser?.close();
    expect(await held.store?.stop()).toBe(0);
    if (held.store !== undefined) await removeData(held.store);
  });
  beforeEach(async () => {
    const { browser, store } = held;
    if (browser === undefined || store === undefined) throw new Error("the suite's store is not open");
    held.context = await browser.newContext({
      viewport: DESK,
      acceptDownloads: true,
      baseURL: store.url,
      // Moving pictures take the machine's time from what is tested; the tests of them ask for them.
      reducedMotion: "reduce",
    });
    provoked.length = 0;
    Object.assign(held, await openPage(held.context));
  });
  afterEach(async () => {
    await held.context?.close();
    expect(held.problems?.filter((problem) => !provoked.some((words) => problem.includes(words)))).toEqual([]);
  });
  return held as BrowserSuite;
};
