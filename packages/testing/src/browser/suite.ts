import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, vi } from "vitest";
import { DESK, launchChromium, openPage } from "./chromium.ts";
import { type TestDatabases, plainDatabase } from "../databases.ts";
import { type RunningStore, type StorePlace, endStore, freePlace, startStore } from "../started-store.ts";

/** A store and a browser for one suite, and a page of its own for every test, which fails where a script of it does. */
export interface BrowserSuite {
  readonly store: StorePlace;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Words of the complaints that a test provokes, such as the status of a refused request.
   * The browser tells of them when it likes, also after the test has gone on.
   */
  readonly provokes: (...words: readonly string[]) => void;
}

let launched: Promise<Browser> | undefined;

/** The browser of this process's suites. It ends with the process. */
const chromiumOfWorker = (): Promise<Browser> => {
  launched ??= launchChromium();
  return launched;
};

/** The contexts of this process's suites, by their store: what a page loads once is in the cache of its context. */
const kept = new Map<string, BrowserContext>();

const contextOf = async (browser: Browser, { url }: StorePlace): Promise<BrowserContext> => {
  const known = kept.get(url);
  if (known !== undefined) return known;
  const made = await browser.newContext({
    viewport: DESK,
    acceptDownloads: true,
    baseURL: url,
    // Moving pictures take the machine's time from what is tested; the tests of them ask for them.
    reducedMotion: "reduce",
  });
  kept.set(url, made);
  return made;
};

/** Makes a context forget who used it and what its pages stored; what they loaded stays in its cache. */
const forget = async (context: BrowserContext, { url, sandboxUrl }: StorePlace): Promise<void> => {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.clearCookies();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  for (const origin of [url, sandboxUrl])
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb,cache_storage" });
  await page.close();
};

/** How long suites wait for the store that they share, and how often they look, in milliseconds. */
const OPENING = { timeout: 120_000, interval: 100 };

/** Opens a real browser before a store that `open` hands out. */
const useBrowser = (open: () => Promise<StorePlace>): BrowserSuite => {
  const provoked: string[] = [];
  const held: { -readonly [K in keyof BrowserSuite]?: BrowserSuite[K] } & { problems?: readonly string[] } = {
    provokes: (...words) => {
      provoked.push(...words);
    },
  };
  beforeAll(async () => {
    [held.store, held.browser] = await Promise.all([open(), chromiumOfWorker()]);
  });
  beforeEach(async () => {
    const { browser, store } = held;
    if (browser === undefined || store === undefined) throw new Error("the suite's store is not open");
    held.context = await contextOf(browser, store);
    provoked.length = 0;
    Object.assign(held, await openPage(held.context));
  });
  afterEach(async () => {
    const { browser, context, store } = held;
    // Those that a test has opened: another suite's context, over another store, stays.
    const lasting = new Set(kept.values());
    const others = browser?.contexts().filter((each) => !lasting.has(each)) ?? [];
    await Promise.all(others.map((each) => each.close()));
    if (context !== undefined && store !== undefined) await forget(context, store);
    expect(held.problems?.filter((problem) => !provoked.some((words) => problem.includes(words)))).toEqual([]);
  });
  return held as BrowserSuite;
};

/**
 * The store that suites of screens share, as `npm start` opens it, and a real browser before it. Accounts have names of
 * their own in each suite.
 */
export const useBrowserStore = (): BrowserSuite =>
  useBrowser(async () => {
    const place = inject("sharedStore");
    await vi.waitFor(() => fetch(`${place.url}/api/health`), OPENING);
    return place;
  });

/** The same with a store of its own: for suites that advance its clock, or change it for everybody. */
export const useOwnBrowserStore = (databases: TestDatabases = plainDatabase): BrowserSuite => {
  let own: RunningStore | undefined;
  afterAll(async () => {
    if (own === undefined) return;
    await kept.get(own.url)?.close();
    kept.delete(own.url);
    await endStore(own);
  });
  return useBrowser(async () => {
    own = await startStore(databases, await freePlace());
    return own;
  });
};
