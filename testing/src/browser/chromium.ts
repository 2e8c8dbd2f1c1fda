import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright";
import { expect } from "vitest";
import { GUARD_MS } from "../guard-times.ts";
import { waitForScripts } from "./hydrated.ts";
import { onceInRun } from "../once-in-run.ts";
import { TEST_SCALE } from "../scale.ts";

/**
 * Features that are off. With RenderDocument, Chromium 152 to 156 at least drops the request to close a page that
 * arrives while a navigation commits, and the page stays open forever. The others are off in Playwright's own list,
 * which this one replaces.
 */
const DISABLED_FEATURES = [
  "RenderDocument",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // WebGL in software, without a GPU.
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // All pages of a context share one process, which keeps their scripts compiled. Without the limit, each page starts
  // in a new process and leaves it on its first navigation.
  "--process-per-site",
  "--renderer-process-limit=1",
  // Pages live for seconds, so skip optimizing their scripts.
  "--js-flags=--no-opt --no-maglev --max-lazy",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];
/**
 * The browsers to look for on the system, best first. The headless shell runs the same engine with about a quarter less
 * work.
 */
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Launches Chromium: CHROMIUM_PATH, the system's, or Playwright's own. Its contexts wait as long as the guard. */
export const launchChromium = async (): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH ?? SYSTEM.find((path) => existsSync(path));
  const found = executablePath === undefined ? {} : { executablePath };
  const browser = await chromium.launch({ args: FLAGS, timeout: GUARD_MS, ...found });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(GUARD_MS);
    return context;
  };
  return browser;
};

/** The desktop viewport that every screen is designed for, in pixels. */
export const DESK = { width: 1280, height: 900 };
/** The phone viewport that every screen is designed for, in pixels. */
export const PHONE = { width: 360, height: 740 };

/**
 * What pages log without a fault. The browser logs every failed request: some statuses are expected, such as 402 for a
 * declined card. React Router logs that a page was left while it looked for the routes of its links.
 */
const EXPECTED = /status of 4(02|09|22)|^Failed to fetch manifest patches/;

/**
 * Opens a page and collects its uncaught errors, console errors and warnings in `problems`. `getByText` finds messages
 * where they are seen, and not their copies for screen readers; `getByLabel` leaves out the newsletter's fields in the
 * footer, which other forms have too.
 */
export const openPage = async (
  context: BrowserContext,
): Promise<{ readonly page: Page; readonly problems: string[] }> => {
  const page = await context.newPage();
  waitForScripts(page);
  const seenOrSpoken = page.getByText.bind(page);
  page.getByText = (...words) => seenOrSpoken(...words).and(page.locator(":not(.announcements)"));
  const anywhere = page.getByLabel.bind(page);
  page.getByLabel = (...words) => anywhere(...words).and(page.locator(":not(footer *)"));
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !EXPECTED.test(message.text()))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  return { page, problems };
};

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The options for axe. Style sheets are not preloaded, because only a rule that is off by default needs them. */
const AXE_OPTIONS = "{ resultTypes: ['violations'], preload: { assets: ['media'] } }";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/**
 * Returns a fingerprint of a screen's state: a hash of its path without ids, its theme, its headings, open dialogs and
 * asides, and what is open, wrong, or announced on it.
 */
const screenOf = async (page: Page): Promise<string> => {
  const path = new URL(page.url()).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");
  const parts = await page.evaluate(() => {
    const textOf = (element: Element) => element.ariaLabel ?? (element.textContent ?? "").slice(0, 60);
    const shown = [...document.querySelectorAll("h1, h2, dialog[open], aside, [role=alert]")].map(textOf);
    const states = ["details[open]", "[aria-expanded=true]", "[aria-invalid=true]", "[aria-busy=true]", ":disabled"];
    const { dataset, className } = document.documentElement;
    const theme = [dataset["theme"], className, matchMedia("(prefers-color-scheme: dark)").matches];
    return [theme, shown, states.map((selector) => document.querySelectorAll(selector).length)];
  });
  return createHash("sha256")
    .update(JSON.stringify([path, parts]))
    .digest("hex");
};

/** Marks the screen as checked in this run. Returns whether it was new. */
const isFirstLook = async (page: Page): Promise<boolean> => {
  let isFirst = false;
  await onceInRun(`looked-at-${await screenOf(page)}`, async (path) => {
    isFirst = true;
    await writeFile(path, "");
  });
  return isFirst;
};

/** Returns the axe violations of the page in its current state and width. */
const violationsOf = async (page: Page): Promise<readonly string[]> => {
  // Evaluated by the driver, because the page's CSP blocks foreign scripts.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  const result = (await page.evaluate(`axe.run(document, ${AXE_OPTIONS})`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
};

/** Returns the elements that make the page scroll sideways. */
const beyondEdge = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth === clientWidth) return [];
    const elements = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 200));
    return [`by ${scrollWidth - clientWidth} pixels`, ...elements];
  });

/**
 * Fails if the page scrolls sideways, or if axe finds a violation at either width. A run checks each state of a screen
 * once by axe, whichever test reaches it first; `npm run prove` checks it in every test. Restores the width.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  const before = page.viewportSize() ?? DESK;
  if (!TEST_SCALE.everywhere && !(await isFirstLook(page))) {
    expect(await beyondEdge(page), `${page.url()} scrolls sideways at ${before.width}`).toEqual([]);
    return;
  }
  for (const size of before.width === PHONE.width ? [PHONE, DESK] : [DESK, PHONE]) {
    if (size.width !== page.viewportSize()?.width) await page.setViewportSize(size);
    expect(await violationsOf(page), `${page.url()} at ${size.width}`).toEqual([]);
    expect(await beyondEdge(page), `${page.url()} scrolls sideways at ${size.width}`).toEqual([]);
  }
  await page.setViewportSize(before);
};

let source: string | undefined;
const axeSource = async (): Promise<string> => {
  source ??= await readFile(AXE, "utf8");
  return source;
};

/** Saves screenshots of the page at both widths to the folder in SHOTS, if it is set. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  const before = page.viewportSize() ?? DESK;
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `${folder}/${name}-${size.width}.png`, fullPage: true });
  }
  await page.setViewportSize(before);
};
