import type { BrowserContext, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import {
  advanceByAMonth,
  atPayment,
  enter,
  enterSubscribed,
  me,
  typeCard,
  unfold,
} from "@backlot/testing/browser/shopper";
import { type StorePlace, askStartedStore } from "@backlot/testing/started-store";
import { useOwnBrowserStore } from "@backlot/testing/browser/suite";

const suite = useOwnBrowserStore();
let store: StorePlace;
let context: BrowserContext;
let page: Page;
beforeEach(() => {
  ({ store, context, page } = suite);
});

describe("a subscriber", () => {
  it("CHG-04 changes up at once and down at the period's end, with each cost beside its button", async () => {
    await enterSubscribed(context, store, "changer");
    await page.goto("/pricing/individual?interval=month");
    // The next larger plan is preselected.
    const credits = page.getByRole("navigation", { name: "Credits" });
    expect(await credits.locator("[aria-current]").allInnerTexts()).toEqual(["50 credits"]);
    await shoot(page, "pricing-proposed");
    await credits.getByRole("link", { name: "20 credits Current" }).click();
    await page.getByText("Your current plan").waitFor();
    await credits.getByRole("link", { name: "50 credits" }).click();
    await page.getByRole("link", { name: "Change to Pro" }).click();
    await page.getByRole("heading", { name: "Change your plan" }).waitFor();
    await page.getByText("Takes effect today and starts a new billing period.").waitFor();
    await page.getByRole("button", { name: /^Change plan now/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/pricing/individual");
    await expectAccessible(page);
    await shoot(page, "change-up");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Change plan now/ }).click();
    await page.waitForURL("**/thank-you?change=upgrade");
    await page.getByText("Upgrade successful! Enjoy the benefits of your new plan instantly.").waitFor();
    await expectAccessible(page);
    await shoot(page, "upgraded");
    const upgraded = await me(context);
    expect(upgraded.subscription?.plan_variant.id).toBe(131);
    // On the day of the payment, all 20 credits are returned.
    expect(upgraded.current_credit_balance).toBe(50);

    await page.goto("/checkout/130?license_id=1");
    await page.getByText("You pay nothing today.").waitFor();
    expect(await page.getByText("Total today").count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "change-down");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Change plan on / }).click();
    await page.getByText("Downgrade successful. Your plan will downgrade at the end of your billing cycle.").waitFor();
    await shoot(page, "downgraded");
    await page.getByRole("link", { name: "Your subscription" }).click();
    await page.getByText("Nothing changes until then.").waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription-scheduled");
    await page.getByRole("button", { name: "Stay on my plan" }).click();
    await page.getByText("You're staying on your plan.").first().waitFor();
    expect(await page.getByText("Nothing changes until then.").count()).toBe(0);
    await page.getByRole("link", { name: "Cancel plan" }).waitFor();
  });

  it("CHG-04 who has the most credits of a year is proposed nothing, and told why", async () => {
    await enterSubscribed(context, store, "highest", undefined, 133);
    await page.goto("/pricing/individual?interval=year");
    await page.getByText("You already have the highest available plan variant.").waitFor();
    await page.getByText("Your current plan").waitFor();
    await expectAccessible(page);
    await shoot(page, "pricing-highest");
  });

  it("CHG-08 CHK-07 SHL-08 cancels, and keeps the plan; pays a refused renewal with another card", async () => {
    await enterSubscribed(context, store, "undecided");
    await page.goto("/", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: /'s account$/ }).click();
    await page.getByRole("link", { name: "Manage Subscription" }).click();
    await page.getByRole("heading", { name: "Your subscription" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription");
    await page.getByRole("link", { name: "Cancel plan" }).click();
    await page.getByRole("heading", { name: "Cancel your plan?" }).waitFor();
    await page.getByText("Your 20 plan credits expire then, so use them first.").waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription-cancel");
    await page.getByRole("button", { name: "Cancel my plan" }).click();
    await page.getByText("Your plan is canceled and ends on").waitFor();
    await page.getByRole("region", { name: "Plan", exact: true }).getByText("Canceled").waitFor();
    await page.getByRole("button", { name: "Keep my plan" }).click();
    await page.getByRole("link", { name: "Cancel plan" }).waitFor();

    const { stripe_customer_token } = await me(context);
    await context.request.post(`${store.sandboxUrl}/cards/expire`, { form: { customer: stripe_customer_token } });
    await advanceByAMonth(context, store, async () => (await me(context)).subscription?.status === "past_due");
    await page.goto("/");
    // Churnkey's wall asks too, until it is dismissed.
    const wall = page.getByRole("region", { name: "Failed payment" });
    await wall.getByText("Your payment of $49.00 failed.").waitFor();
    await expectAccessible(page);
    await shoot(page, "failed-payment");
    await wall.getByRole("button", { name: "Not now" }).click();
    await page.getByRole("link", { name: "Pay with another card" }).click();
    await page.getByRole("heading", { name: "Your last payment didn't go through" }).waitFor();
    // The plan, the renewal, and the card say what happened.
    await page.getByRole("region", { name: "Plan", exact: true }).getByText("Payment failed").waitFor();
    await page.getByRole("region", { name: "Recent payments" }).getByText("Payment failed").waitFor();
    await page
      .getByRole("region", { name: "Payment method" })
      .first()
      .getByText(/^Expired \d\d\/\d{4}/)
      .waitFor();
    // The expired card is listed as such and cannot be chosen.
    await page.getByRole("button", { name: "Use a saved card" }).click();
    expect(await page.getByRole("radio", { name: /ending in 4242 Expired / }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expectAccessible(page);
    await shoot(page, "subscription-overdue");
    await typeCard(page, "4242424242424242");
    await page.getByRole("button", { name: "Pay $49.00" }).click();
    await page.getByText("Your payment went through").waitFor();
    await wall.waitFor({ state: "detached" });
    await page.getByText("Overdue").waitFor({ state: "detached" });
    expect(await me(context)).toMatchObject({ current_credit_balance: 40, subscription: { status: "active" } });

    await context.request.post(`${store.sandboxUrl}/cards/expire`, { form: { customer: stripe_customer_token } });
    await advanceByAMonth(context, store, async () => (await me(context)).subscription?.status === "past_due");
    await page.goto("/accounts/subscriptions?cancel=1");
    await page.getByRole("button", { name: "Cancel my plan" }).click();
    await page.getByText("We won't retry the declined payment.").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Pay with another card" }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "subscription-canceled-overdue");
  });

  it("CRD-02 PLN-07 buys credits with the saved card, and a custom amount by 3-D Secure; forgets a card", async () => {
    await enterSubscribed(context, store, "spender");
    await page.goto("/pricing?credit_pack=true&interval=month");
    const dialog = page.getByRole("dialog", { name: "Buy more credits" });
    await dialog.getByRole("heading", { name: "A bigger plan" }).waitFor();
    await dialog.getByRole("button", { name: /^Buy · / }).waitFor();
    await page.waitForURL("**/pricing?interval=month");
    await expectAccessible(page);
    await shoot(page, "credits-dialog-more");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.getByTestId("credits").click();
    await page.getByRole("dialog", { name: "Your credits" }).getByRole("link", { name: "Buy credits" }).click();
    await dialog.getByRole("radio", { name: /^5 credits/ }).check();
    await dialog.getByRole("button", { name: "Buy · $15.00" }).click();
    await page.getByText("5 credits added.").waitFor();
    await page.getByTestId("credits").getByText("25 credits").waitFor();
    await page.goto("/credits");
    await page.getByRole("heading", { name: "Buy Credit Pack" }).waitFor();
    await page.getByRole("radio", { name: /^20 credits/ }).check();
    await page.getByRole("button", { name: "Buy · $59.00" }).waitFor();
    await page.getByText("Why this price?").click();
    await page.getByText("$2.95 per credit, the price for this many credits under the Individual license.").waitFor();
    await expectAccessible(page);
    await shoot(page, "credits");
    await page.getByRole("button", { name: "Buy · $59.00" }).click();
    await page.getByText("20 credits added.").waitFor();
    await page.getByTestId("credits").getByText("45 credits").waitFor();
    // A second click must not buy again.
    expect(await page.getByRole("button", { name: "Buy · $59.00" }).isDisabled()).toBe(true);

    await page.getByRole("radio", { name: /^Custom/ }).check();
    const amount = page.getByLabel("Number of credits");
    await amount.fill("0");
    await page.getByText("Enter a whole number from 1 to 100,000.").waitFor();
    await expectAccessible(page);
    await shoot(page, "credits-custom");
    expect(await page.getByRole("button", { name: "Buy credits" }).isDisabled()).toBe(true);
    await amount.fill("2");
    await page.getByRole("button", { name: "Add one credit" }).click();
    await page.getByRole("button", { name: "Remove one credit" }).click();
    await page.getByRole("button", { name: "Remove one credit" }).click();
    // At the minimum, the button does nothing.
    await page.getByRole("button", { name: "Remove one credit" }).click({ force: true });
    expect(await amount.inputValue()).toBe("1");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("dialog", { name: "Choose Payment Method" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "choose-card");
    await page.getByRole("radio", { name: /^Add New/ }).check();
    await page.keyboard.press("Escape");
    // An unconfirmed choice does not apply, and the focus returns to the opener.
    await page.getByText("Visa ending in 4242").first().waitFor();
    expect(
      await page
        .getByRole("button", { name: "Change", exact: true })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("radio", { name: /^Add New/ }).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await typeCard(page, "4000002760003184");
    await page.getByRole("button", { name: "Buy · $3.00" }).click();
    await page.frameLocator("iframe").last().getByRole("button", { name: "Complete authentication" }).click();
    await page.getByText("1 credit added.").waitFor();
    expect((await me(context)).current_credit_balance).toBe(46);

    await page.reload();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("button", { name: /^Make default: Visa ending in 4242/ }).click();
    await page.getByRole("radio", { name: /^Visa ending in 4242.*default/ }).waitFor();
    await page.getByRole("button", { name: /^Delete Visa ending in 4242/ }).click();
    await page.getByText("Are you sure?").waitFor();
    await expectAccessible(page);
    await shoot(page, "choose-card-delete");
    await page.getByRole("button", { name: "No", exact: true }).click();
    await page.getByRole("button", { name: /^Delete Visa ending in 4242/ }).click();
    await page.getByRole("button", { name: /^Yes, delete Visa ending in 4242/ }).click();
    await page.getByRole("radio", { name: /^Visa ending in 4242/ }).waitFor({ state: "detached" });
    // The plan now uses the remaining card, which cannot be deleted.
    await page.getByRole("radio", { name: /^Visa ending in 3184.*used for your plan/ }).waitFor();
    await page.getByRole("button", { name: /^Delete Visa ending in 3184/ }).click();
    await page.getByRole("button", { name: /^Yes, delete Visa ending in 3184/ }).click();
    await page.getByText("Your plan is billed to this card.").waitFor();
    await shoot(page, "choose-card-last");
    await page.getByRole("radio", { name: /^Add New/ }).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByLabel("Card number").waitFor();
    // The payment methods page says so before the attempt.
    const buying = page.url();
    await page.goto("/accounts/payment-methods");
    await page.getByRole("button", { name: /^Delete Visa ending in 3184/ }).click();
    const last = page.getByRole("dialog");
    await last.getByText("Your plan is billed to this card.").waitFor();
    expect(await last.getByRole("button", { name: "Yes" }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "payment-methods-last");
    await last.getByRole("button", { name: "Close", exact: true }).last().click();
    await page.goto(buying);

    // If the saved cards cannot be read, the page says so and accepts a new one.
    await context.request.post(`${store.sandboxUrl}/faults`, { form: { error500: "1" } });
    await page.reload();
    await page.getByText("We can't reach the payment provider").waitFor();
    await page.getByLabel("Card number").waitFor();
    await expectAccessible(page);
    await shoot(page, "cards-unreadable");
    await context.request.post(`${store.sandboxUrl}/faults`, { form: { all: "off" } });
  });

  it("DSC-04 SHL-05 sale and notice stand on every page; prices, promo field and charge follow", async () => {
    const staff = (method: string, path: string, body?: object) => askStartedStore(store, method, path, body);
    expect(await staff("PUT", "sale", {})).toBe(200);
    const notice = 'From 8 to 9 UTC no files are handed out. <a href="/license">What holds</a>';
    const told = { notification_type: "top_bar", heading: "Work on Sunday.", body: notice };
    expect(await staff("PUT", "notifications", told)).toBe(200);
    try {
      await page.goto("/");
      const bar = page.getByRole("complementary", { name: "Notice" });
      await bar.getByText("Work on Sunday. From 8 to 9 UTC no files are handed out.").waitFor();
      expect(await bar.getByRole("link", { name: "What holds" }).getAttribute("href")).toBe("/license");
      const banner = page.getByRole("complementary", { name: "Sale" });
      await banner
        .getByText("Sale: 30% off new plans for the first 6 months, or the first year if you pay " + "yearly.")
        .waitFor();
      await expectAccessible(page);
      await shoot(page, "sale-home");
      await banner.getByRole("link", { name: "See plans" }).click();
      await page.waitForURL("**/pricing");
      await page.getByText("renews at full-price after the first year").first().waitFor();
      await page.getByRole("link", { name: "Monthly", exact: true }).click();
      await page.getByText("$34.30").waitFor();
      await page.getByText("Applies to first 6 months").first().waitFor();
      await expectAccessible(page);
      await shoot(page, "sale-pricing");
      await atPayment(page, "/checkout/130?discount_code=FILM20", "bargain");
      await page.getByRole("button", { name: "Place order · $34.30" }).waitFor();
      await page.getByText("Applies to first 6 months").last().waitFor();
      expect(await page.getByLabel("Promo code").count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, "sale-checkout");
      await typeCard(page, "4242424242424242");
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Place order · $34.30" }).click();
      await page.waitForURL("**/thank-you");
      await page.getByText(/, \$34\.30$/).waitFor();
      // Subscribers don't see a sale for new plans.
      await page.goto("/accounts/subscriptions");
      await page.getByRole("main").getByText("$34.30 on").waitFor();
      expect(await banner.count()).toBe(0);
      await shoot(page, "sale-subscription");
    } finally {
      expect(await staff("DELETE", "sale")).toBe(204);
      expect(await staff("DELETE", "notifications/top_bar")).toBe(204);
    }
  });

  it("DSC-02 says at every refused try that there were too many", async () => {
    await atPayment(page, "/checkout/130", "guesser");
    const tryCode = (code: string) =>
      context.request.get(`/api/subscriptions/check_discount?discount_code=${code}`).then((answer) => answer.status());
    while ((await tryCode("NOPE")) !== 503);
    const said = page.getByText("Too many attempts.");
    for (const code of ["FIRST", "SECOND", "THIRD"]) {
      await unfold(page, "Promo code");
      await page.getByLabel("Promo code").fill(code);
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL((url) => url.searchParams.get("discount_code") === code);
      await said.waitFor();
    }
    await expectAccessible(page);
  });

  it("DSC-07 a code from the address is applied, an add-on comes and goes, and what is wrong is said", async () => {
    await enter(context, store, "codes");
    await page.goto("/checkout/130?license_id=1&discount_code=FILM20");
    // The code counts before the payment step, too.
    const summary = page.getByRole("region", { name: "Order Summary" });
    await summary.getByText("$39.20").first().waitFor();
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Applies to first 3 months", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Place order · $39.20" }).waitFor();
    await unfold(page, "Add credits");
    await page.getByRole("link", { name: "+5 · $15.00" }).click();
    await page.getByRole("button", { name: "Place order · $54.20" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "checkout-extras");
    await page.getByRole("link", { name: "Remove add-on" }).click();
    await page.getByRole("link", { name: "Remove code" }).click();
    await page.getByRole("button", { name: "Place order · $49.00" }).waitFor();
    await unfold(page, "Add credits");
    await page.getByText("Custom amount").click();
    await page.getByLabel("Number of credits").fill("7");
    await expectAccessible(page);
    await shoot(page, "checkout-custom-add-on");
    // Enter adds the credits, and doesn't place the order.
    await page.getByLabel("Number of credits").press("Enter");
    await page.getByRole("button", { name: "Place order · $70.00" }).waitFor();
    await page.getByRole("link", { name: "Remove add-on" }).click();
    await page.getByRole("button", { name: "Place order · $49.00" }).waitFor();
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("NOPE");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("This promo code isn't valid.").waitFor();
    // A refused code is removed from the URL, but its error stays.
    await page.waitForURL((url) => !url.searchParams.has("discount_code"));
    await page.getByText("This promo code isn't valid.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Place order · $49.00" }).waitFor();
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("FILM20");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Place order · $39.20" }).waitFor();
    await unfold(page, "Add credits");
    await page.getByRole("link", { name: "+20 · $59.00" }).click();
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Place order · $98.20" }).click();
    await page.waitForURL("**/thank-you");
    // The next payment is shown with its discount.
    await page.getByText(/, \$39\.20$/).waitFor();
    expect((await me(context)).current_credit_balance).toBe(40);
    await page.goto("/accounts/subscriptions");
    await page
      .getByRole("main")
      .getByText(/^\$39\.20 on .*\. 20% off the next 2 payments, then \$49\.00 from \w+ \d+, \d{4}$/)
      .waitFor();
    await expectAccessible(page);
    await shoot(page, "subscription-discount");
  });

  it("CHK-08 while the provider finishes the page waits, and goes on by itself", async () => {
    await enter(context, store, "patient");
    await page.goto("/checkout/130?license_id=1");
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox").check();
    suite.provokes("ERR_FAILED");
    // The store's response is lost, but the order is not.
    await page.route("**/api/subscriptions", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: /^Place order/ }).click();
    await page.waitForURL("**/thank-you");
    expect(await me(context)).toMatchObject({ current_credit_balance: 20 });
    await page.goto("/checkout/confirming");
    await page.waitForURL("**/thank-you");
  });

  it("CHK-08 who pays by a slow bank reads that it works on it, and is thanked once it has", async () => {
    const name = `slow-bank-${crypto.randomUUID().slice(0, 8)}`;
    await atPayment(page, "/checkout/130", name);
    await typeCard(page, "4000000000007775");
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    suite.provokes("409");
    await page.getByRole("button", { name: /^Place order/ }).click();
    await page.waitForURL("**/checkout/confirming?order=*");
    await page.getByRole("heading", { name: "Confirming your payment" }).waitFor();
    await expectAccessible(page);
    const waiting = page.url();
    await page.goto("/accounts/orders");
    await page.getByText("Payment in progress").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Pro · 20 credits" }).click();
    await page.waitForURL(waiting);
    const sandbox = await context.newPage();
    await sandbox.goto(store.sandboxUrl);
    const row = sandbox.getByRole("row").filter({ hasText: `${name}@example.com` });
    const pay = row.getByRole("button", { name: "Pay it" });
    await pay.click();
    await pay.waitFor({ state: "detached" });
    await sandbox.close();
    await page.waitForURL("**/thank-you");
  });

  it("ORD-06 a disputed payment is shown on pages that sell until settled, and a refund takes credits", async () => {
    await enterSubscribed(context, store, "disputer", "4000000000000259");
    const notice = page.getByText("One of your payments is disputed.");
    const isShown = async (address: string): Promise<boolean> => {
      await page.goto(address);
      return (await notice.count()) === 1;
    };
    await expect.poll(() => isShown("/accounts/subscriptions")).toBe(true);
    await expectAccessible(page);
    await shoot(page, "disputed");
    await page.getByRole("region", { name: "Recent payments" }).getByText("Disputed").waitFor();
    expect(await page.getByRole("link", { name: /^(Change plan|Buy credits)$/ }).count()).toBe(0);
    for (const address of ["/checkout/131?license_id=1", "/credits"]) {
      expect(await isShown(address), address).toBe(true);
      expect(await page.getByRole("button", { name: /^(Change|Place order|Pay)/ }).count()).toBe(0);
      await expectAccessible(page);
    }
    const sandbox = await context.newPage();
    await sandbox.goto(store.sandboxUrl);
    await sandbox.getByRole("button", { name: "Win it" }).first().click();
    await sandbox.waitForURL(`${store.sandboxUrl}/`);
    await expect.poll(() => isShown("/accounts/subscriptions")).toBe(false);
    await page.goto("/checkout/131?license_id=1");
    await page.getByRole("button", { name: /^Change plan now/ }).waitFor();

    // A partial refund revokes its share of the credits: $9.80 of $49 is 4 of 20.
    const row = sandbox.getByRole("row").filter({ hasText: "disputer@example.com" });
    await row.getByRole("spinbutton", { name: "Dollars to refund" }).fill("9.80");
    await row.getByRole("button", { name: "Refund" }).click();
    await row.getByText("refunded $9.80").waitFor();
    await sandbox.close();
    await expect.poll(async () => (await me(context)).current_credit_balance).toBe(16);
  });
});
