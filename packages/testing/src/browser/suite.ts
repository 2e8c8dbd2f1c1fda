import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { DESK, launchChromium, openPage } from "./chromium.ts";
import { type RunningStore, removeData, startStore } from "../started-store.ts";

/** A store and a browser for one suite, and a page of its own for every test, which fails where a script of it does. */
export interface BrowserSuite {
  readonly store: RunningStore;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page has complained of; a test that provokes a complaint takes it out. */
  readonly problems: string[];
}

/** Opens a store as `npm start` does, and a real browser before it. */
export const useBrowserStore = (): BrowserSuite => {
  const held: { -readonly [K in keyof BrowserSuite]?: BrowserSuite[K] } = {};
  beforeAll(async () => {
    [held.store, held.browser] = await Promise.all([startStore(), launchChromium()]);
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
    Object.assign(held, await openPage(held.context));
  });
  afterEach(async () => {
    await held.context?.close();
    expect(held.problems).toEqual([]);
  });
  return held as BrowserSuite;
};
