import { enterSubscribed, me, signUp, typeCard } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

/** Counts what a shopper clicks. Typing is not counted. */
const counter = () => {
  const count = { clicks: 0 };
  const press = async (goal: Locator): Promise<void> => {
    count.clicks += 1;
    await goal.click();
  };
  return { count, press };
};

/** Waits for the download that a click starts. The sample's files are made on demand. */
const downloads = async (press: () => Promise<void>): Promise<string> => {
  const [file] = await Promise.all([suite.page.waitForEvent("download"), press()]);
  return file.suggestedFilename();
};

describe("the clicks to what a shopper wants", () => {
  it("DWN-01 are at most four from the first page to a free file", async () => {
    const { page } = suite;
    const { count, press } = counter();
    await page.goto("/");
    await press(page.getByRole("main").getByRole("link", { name: "Start free" }).first());
    await page.getByRole("heading", { name: "Create Your Free Account" }).waitFor();
    count.clicks += 1; // "Get Started"
    await signUp(page, "free-clicks");
    await press(page.getByRole("main").getByRole("listitem").getByRole("link").first());
    await page.waitForURL(/\/collections\/|\/practice-footage\/|\/3d\//);
    expect(await downloads(() => press(page.getByRole("button", { name: /^Download .*2K/ }).first()))).toMatch(
      /\.zip$/,
    );
    expect(count.clicks).toBeLessThanOrEqual(4);
  });

  it("CHK-03 CRD-08 are at most eight from the first page to a premium file on a yearly plan", async () => {
    const { page, context } = suite;
    const { count, press } = counter();
    await page.goto("/");
    await press(page.getByRole("link", { name: "Choose Pro" }));
    await page.getByRole("heading", { name: "Create Your Free Account" }).waitFor();
    count.clicks += 1; // "Get Started"
    await signUp(page, "premium-clicks");
    // The first page names the license of its prices, so the checkout doesn't ask for it again.
    await typeCard(page, "4242424242424242");
    await press(page.getByRole("checkbox", { name: /sole user/ }));
    await press(page.getByRole("button", { name: /^Place order/ }));
    await page.waitForURL("**/thank-you");
    await press(
      page
        .getByRole("listitem")
        .filter({ hasText: /\d credits/ })
        .getByRole("link")
        .first(),
    );
    await press(page.getByRole("button", { name: /^Get it for/ }));
    await page.getByText("It's yours. Download it anytime.").waitFor();
    expect(await downloads(() => press(page.getByRole("button", { name: "Download 2K" })))).toMatch(/\.zip$/);
    expect((await me(context)).subscription?.plan_variant.id).toBe(132);
    expect(count.clicks).toBeLessThanOrEqual(8);
  });

  it("ORD-03 are two buttons and the license from an item to its purchase as a guest", async () => {
    const { page } = suite;
    const { count, press } = counter();
    await page.goto("/3d/weathered-boulder");
    await press(page.getByRole("button", { name: /^Buy now/ }).first());
    await page.getByLabel("Email").fill("guest-clicks@example.com");
    await typeCard(page, "4242424242424242");
    await press(page.getByRole("checkbox", { name: /sole user/ }));
    await press(page.getByRole("button", { name: /^Place order/ }));
    await page.waitForURL(/\/orders\/.+bought=1/);
    expect(count.clicks).toBe(3);
  });

  it("CHG-04 are at most three to a larger plan", async () => {
    const { page, context, store } = suite;
    const { count, press } = counter();
    await enterSubscribed(context, store, "upgrade-clicks");
    await page.goto("/accounts/subscriptions", { waitUntil: "networkidle" });
    await press(page.getByRole("link", { name: "Change plan", exact: true }));
    const dialog = page.getByRole("dialog", { name: "Change your plan" });
    await press(dialog.getByRole("checkbox"));
    await press(dialog.getByRole("button", { name: /^Change plan now/ }));
    await page.waitForURL("**/thank-you?change=upgrade");
    expect(count.clicks).toBeLessThanOrEqual(3);
  });

  it("CRD-02 are at most three from missing credits to the item", async () => {
    const { page, context, store } = suite;
    const { count, press } = counter();
    // Essentials has no credits, and its card is saved.
    await enterSubscribed(context, store, "credit-clicks", undefined, 128);
    await page.goto("/collections/flamethrower", { waitUntil: "networkidle" });
    await press(page.getByRole("link", { name: "Get more credits" }));
    const dialog = page.getByRole("dialog", { name: "Not enough credits" });
    await press(dialog.getByRole("button", { name: /^Buy · / }));
    await press(page.getByRole("button", { name: /^Get it for/ }));
    await page.getByText("It's yours. Download it anytime.").waitFor();
    expect(count.clicks).toBeLessThanOrEqual(3);
  });
});
