import { expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
import { inboxOf } from "@backlot/testing/browser/inbox";
import { signUp, typeCard } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

describe("a guest", () => {
  it("ORD-03 ORD-04 CHK-02 DWN-01 buys an item in four clicks, and opens it by mail and account", async () => {
    await page.goto("/instant-purchase?collection-slug=weathered-boulder");
    await page.getByRole("button", { name: "Buy now · $29.00" }).click();
    await page.getByRole("heading", { name: "Your email" }).waitFor();
    const pay = page.getByRole("button", { name: "Enter your email to continue" });
    await pay.waitFor();
    expect(await pay.isEnabled()).toBe(false);
    await expectAccessible(page);
    await shoot(page, "guest-checkout");
    // The typed email address survives another checkout step.
    await page.getByLabel("Email").fill("gail@example.com");
    await page.getByRole("link", { name: "Change license" }).click();
    await page.getByRole("radio", { name: /^Startup/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Place order · $87.00" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("gail@example.com");
    await page.getByRole("link", { name: "Change license" }).click();
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Place order · $29.00" }).waitFor();
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await page.getByRole("button", { name: "Place order · $29.00" }).click();

    await page.waitForURL(/\/orders\/.+bought=1/);
    const order = new URL(page.url()).pathname;
    await page.getByText("It's yours to keep").waitFor();
    await page.getByText("We've emailed a link to this page to gail@example.com").waitFor();
    await expectAccessible(page);
    await shoot(page, "guest-order");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download Weathered Boulder 2K" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("weathered-boulder-2k.zip");

    // In another browser, the order's URL leads to the page that sends links, and the emailed link opens the order.
    const elsewhere = await suite.browser.newContext({ baseURL: suite.store.url, acceptDownloads: true });
    const { page: phone, problems } = await openPage(elsewhere);
    await phone.goto(order);
    await phone.getByRole("heading", { name: "Find your order" }).waitFor();
    await expectAccessible(phone);
    await shoot(phone, "guest-links");
    await phone.getByLabel("Email").fill("gail@example.com");
    await phone.getByRole("button", { name: "Send my links" }).click();
    await phone.getByText("If there are orders for gail@example.com").waitFor();
    await expect.poll(() => inboxOf(suite.store, "gail@example.com"), { interval: 1_000 }).not.toEqual([]);
    const [mail] = await inboxOf(suite.store, "gail@example.com");
    const link = new URL(/http\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    await phone.goto(link.pathname + link.search);
    await phone.getByRole("button", { name: "Download Weathered Boulder 2K" }).waitFor();
    const [receipt] = await Promise.all([
      phone.waitForEvent("download"),
      phone.getByRole("link", { name: "Receipt (PDF)" }).click(),
    ]);
    expect(receipt.suggestedFilename()).toMatch(/^receipt-.+\.pdf$/);
    await phone.goto(`${link.pathname}?link=changed`);
    await phone.getByText("That link has expired.").waitFor();
    expect(problems).toEqual([]);
    await elsewhere.close();

    await page.goto(order);
    await page.getByRole("link", { name: "Create an account" }).click();
    await signUp(page, "gail-account");
    await page.getByRole("link", { name: "Order History" }).first().click();
    await page.getByRole("link", { name: "Weathered Boulder · 2K" }).waitFor();
  });

  it("ACC-04 ORD-03 DSC-07 confirms an address by the mail's link, and finds what was bought with it", async () => {
    await page.goto("/instant-purchase?collection-slug=weathered-boulder");
    await page.getByRole("button", { name: "Buy now · $29.00" }).click();
    await page.getByRole("heading", { name: "Your email" }).waitFor();
    // A code in the URL is applied to the cart and removed from the URL.
    await page.goto("/checkout?step=payment&discount_code=nonsense");
    await page.getByRole("alert").getByText("This promo code isn't valid.").waitFor();
    await page.waitForURL(/\/checkout\?step=payment$/);
    await page.goto("/checkout?discount_code=take10");
    await page.getByRole("button", { name: "Remove code" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Remove code" }).click();
    await page.getByText("Promo code", { exact: true }).waitFor();
    await page.getByLabel("Email").fill("hal@example.com");
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await page.getByRole("button", { name: "Place order · $29.00" }).click();
    await page.waitForURL(/\/orders\/.+bought=1/);

    // Another user signs up with the address, and sees nothing of the order before confirming it by email.
    const elsewhere = await suite.browser.newContext({ baseURL: suite.store.url });
    const { page: other, problems } = await openPage(elsewhere);
    await other.goto("/sign-up");
    await signUp(other, "hal");
    await other.getByRole("button", { name: "Ada's account" }).waitFor();
    await other.goto("/accounts/orders");
    await other.getByRole("heading", { name: "Order History" }).waitFor();
    expect(await other.getByRole("link", { name: /Weathered Boulder/ }).count()).toBe(0);
    await other.goto("/users/confirmation");
    await other.getByText("We'll email a confirmation link to hal@example.com.").waitFor();
    await expectAccessible(other);
    await shoot(other, "confirmation");
    const confirmation = async () =>
      (await inboxOf(suite.store, "hal@example.com"))
        .map(({ text }) => /http\S+users\/confirmation\S+/.exec(text)?.[0])
        .find(Boolean);
    await expect.poll(confirmation, { interval: 500 }).toBeDefined();
    const link = new URL((await confirmation()) ?? "");
    // Whoever opens the link signed out has to sign in to this account first, or take it over by a new password.
    const signedOut = await suite.browser.newContext({ baseURL: suite.store.url });
    const { page: mailbox } = await openPage(signedOut);
    await mailbox.goto(link.pathname + link.search);
    await mailbox.getByText("Sign in to this account to confirm your email.").waitFor();
    await expectAccessible(mailbox);
    await shoot(mailbox, "confirmation-signed-out");
    await mailbox.getByRole("main").getByRole("link", { name: "Choose a new password" }).click();
    await mailbox.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await signedOut.close();
    await other.goto(link.pathname + link.search);
    await other.getByRole("button", { name: "Confirm" }).click();
    await other.getByText("hal@example.com is confirmed.").waitFor();
    await expectAccessible(other);
    await other.getByRole("main").getByRole("link", { name: "Order History" }).click();
    await other.getByRole("link", { name: "Weathered Boulder · 2K" }).waitFor();
    expect(problems).toEqual([]);
    await elsewhere.close();
  });
});
