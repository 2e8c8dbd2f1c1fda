import { readFile } from "node:fs/promises";
import { PHONE, expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
import { holdScripts, untilHydrated } from "@backlot/testing/browser/hydrated";
import { linkOf } from "@backlot/testing/browser/inbox";
import { atPayment, enter, logIn, signUp, typeCard, unfold } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Locator, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

/** Returns the hint or error of a field. */
const saidOf = async (within: ReturnType<Page["getByLabel"]>): Promise<string> => {
  const ids = await within.getAttribute("aria-describedby");
  return ids === null ? "" : within.page().locator(`[id="${ids}"]`).innerText();
};

/** Signs in with a panel's form. */
const logInTo = async (panel: Locator, name: string): Promise<void> => {
  await panel.getByLabel("Email").fill(`${name}@example.com`);
  await panel.getByLabel("Password").fill("correct horse");
  await panel.getByRole("button", { name: "Log in" }).click();
};

describe("an account", () => {
  it("SHL-04 ACC-01 ACC-02 ACC-03 signs up and in by panels over the page, with errors at their fields", async () => {
    await page.goto("/practice-footage");
    await page.getByRole("link", { name: "Start Free Now" }).click();
    const panel = page.getByRole("dialog", { name: "Create Your Free Account" });
    await panel.waitFor();
    await expectAccessible(page);
    await shoot(page, "sign-up-panel");
    await panel.getByLabel("Email").fill("x@mailinator.com");
    await panel.getByLabel("Password").fill("12345");
    await panel.getByRole("button", { name: "Get Started" }).click();
    await panel
      .getByRole("alert")
      .getByText(
        "Temporary email accounts are not allowed, please register using an appropriate email address./ " +
          "Passwords are not long enough/ First name is required/ Last name is required",
      )
      .waitFor();
    expect(await saidOf(panel.getByLabel("First name"))).toBe("First name is required");
    expect(await saidOf(panel.getByLabel("Password"))).toBe("Passwords are not long enough");
    await expectAccessible(page);
    await shoot(page, "sign-up-panel-refused");
    // A password that is too long is refused, and never cut.
    await panel.getByLabel("Password").fill("long horse ".repeat(12));
    expect((await panel.getByLabel("Password").inputValue()).length).toBe(132);
    await panel.getByRole("button", { name: "Get Started" }).click();
    await expect.poll(() => saidOf(panel.getByLabel("Password"))).toBe("Choose a password of 6 to 128 characters.");
    expect(await panel.getByLabel("Email").inputValue()).toBe("x@mailinator.com");
    await signUp(page, "panel");
    await page.getByText("Welcome. Confirm your email so receipts and download links reach you.").waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/practice-footage");
    await shoot(page, "welcome");
    await page.getByRole("button", { name: "Ada's account" }).click();
    await page.getByRole("button", { name: "Logout" }).click();

    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    const signIn = page.getByRole("dialog", { name: "Sign in" });
    await signIn.getByRole("button", { name: "Log in" }).click();
    await signIn.getByRole("alert").getByText("Email is required/ Password is required").waitFor();
    expect(await saidOf(signIn.getByLabel("Email"))).toBe("Email is required");
    await signIn.getByLabel("Email").fill("panel@example.com");
    await signIn.getByLabel("Password").fill("wrong horse");
    await signIn.getByRole("button", { name: "Log in" }).click();
    await signIn.getByRole("alert").getByText("Invalid credentials").waitFor();
    await expectAccessible(page);
    await shoot(page, "sign-in-panel");
    await signIn.getByLabel("Password").fill("correct horse");
    await signIn.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Welcome back, Ada.").waitFor();
    // The message disappears with its page.
    await page.getByRole("link", { name: "3D Assets" }).first().click();
    await page.getByRole("heading", { level: 1, name: "3D Assets" }).waitFor();
    expect(await page.getByText("Welcome back, Ada.").count()).toBe(0);
  });

  it("SHL-04 ACC-07 a page keeps its open menu and its place once its scripts run", async () => {
    await enter(suite.context, suite.store, "early");
    const release = await holdScripts(page);
    await page.goto("/accounts/profile", { waitUntil: "commit" });
    const opener = page.getByRole("button", { name: "Ada's account" });
    await opener.click();
    const entry = page.getByRole("banner").getByRole("link", { name: "Wishlists" });
    await entry.waitFor();
    await page.getByRole("link", { name: "Delete my account" }).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    release();
    await untilHydrated(page, opener);
    expect(await entry.isVisible()).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    await page.setViewportSize(PHONE);
    await page.goto("/accounts/security");
    // The strip of pages scrolls to its last one, which is shown.
    const strip = page.getByRole("navigation", { name: "Account" });
    await expect
      .poll(() => strip.evaluate(({ scrollLeft, clientWidth, scrollWidth }) => scrollWidth - scrollLeft - clientWidth))
      .toBeLessThan(1);
  });

  it("ACC-03 the panel closes by the keyboard, and gives the focus back", async () => {
    await page.goto("/");
    const opener = page.getByRole("link", { name: "Sign In", exact: true });
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Sign in" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Sign in" }).waitFor({ state: "hidden" });
    expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it("PLN-08 ACC-01 a free sign-up on the prices leads to the page of the free plan", async () => {
    await page.goto("/pricing");
    await page.getByRole("main").getByRole("link", { name: "Start free" }).click();
    await page.getByRole("heading", { name: "Create Your Free Account" }).waitFor();
    await signUp(page, "freebie");
    await page.waitForURL("**/subscribed-to-free-plan");
    await page.getByRole("heading", { name: "Welcome, Ada" }).waitFor();
    for (const line of ["10 daily downloads", "2K resolution", "No access to the Essentials Catalog assets"])
      await page.getByText(line).waitFor();
    await expectAccessible(page);
    await shoot(page, "free-plan");
  });

  it("ACC-04 a forgotten password is replaced by a link in a mail, and other devices are signed out", async () => {
    await enter(suite.context, suite.store, "forgetful");
    const elsewhere = await suite.browser.newContext({ baseURL: suite.store.url });
    const { page: phone, problems } = await openPage(elsewhere);
    await phone.goto("/sign-in");
    await phone.getByRole("link", { name: "Forgot your password?" }).click();
    await phone.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await phone.getByLabel("Email").fill("nonsense");
    await phone.getByRole("button", { name: "Send the link" }).click();
    await expect.poll(() => saidOf(phone.getByLabel("Email"))).toBe("Enter an email address such as name@example.com");
    await expectAccessible(phone);
    await phone.getByLabel("Email").fill("forgetful@example.com");
    await phone.getByRole("button", { name: "Send the link" }).click();
    await phone.getByText("If there's an account for forgetful@example.com, we've sent a reset link.").waitFor();
    await expectAccessible(phone);
    await shoot(phone, "reset-sent");
    const link = new URL(await linkOf(suite.store, "forgetful@example.com", "Choose your password"));
    await phone.goto(link.pathname + link.search);
    await expectAccessible(phone);
    await shoot(phone, "reset-choose");
    await phone.getByLabel("New password").fill("12345");
    await phone.getByRole("button", { name: "Set password" }).click();
    await expect.poll(() => saidOf(phone.getByLabel("New password"))).toBe("Passwords are not long enough");
    await phone.getByLabel("New password").fill("a new horse");
    await phone.getByRole("button", { name: "Set password" }).click();
    await phone.getByText("Your password has been changed. Sign in as forgetful@example.com.").waitFor();
    await phone.goto(link.pathname + link.search);
    await phone.getByLabel("New password").fill("another horse");
    await phone.getByRole("button", { name: "Set password" }).click();
    await phone.getByText("This link has expired.").waitFor();
    await phone.goto("/sign-in");
    await logIn(phone, "forgetful", "a new horse");
    await phone.getByRole("button", { name: "Ada's account" }).waitFor();
    expect(problems).toEqual([]);
    await elsewhere.close();
    // A user who was signed out returns to the page after signing in.
    await page.goto("/accounts/profile");
    await page.waitForURL("**/sign-in?next=%2Faccounts%2Fprofile");
    await logIn(page, "forgetful", "a new horse");
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  });

  it("ACC-01 signs up without a password, which a mail's link lets one choose", async () => {
    await page.goto("/sign-up");
    await page.getByRole("link", { name: "Sign up without a password" }).click();
    await page.getByText("We'll email you a link to choose a password.").waitFor();
    await expectAccessible(page);
    await shoot(page, "sign-up-passwordless");
    await page.getByLabel("First name").fill("Pia");
    await page.getByLabel("Last name").fill("Lens");
    await page.getByLabel("Email").fill("pia@example.com");
    await page.getByRole("button", { name: "Get Started" }).click();
    await page.getByRole("button", { name: "Pia's account" }).waitFor();
  });

  it("ACC-07 CHK-05 shows an account its name, its sessions and its cards, and changes them", async () => {
    await enter(suite.context, suite.store, "own");
    // Password managers know this address.
    const known = await page.goto("/.well-known/change-password");
    expect([known?.status(), new URL(page.url()).pathname]).toEqual([200, "/accounts/security"]);
    await page.goto("/");
    await page.getByRole("button", { name: "Ada's account" }).click();
    await page.getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await expectAccessible(page);
    await shoot(page, "profile");
    await page.getByLabel("First name").fill("");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect.poll(() => saidOf(page.getByLabel("First name"))).toBe("First name is required");
    await page.getByLabel("First name").fill("Augusta");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByText("Your name has been saved.").waitFor();
    await page.getByRole("button", { name: "Augusta's account" }).waitFor();

    const account = page.getByRole("navigation", { name: "Account" });
    await account.getByRole("link", { name: "Sign-in & Security" }).click();
    const elsewhere = await suite.browser.newContext({ baseURL: suite.store.url });
    const { page: phone } = await openPage(elsewhere);
    await phone.goto("/sign-in");
    await logIn(phone, "own");
    await phone.getByRole("button", { name: "Augusta's account" }).waitFor();
    await page.reload();
    await page.getByText("This device").waitFor();
    await expectAccessible(page);
    await shoot(page, "security");
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("Signed out.").waitFor();
    await phone.goto("/accounts/profile");
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();
    await elsewhere.close();
    await page.getByLabel("Current password").fill("wrong horse");
    await page.getByLabel("New password").fill("a new horse");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect.poll(() => saidOf(page.getByLabel("Current password"))).toBe("That's not your current password.");
    await page.getByLabel("Current password").fill("correct horse");
    await page.getByLabel("New password").fill("a new horse");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed.").waitFor();

    await account.getByRole("link", { name: "Payment Methods" }).click();
    await page.getByText("No saved cards.").waitFor();
    const addCard = async (number: string): Promise<void> => {
      await page.getByRole("button", { name: "Add a card" }).click();
      await typeCard(page, number);
      await page.getByRole("button", { name: "Save card" }).click();
      await page.getByText("Card saved.").waitFor();
      await page.getByRole("button", { name: "Add a card" }).waitFor();
    };
    await addCard("4242424242424242");
    // Adding the same card again does not add a second one.
    await addCard("4242424242424242");
    await addCard("5555555555554444");
    const cards = page.getByRole("region", { name: "Cards" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(2);
    await page.getByRole("button", { name: "Make default: Visa ending in 4242" }).click();
    await page.getByText("This card is now your default.").waitFor();
    expect(await cards.filter({ hasText: ", default" }).innerText()).toContain("Visa ending in 4242");
    await expectAccessible(page);
    await shoot(page, "payment-methods");
    await page.getByRole("button", { name: "Delete Mastercard ending in 4444" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm" });
    await confirm.getByText("Are you sure? Mastercard ending in 4444 will be deleted.").waitFor();
    await expectAccessible(page);
    await confirm.getByRole("button", { name: "Yes" }).click();
    await page.getByText("Card deleted.").waitFor();
    await expect.poll(() => cards.count()).toBe(1);
  });

  it("ACC-07 an account takes its data along, and is deleted by its password", async () => {
    await enter(suite.context, suite.store, "leaving");
    await page.goto("/accounts/profile");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download my data" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("my-data.json");
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({
      user: { email: "leaving@example.com" },
    });
    await page.getByRole("link", { name: "Delete my account" }).click();
    await page.getByText("We'll delete your saved cards, download history, cart, and sessions.").waitFor();
    await expectAccessible(page);
    await shoot(page, "delete-account");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect
      .poll(() => saidOf(page.getByLabel("Password")))
      .toBe("That's not your password. You can reset it by email.");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByRole("heading", { name: "Your account has been deleted" }).waitFor();
    await expectAccessible(page);
    await page.goto("/sign-in");
    await logIn(page, "leaving");
    await page.getByRole("alert").getByText("Invalid credentials").waitFor();
  });

  it("ACC-04 CHK-03 who was signed out elsewhere signs in over the checkout, and keeps what was typed", async () => {
    await atPayment(page, "/checkout/130", "elsewhere");
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("HALFTYPED");
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await suite.context.clearCookies();
    suite.provokes("status of 401");
    await page.getByRole("button", { name: /Place order/ }).click();
    const panel = page.getByRole("dialog", { name: "Sign in" });
    await panel.getByText("You've been signed out.").first().waitFor();
    await expectAccessible(page);
    await shoot(page, "signed-out");
    await logInTo(panel, "elsewhere");
    await panel.waitFor({ state: "hidden" });
    expect(await page.getByLabel("Promo code").inputValue()).toBe("HALFTYPED");
    expect(await page.getByRole("checkbox", { name: /sole user/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: /Place order/ }).click();
    await page.waitForURL("**/thank-you");
  });

  it("ACC-04 ACC-07 a form keeps what was typed while who was signed out elsewhere signs in", async () => {
    suite.provokes("status of 401");
    await enter(suite.context, suite.store, "midway");
    for (const [path, label, typed, button] of [
      ["/accounts/profile", "First name", "Adelaide", "Save name"],
      ["/accounts/security", "New password", "another horse", "Change password"],
    ] as const) {
      await page.goto(path);
      await page.getByLabel(label, { exact: true }).fill(typed);
      await suite.context.clearCookies();
      await page.getByRole("button", { name: button, exact: true }).click();
      const panel = page.getByRole("dialog", { name: "Sign in" });
      await panel.getByText("You've been signed out.").first().waitFor();
      await logInTo(panel, "midway");
      await panel.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Ada's account" }).waitFor();
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(typed);
    }
  });

  it("ACC-05 a long address breaks nothing on a phone", async () => {
    const name = "a".repeat(60);
    const email = `${name}@${"long-studio-name-".repeat(2)}of-pictures.example.com`;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/checkout/130");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Lens");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Get Started" }).click();
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Order Summary" }).waitFor();
    await expectAccessible(page);
    for (const path of ["/accounts/profile", "/accounts/security", "/users/confirmation", "/accounts/delete"]) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
});
