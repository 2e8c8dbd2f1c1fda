import { DESK, PHONE, expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
import { enterSubscribed, me, typeCard } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();
/** Opens a page with scripts: before they have loaded, the links lead to the page instead of the dialog. */
const arrive = (path: string) => suite.page.goto(path, { waitUntil: "networkidle" });
const dialog = () => suite.page.getByRole("dialog", { name: "Change your plan" });
const factsOf = async (): Promise<readonly string[]> =>
  (await dialog().getByRole("row").allInnerTexts()).map((row) => row.trim().replaceAll(/\s+/g, " "));

describe("the dialog to change a plan", () => {
  it("CHG-04 opens over the subscription, compares now and then, and changes the plan in three clicks", async () => {
    const { page, context, store } = suite;
    await enterSubscribed(context, store, "modal-up");
    await arrive("/accounts/subscriptions");
    await page.getByRole("link", { name: "Change plan", exact: true }).click();
    const billing = dialog().getByRole("navigation", { name: "Billing" });
    const credits = dialog().getByRole("navigation", { name: "Credits" });
    // The next larger plan is preselected, and the saved card pays.
    await credits.locator("[aria-current]").filter({ hasText: "50 credits" }).waitFor();
    await dialog().getByText("Visa ending in 4242").waitFor();
    expect(await dialog().getByText("Get all credits upfront").count()).toBe(0);
    expect((await factsOf())[2]).toBe("Credits 20 credits a month 50 credits a month");
    expect(new URL(page.url()).pathname).toBe("/accounts/subscriptions");
    await dialog().getByText("Why this price?").click();
    await dialog()
      .getByText(/ each, the price you paid\./)
      .waitFor();
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
      await shoot(page, `change-plan-${viewport.width}`);
    }

    await billing.getByRole("link", { name: "Yearly" }).click();
    await dialog().getByText("Get all credits upfront").waitFor();
    await credits.locator("[aria-current]").filter({ hasText: "240 credits" }).waitFor();
    await dialog()
      .getByRole("button", { name: /^Change plan now · \$4\d\d\.\d\d$/ })
      .waitFor();
    await billing.getByRole("link", { name: "Monthly" }).click();
    await credits.getByRole("link", { name: /^20 credits Current/ }).click();
    await dialog().getByText("This is your current plan.").first().waitFor();
    expect(await dialog().getByRole("link", { name: "Update License" }).getAttribute("href")).toBe("/pricing");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });

    // Opened, confirmed, and paid.
    await page.getByRole("link", { name: "Change plan", exact: true }).click();
    await dialog().getByRole("checkbox").check();
    await dialog()
      .getByRole("button", { name: /^Change plan now/ })
      .click();
    await page.waitForURL("**/thank-you?change=upgrade");
    await dialog().waitFor({ state: "hidden" });
    expect((await me(context)).subscription?.plan_variant.id).toBe(131);
  });

  it("CHG-02 opens from the account menu, and schedules a smaller plan for the end of the period", async () => {
    const { page, context, store } = suite;
    await enterSubscribed(context, store, "modal-down");
    await arrive("/");
    await page.getByRole("button", { name: /'s account$/ }).click();
    await page.getByRole("link", { name: "Change plan", exact: true }).click();
    await dialog()
      .getByRole("link", { name: /^Essentials/ })
      .click();
    await dialog().getByText("You pay nothing today.").waitFor();
    expect((await factsOf()).slice(1, 3)).toEqual(["Plan Pro Essentials", "Credits 20 credits a month None"]);
    await expectAccessible(page);
    await shoot(page, "change-plan-down");
    await dialog().getByRole("checkbox").check();
    await dialog()
      .getByRole("button", { name: /^Change to Essentials on / })
      .click();
    await page.getByText("Downgrade successful. Your plan will downgrade at the end of your billing cycle.").waitFor();
    await dialog().waitFor({ state: "hidden" });
  });

  it("CHK-02 CHK-03 stays open after a declined card, and steps aside for the bank", async () => {
    const { page, context, store } = suite;
    await enterSubscribed(context, store, "modal-bank");
    await arrive("/accounts/subscriptions");
    await page.getByRole("link", { name: "Change plan", exact: true }).click();
    await dialog().getByRole("checkbox").check();
    await dialog().getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("radio", { name: /^Add New/ }).check();
    // Enter in the chooser doesn't send the order around it.
    await page.getByRole("radio", { name: /^Add New/ }).press("Enter");
    await page.getByRole("button", { name: "Confirm" }).click();
    await typeCard(page, "4000000000000002");
    const pay = dialog().getByRole("button", { name: /^Change plan now/ });
    suite.provokes("status of 402");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/setup_intent", async (route) => {
      await held;
      await route.continue();
    });
    await pay.click();
    // While the order is sent, nothing else can be chosen.
    await dialog().locator("[inert] nav").first().waitFor();
    release();
    await dialog().getByRole("alert").getByText("declined").waitFor();
    await page.unroute("**/api/setup_intent");
    expect(await dialog().locator("[inert]").count()).toBe(0);
    // The typed card stays while another plan is looked at.
    await dialog()
      .getByRole("link", { name: /^Essentials/ })
      .click();
    await dialog().getByText("You pay nothing today.").waitFor();
    await dialog()
      .getByRole("link", { name: /^50 credits/ })
      .click();
    await pay.waitFor();
    await typeCard(page, "4000002500003155");
    await pay.click();
    const bank = page.frameLocator("iframe[title='3D Secure authentication']");
    await bank.getByRole("button", { name: "Complete authentication" }).click();
    await page.waitForURL("**/thank-you?change=upgrade");
    expect((await me(context)).subscription?.plan_variant.id).toBe(131);
  });

  it("CHG-04 who has the most credits of a year is proposed nothing, and told why", async () => {
    const { page, context, store } = suite;
    await enterSubscribed(context, store, "modal-highest", undefined, 133);
    await arrive("/accounts/subscriptions");
    await page.getByRole("link", { name: "Change plan", exact: true }).click();
    await dialog().getByText("You already have the highest available plan variant.").first().waitFor();
    expect(await dialog().locator("nav[aria-label='Credits'] [aria-current]").count()).toBe(0);
    expect(
      await dialog()
        .getByRole("button", { name: /^Change/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
  });

  it("CHG-04 is a page without scripts, with the choices as links", async () => {
    const { context, store, browser } = suite;
    await enterSubscribed(context, store, "modal-plain");
    const plain = await browser.newContext({ baseURL: store.url, javaScriptEnabled: false });
    await plain.addCookies(await context.cookies());
    const { page, problems } = await openPage(plain);
    await page.goto("/accounts/subscriptions");
    await page.getByRole("link", { name: "Change plan", exact: true }).click();
    await page.getByRole("heading", { name: "Change your plan", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Yearly" }).click();
    await page.getByText("Get all credits upfront").waitFor();
    await page.getByRole("row", { name: /^Credits 20 credits a month 240 credits a year/ }).waitFor();
    expect(await page.locator("noscript").first().innerText()).toContain("Card payments need JavaScript");
    expect(problems).toEqual([]);
    await plain.close();
  });
});
