import type { BrowserContext, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { advanceByAMonth, atPayment, enter, me, signUp, typeCard } from "@backlot/testing/browser/shopper";
import type { StorePlace } from "@backlot/testing/started-store";
import { useOwnBrowserStore } from "@backlot/testing/browser/suite";

const suite = useOwnBrowserStore();
let store: StorePlace;
let context: BrowserContext;
let page: Page;
beforeEach(() => {
  ({ store, context, page } = suite);
});

const choosePayPal = async (): Promise<void> => {
  await page.getByRole("radio", { name: "PayPal" }).check();
  await page.getByText("Click Continue to pay").waitFor();
};

describe("PayPal", () => {
  it("CHK-04 a plan is agreed to at PayPal and opens on the way back; another one replaces it", async () => {
    await atPayment(page, "/checkout/130", "payer");
    await page.getByText("Confirm your email so receipts").waitFor();
    await choosePayPal();
    await expectAccessible(page);
    await shoot(page, "checkout-paypal");
    await page.getByRole("button", { name: /^Continue · \$49\.00/ }).click();
    await page.getByText("Confirm your license to place the order.").waitFor();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Continue · \$49\.00/ }).click();
    await page.getByRole("heading", { name: "PayPal sandbox" }).waitFor();
    await shoot(page, "paypal-approval");
    await page.getByRole("button", { name: "Agree & Continue" }).click();
    await page.waitForURL("**/thank-you");
    expect(await me(context)).toMatchObject({
      current_credit_balance: 20,
      subscription: { plan_variant: { id: 130 } },
    });

    await page.goto("/accounts/subscriptions");
    await page.getByText("PayPal", { exact: true }).waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription-paypal");
    await page.goto("/checkout/132?license_id=1");
    await page.getByText("Click Continue to pay").waitFor();
    expect(await page.getByRole("radio", { name: "Card" }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "change-paypal");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Continue/ }).click();
    await page.getByRole("button", { name: "Agree & Continue" }).click();
    await page.waitForURL("**/thank-you?change=upgrade");
    expect((await me(context)).subscription).toMatchObject({ plan_variant: { id: 132 } });
    await page.goto("/checkout/130?license_id=1");
    await page.getByText("PayPal can't switch between").waitFor();
    await expectAccessible(page);
    await shoot(page, "change-paypal-refused");
  });

  it("CHK-04 who comes back from PayPal without paying sees that, and can choose again", async () => {
    await atPayment(page, "/checkout/130", "leaver");
    await choosePayPal();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Continue/ }).click();
    await page.getByRole("heading", { name: "PayPal sandbox" }).waitFor();
    // After leaving PayPal, the order can still be continued or canceled.
    await page.goto("/accounts/subscriptions");
    await page.getByText("Your order is waiting for your approval in PayPal").waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription-paypal-waiting");
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Approve your payment in PayPal" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "paypal-waiting");
    await page.getByRole("link", { name: "Continue to PayPal" }).click();
    await page.getByRole("button", { name: "Cancel and return to the store" }).click();
    await page.getByRole("heading", { name: "You weren't charged" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "paypal-left");
    await page.getByRole("link", { name: "Choose again" }).click();
    await choosePayPal();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Continue/ }).click();
    await page.getByRole("radio", { name: /refused/ }).check();
    await page.getByRole("button", { name: "Agree & Continue" }).click();
    await page.getByText("PayPal couldn't process your payment").waitFor();
    await shoot(page, "paypal-refused");
    expect((await me(context)).subscription).toBeNull();
    const other = await suite.context.request.get("/checkout/paypal?order=someone-elses");
    expect(other.status()).toBe(404);
  });

  it("CHK-04 a plan with added credits is two agreements, each in a tab of its own, and then home", async () => {
    await atPayment(page, "/checkout/130?add_on=5", "both");
    await choosePayPal();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Continue · \$64\.00/ }).click();
    await page.getByRole("dialog", { name: "Approve two payments in PayPal" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "two-flows");
    for (const [name, agree, end] of [
      ["Subscription purchase", "Agree & Continue", "**/thank-you"],
      ["Add-on purchase", "Pay now", `${store.url}/`],
    ] as const) {
      const [tab] = await Promise.all([
        context.waitForEvent("page"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      await tab.getByRole("button", { name: agree }).click();
      await tab.waitForURL(end);
      await tab.close();
    }
    await page.waitForURL(`${store.url}/`);
    expect(await me(context)).toMatchObject({
      current_credit_balance: 25,
      subscription: { plan_variant: { id: 130 } },
    });
  });

  it("CRD-11 credits through PayPal lead home, which says so and cleans its address", async () => {
    await enter(context, store, "packs");
    await page.goto("/credits");
    await page.getByRole("radio", { name: /^20 credits/ }).check();
    await choosePayPal();
    await expectAccessible(page);
    await shoot(page, "credits-paypal");
    await page.getByRole("button", { name: "Continue · $59.00" }).click();
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByText("20 credits added.").waitFor();
    await page.waitForURL(`${store.url}/`);
    await page.getByText("20 credits added.").waitFor();
    await expectAccessible(page);
    await shoot(page, "home-purchased");
    await page.goto("/?from_paypal=true&purchased_credits=5000");
    await page.waitForURL(`${store.url}/`);
    expect(await page.getByText("credits added").count()).toBe(0);
    expect((await me(context)).current_credit_balance).toBe(20);
  });

  it("CRD-06 CRD-11 who buys the credits that an item lacks is back at it, one click from having it", async () => {
    await enter(context, store, "lacking");
    // Before the scripts come, the link leads to the page instead of the dialog.
    await page.goto("/collections/forked-lightning", { waitUntil: "networkidle" });
    await page.getByText("You have 0 credits. You need 12 more credits.").waitFor();
    // A failed load leaves the page as it is.
    suite.provokes("status of 503");
    await page.route("**/credits.data*", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole("link", { name: "Get more credits" }).click();
    const dialog = page.getByRole("dialog", { name: "Not enough credits" });
    await dialog.getByText("The store didn't respond. Try again.").waitFor();
    await dialog.getByRole("button", { name: "Retry" }).click();
    await dialog.getByText("You need 12 more credits for Forked Lightning.").waitFor();
    // Without a plan, plans come before packs.
    await expect
      .poll(() => dialog.getByRole("heading", { level: 2 }).allInnerTexts())
      .toEqual([
        "Not enough credits",
        "A plan",
        expect.stringMatching(/^Buy Credit Pack/),
        "Payment method",
        "Order Summary",
      ]);
    expect(await dialog.getByRole("link", { name: /^20 credits/ }).getAttribute("href")).toMatch(
      /^\/checkout\/\d+\?license_id=1$/,
    );
    await dialog.getByRole("radio", { name: /^Custom/ }).check();
    await dialog.getByLabel("Number of credits").fill("12");
    await expectAccessible(page);
    await shoot(page, "credits-dialog");
    /** Runs `act` between the payment click and the store's response. */
    const whilePaying = async (act: () => Promise<unknown>) => {
      const asked = page.waitForRequest("**/api/payment_intent");
      const go = Promise.withResolvers<void>();
      await page.route("**/api/payment_intent", (route) => go.promise.then(() => route.continue()), { times: 1 });
      await dialog.getByRole("button", { name: "Buy · $36.00" }).click();
      await asked;
      await act();
      go.resolve();
    };
    // A dialog closed during a payment reopens with the provider's error.
    await typeCard(page, "4000000000000002");
    await whilePaying(async () => {
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    });
    const refusal = dialog.getByRole("alert");
    await refusal.getByText("Your card was declined.").waitFor();
    await expect.poll(() => refusal.evaluate((element) => element === document.activeElement)).toBe(true);
    // The bank's window is outside the page, so all dialogs make room for it. The credits dialog reopens if the bank
    // refuses.
    await typeCard(page, "4000002760003184");
    await whilePaying(() =>
      page.evaluate(() => document.body.appendChild(document.createElement("dialog")).showModal()),
    );
    const bank = page.frameLocator("iframe").last();
    await bank.getByRole("button", { name: "Fail authentication" }).click();
    await refusal.waitFor();
    expect(await dialog.getByLabel("Number of credits").inputValue()).toBe("12");
    await dialog.getByRole("button", { name: "Buy · $36.00" }).click();
    await bank.getByRole("button", { name: "Complete authentication" }).click();
    await page.getByText("12 credits added.").waitFor();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Get it for 12 credits" }).waitFor();
    // The opener has unmounted, so the focus moves to the page.
    expect(await page.getByRole("main").evaluate((main) => main === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await shoot(page, "item-after-credits");
    // With enough credits, the credits page leads back to the item.
    await page.goto("/credits?item=forked-lightning");
    await page.getByText("That's enough for Forked Lightning.").waitFor();
    await page.getByRole("link", { name: "Get it" }).click();
    await page.getByRole("button", { name: "Get it for 12 credits" }).click();
    await page.getByText("It's yours.").waitFor();

    await page.goto("/collections/ground-fire", { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Get more credits" }).click();
    await page.getByText("You need 8 more credits for Ground Fire.").waitFor();
    await choosePayPal();
    // Exactly what the item lacks is offered first.
    await page.getByRole("button", { name: "Continue · $24.00" }).waitFor();
    await page.getByRole("radio", { name: /^20 credits/ }).check();
    await page.getByRole("button", { name: "Continue · $59.00" }).click();
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.waitForURL(`${store.url}/collections/ground-fire`);
    await page.getByText("20 credits added.").waitFor();
    await page.getByRole("button", { name: "Get it for 8 credits" }).click();
    await page.getByText("It's yours.").waitFor();
    expect((await me(context)).current_credit_balance).toBe(12);
    // The next purchase is not for an item.
    await page.goto("/credits");
    await choosePayPal();
    await page.getByRole("button", { name: "Continue · $15.00" }).click();
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.waitForURL(`${store.url}/`);
    await page.getByText("5 credits added.").waitFor();
    // A closed dialog loads nothing more, so signing out does not lead to the sign-in page.
    const account = page.getByRole("button", { name: /'s account$/ });
    await account.click();
    await page.getByRole("link", { name: "Buy credits" }).click();
    await page
      .getByRole("dialog", { name: "Buy more credits" })
      .getByRole("button", { name: /^Buy · / })
      .waitFor();
    await page.keyboard.press("Escape");
    await account.click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Sign In" }).waitFor();
    expect(page.url()).toBe(`${store.url}/`);
  });

  it("DSC-08 a promo code and PayPal don't go together; CHK-07 a refused period says what PayPal does", async () => {
    await atPayment(page, "/checkout/130?discount_code=FILM20", "coder");
    await choosePayPal();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Continue/ }).click();
    await page.getByText("we do not support promo codes with PayPal checkout").waitFor();
    await expectAccessible(page);
    await shoot(page, "paypal-promo");
    await page.getByRole("link", { name: "Remove code" }).click();
    await page.getByRole("link", { name: "Remove code" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Continue/ }).click();
    await page.getByRole("button", { name: "Agree & Continue" }).click();
    await page.waitForURL("**/thank-you");

    await page.goto(store.sandboxUrl);
    await expectAccessible(page);
    await shoot(page, "sandbox");
    await page
      .getByRole("region", { name: "PayPal agreements" })
      .getByRole("row")
      .nth(1)
      .getByRole("button", { name: "Let its payments be refused" })
      .click();
    await advanceByAMonth(context, store, async () => (await me(context)).subscription?.status === "past_due");
    await page.goto("/accounts/subscriptions");
    await page.getByText("PayPal will retry this payment").waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription-paypal-overdue");
  });

  it("CHK-09 an Enterprise license is offered the card alone", async () => {
    await page.goto("/checkout/136?license_id=3");
    await signUp(page, "enterprise");
    await page.getByRole("radio", { name: /^Enterprise/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Card number").waitFor();
    expect(await page.getByRole("radio", { name: "PayPal" }).count()).toBe(0);
  });
});
