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

/** A browser context that lasts, and how to make it forget who used it and what its pages stored. */
interface KeptContext {
  readonly context: BrowserContext;
  readonly forget: () => Promise<void>;
}

/** The contexts of this process's suites, by their store: what a page loads once is in the cache of its context. */
const kept = new Map<string, KeptContext>();

const contextOf = async (browser: Browser, { url, sandboxUrl }: StorePlace): Promise<KeptContext> => {
  const known = kept.get(url);
  if (known !== undefined) return known;
  const context = await browser.newContext({
    viewport: DESK,
    acceptDownloads: true,
    baseURL: url,
    // Moving pictures take the machine's time from what is tested; the tests of them ask for them.
    reducedMotion: "reduce",
  });
  // One page of the store stays: with it the process of its pages, and the scripts that this has compiled.
  const lasting = await context.newPage();
  await lasting.goto("/api/health");
  const session = await context.newCDPSession(lasting);
  const forget = async (): Promise<void> => {
    const pages = context.pages().filter((page) => page !== lasting);
    await Promise.all(pages.map((page) => page.close()));
    await context.clearCookies();
    const storageTypes = "local_storage,indexeddb,cache_storage";
    for (const origin of [url, sandboxUrl]) await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  };
  const made = { context, forget };
  kept.set(url, made);
  return made;
};

/** How long suites wait for the store that they share, and how often they look, in milliseconds. */
const OPENING = { timeout: 120_000, interval: 100 };

/** Opens a real browser before a store that `open` hands out. */
const useBrowser = (open: () => Promise<StorePlace>): BrowserSuite => {
  const provoked: string[] = [];
  const held: { -readonly [K in keyof BrowserSuite]?: BrowserSuite[K] } & {
    problems?: readonly string[];
    forget?: () => Promise<void>;
  } = {
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
    const { context, forget } = await contextOf(browser, store);
    provoked.length = 0;
    Object.assign(held, { context, forget }, await openPage(context));
  });
  afterEach(async () => {
    const { browser, forget } = held;
    // Those that a test has opened: another suite's context, over another store, stays.
    const lasting = new Set([...kept.values()].map(({ context }) => context));
    const others = browser?.contexts().filter((each) => !lasting.has(each)) ?? [];
    await Promise.all(others.map((each) => each.close()));
    await forget?.();
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
    await kept.get(own.url)?.context.close();
    kept.delete(own.url);
    await endStore(own);
  });
  return useBrowser(async () => {
    own = await startStore(databases, await freePlace());
    return own;
  });
};
