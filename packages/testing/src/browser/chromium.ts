import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright";
import { expect } from "vitest";
import { onceInRun } from "../once-in-run.ts";
import { TEST_SCALE } from "../scale.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // WebGL without a graphics card: by the processor.
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The pages of a context share a process, which has compiled their scripts, and begin in it: without a limit each of
  // them began in a process of its own, which it left at its first address.
  "--process-per-site",
  "--renderer-process-limit=1",
  // A page lives for seconds: its scripts are run sooner than they are compiled well.
  "--js-flags=--no-opt --no-maglev --max-lazy",
];
/** The shell is Chromium without its windows: the same engine with a quarter less work. */
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** A real Chromium: the one that CHROMIUM_PATH names, else the system's, else Playwright's own. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH ?? SYSTEM.find((path) => existsSync(path));
  return chromium.launch({ args: FLAGS, ...(executablePath === undefined ? {} : { executablePath }) });
};

/** The two widths that every screen is made for. */
export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** A page that fails the test when it logs an error or when a script of it throws. */
export const openPage = async (
  context: BrowserContext,
): Promise<{ readonly page: Page; readonly problems: string[] }> => {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // The browser itself logs every refused card: the provider answers those with 402.
    if (["error", "warning"].includes(message.type()) && !/status of 4(02|09|22)/.test(message.text()))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  return { page, problems };
};

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Style sheets are left where they are: only a rule that is off by default reads them. */
const AXE_OPTIONS = "{ resultTypes: ['violations'], preload: { assets: ['media'] } }";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/** What tells screens apart, roughly: their address, their headings, and what stands beside their content. */
const screenOf = async (page: Page): Promise<string> => {
  const { pathname } = new URL(page.url());
  const parts = await page
    .locator("h1, h2, dialog[open], aside")
    .evaluateAll((all) => all.map((each) => each.ariaLabel ?? (each.textContent ?? "").slice(0, 60)));
  return createHash("sha256")
    .update(JSON.stringify([pathname, ...parts]))
    .digest("hex");
};

/** Whether nobody in this run has looked at the screen before. */
const isFirstLook = async (page: Page): Promise<boolean> => {
  let isFirst = false;
  await onceInRun(`looked-at-${await screenOf(page)}`, async (path) => {
    isFirst = true;
    await writeFile(path, "");
  });
  return isFirst;
};

/** Violations that axe knows of in the page's present state and width. */
const violationsOf = async (page: Page): Promise<readonly string[]> => {
  // Injected by the driver: the page's own policy lets no foreign script in.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  const result = (await page.evaluate(`axe.run(document, ${AXE_OPTIONS})`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
};

/** What makes the page scroll sideways. */
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
 * In the page's present state nothing scrolls sideways, and axe knows of no violation: at the width that the page has,
 * and at both the first time that a run sees the screen. `npm run prove` looks at both each time. Leaves the page at
 * its width.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  const before = page.viewportSize() ?? DESK;
  const both = TEST_SCALE.everywhere || (await isFirstLook(page));
  const [present, other] = before.width === PHONE.width ? [PHONE, DESK] : [DESK, PHONE];
  for (const size of both ? [present, other] : [present]) {
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

/** Saves pictures of the page at both widths where SHOTS names a folder: for people to look at. */
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
