import type { Locator, Page } from "playwright";

/** Waits until effects have run, which is after the frame that shows what changed. */
const effects = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));

/** Waits until React has taken over an element, and has run the effects of the components around it. */
export const untilHydrated = async (page: Page, element: Locator): Promise<void> => {
  await page.waitForFunction(
    (node) => node !== null && Object.keys(node).some((key) => key.startsWith("__reactProps$")),
    await element.elementHandle(),
  );
  await effects(page);
};

/** Pages whose scripts a test holds back. */
const held = new WeakSet<Page>();

/** Waits until React has taken over a page of the store. Returns at once for pages without scripts. */
const untilUsable = async (page: Page): Promise<void> => {
  if (held.has(page)) return;
  // In a browser without scripts, nothing would ever be polled.
  if (!(await page.evaluate(() => "__reactRouterContext" in globalThis))) return;
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactProps$")));
  await effects(page);
};

/**
 * Makes a page wait, after each navigation that a test asks for, until it can be used: scripts load after the first
 * paint, and until then links and forms work without them.
 */
export const waitForScripts = (page: Page): void => {
  const { goto, reload, goBack, waitForURL } = page;
  const after =
    <P extends unknown[], A>(navigate: (...given: P) => Promise<A>) =>
    async (...given: P): Promise<A> => {
      const answer = await navigate.apply(page, given);
      const options = given.at(-1);
      if (!(typeof options === "object" && options !== null && Reflect.get(options, "waitUntil") === "commit"))
        await untilUsable(page);
      return answer;
    };
  Object.assign(page, {
    goto: after(goto),
    reload: after(reload),
    goBack: after(goBack),
    waitForURL: after(waitForURL),
  });
};

/** Holds the page's scripts back, as a slow connection does. Returns a function that lets them through. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.add(page);
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
