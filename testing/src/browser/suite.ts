import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { until } from "../guard.ts";
import { DESK, launchChromium, openPage } from "./chromium.ts";
import { type TestDatabases, plainDatabase, scenarioDatabases } from "../databases.ts";
import {
  FAILURE_FILE,
  type RunningStore,
  type StorePlace,
  endStore,
  freePlace,
  requireRunning,
  startStore,
} from "../started-store.ts";

/**
 * A store and a browser for a suite, with a new page for each test. A test fails if its page throws, or logs an error
 * or warning.
 */
interface BrowserSuite {
  readonly store: StorePlace;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Ignores logged errors that contain one of these texts, such as the status of a request that the test provokes. The
   * browser may log them late, even after the test has moved on.
   */
  readonly provokes: (...words: readonly string[]) => void;
}

let launched: Promise<Browser> | undefined;

/** Returns the browser that this worker's suites share. It ends with the worker. */
const chromiumOfWorker = (): Promise<Browser> => {
  launched ??= launchChromium();
  return launched;
};

/** A browser context that suites share, and how to clear its cookies and storage. */
interface KeptContext {
  readonly context: BrowserContext;
  readonly forget: () => Promise<void>;
}

/** The contexts of this worker's suites by store URL, so that pages stay in the HTTP cache. */
const kept = new Map<string, KeptContext>();

const contextOf = async (browser: Browser, { url, sandboxUrl }: StorePlace): Promise<KeptContext> => {
  const known = kept.get(url);
  if (known !== undefined) return known;
  const context = await browser.newContext({
    viewport: DESK,
    acceptDownloads: true,
    baseURL: url,
    // Tests of the light theme choose it.
    colorScheme: "dark",
    // Animations cost CPU time that the tests need. Tests of animations turn them on.
    reducedMotion: "reduce",
  });
  // An open page of the store keeps the renderer process alive, and with it the compiled scripts.
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

/** Opens a browser for the store that `open` resolves with. */
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
    [held.store] = await Promise.all([open(), chromiumOfWorker()]);
  });
  beforeEach(async () => {
    const { store } = held;
    if (store === undefined) throw new Error("the suite's store is not open");
    requireRunning(store);
    held.browser = await chromiumOfWorker();
    const { context, forget } = await contextOf(held.browser, store);
    provoked.length = 0;
    Object.assign(held, { context, forget }, await openPage(context));
  });
  afterEach(async () => {
    const { browser, forget } = held;
    // Close the contexts that the test opened, but not the shared ones of other stores.
    const lasting = new Set([...kept.values()].map(({ context }) => context));
    const others = browser?.contexts().filter((each) => !lasting.has(each)) ?? [];
    await Promise.all(others.map((each) => each.close()));
    await forget?.();
    expect(held.problems?.filter((problem) => !provoked.some((words) => problem.includes(words)))).toEqual([]);
  });
  return held as BrowserSuite;
};

/**
 * Sets up a suite on the shared store, which runs as `npm start` runs it. Account names have to be unique to the suite.
 */
export const useBrowserStore = (): BrowserSuite =>
  useBrowser(async () => {
    const place = inject("sharedStore");
    const isOpen = () => fetch(`${place.url}/api/health`).then(() => true);
    // Wait for the store, or for its failure.
    await until(() => existsSync(join(place.dataDir, FAILURE_FILE)) || isOpen());
    return place;
  });

/** Sets up a suite on its own store, for suites that advance its clock or change it for everyone. */
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

/**
 * Sets up a suite on the store that its circle asks for: the shared one in `npm test`, and one of its own over the
 * embedded database, like that of `npm start`, in the proofs.
 */
export const useScenarioStore = (): BrowserSuite =>
  scenarioDatabases[0] === plainDatabase ? useBrowserStore() : useOwnBrowserStore(scenarioDatabases[0]);
