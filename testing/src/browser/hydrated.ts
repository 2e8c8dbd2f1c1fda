import type { Locator, Page } from "playwright";

/** Waits until React has taken over an element, and has run the effects of the components around it. */
export const untilHydrated = async (page: Page, element: Locator): Promise<void> => {
  await page.waitForFunction(
    (node) => node !== null && Object.keys(node).some((key) => key.startsWith("__reactProps$")),
    await element.elementHandle(),
  );
  // Effects run after the frame that shows what changed.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));
};

/** Holds the page's scripts back, as a slow connection does. Returns a function that lets them through. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
