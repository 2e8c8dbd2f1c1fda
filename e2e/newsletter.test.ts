import { newsletterFailureMessage } from "@backlot/domain";
import { PHONE, expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { contactAt } from "@backlot/testing/newsletter";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

describe("the live chat in the footer", () => {
  it("SHL-08 is loaded once someone asks for it; what fails can be tried again", async () => {
    const { page } = suite;
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (/chat-standin|churnkey/.test(request.url())) loaded.push(request.url());
    });
    suite.provokes("ERR_FAILED", "dynamically imported module");
    // The page also works if the store's own chat code cannot load.
    await page.route(/\/assets\/chat-[^/]*\.js/, (route) => route.abort(), { times: 1 });
    await page.goto("/license");
    await page.getByRole("button", { name: "Open the chat" }).click();
    await page.getByText("Part of this page didn't load.").waitFor();
    await page.getByRole("heading", { name: "License agreement" }).waitFor();
    await page.route("**/chat-standin.js", (route) => route.abort(), { times: 1 });
    await page.goto("/license");
    const open = page.getByRole("button", { name: "Open the chat" });
    await open.scrollIntoViewIfNeeded();
    expect(loaded).toEqual([]);
    await open.click();
    await page.getByText("The chat didn't load.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The chat is open").waitFor();
    await page.getByRole("button", { name: "Chat with support" }).click();
    await page.getByRole("region", { name: "Chat of the sandbox" }).getByText("Hello!").waitFor();
    await expectAccessible(page);
    await shoot(page, "chat");
    expect(loaded).toHaveLength(2);
  });
});

describe("the newsletter in the footer", () => {
  it("NWS-01 is signed up for once its fields and the captcha are done; what fails can be tried again", async () => {
    const { page, store } = suite;
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/recaptcha/")) scripts.push(request.url());
    });
    await page.goto("/license");
    const form = page.getByRole("form", { name: "Newsletter" });
    await form.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    // No third-party script loads before the user turns to the form.
    expect(scripts).toEqual([]);
    await form.getByLabel("First name").focus();
    const send = form.getByRole("button", { name: "Sign up" });
    const box = form.getByRole("checkbox", { name: "I'm not a robot" });
    await box.waitFor();
    expect(await send.isDisabled()).toBe(true);
    // A field shows an error only after it was left.
    expect(await form.getByText("First name is required").count()).toBe(0);
    await form.getByLabel("Last name").focus();
    await form.getByText("First name is required").waitFor();
    await expectAccessible(page);
    await shoot(page, "newsletter-form");
    const email = `news-${crypto.randomUUID()}@example.com`;
    await form.getByLabel("First name").fill("Ada");
    await form.getByLabel("Last name").fill("Lens");
    await form.getByLabel("Email").fill("ada@");
    await box.check();
    await form.getByLabel("First name").focus();
    expect(await send.isDisabled()).toBe(true);
    await form.getByLabel("Email").fill(email);
    await send.click();
    await page.getByText("Thanks for signing up!").waitFor();
    await expectAccessible(page);
    expect(await contactAt(store.sandboxUrl, email)).toEqual({
      email,
      firstName: "Ada",
      lastName: "Lens",
      lists: [{ list: "1", status: 1 }],
    });

    // For an address that is already subscribed, the form says so, and the captcha resets.
    await page.setViewportSize(PHONE);
    await page.reload();
    await form.getByLabel("First name").fill("Ada");
    await form.getByLabel("Last name").fill("Lens");
    await form.getByLabel("Email").fill(email);
    await box.check();
    await send.click();
    await page.getByText(newsletterFailureMessage({ _tag: "AlreadySubscribed" }, "Backlot")).waitFor();
    expect([await box.isChecked(), await send.isDisabled()]).toEqual([false, true]);
    await expectAccessible(page);
    await shoot(page, "newsletter-again");
    await form.getByLabel("Email").fill(`2${email}`);
    await box.check();
    await send.click();
    await page.getByText("Thanks for signing up!").waitFor();
    expect(await contactAt(store.sandboxUrl, `2${email}`)).toMatchObject({ lists: [{ list: "1", status: 1 }] });
  });

  it("NWS-01 a contact whose list was not reached is put onto it at the next try, and made once", async () => {
    const { page, store } = suite;
    // Wait for the page to be hydrated, which would clear its fields.
    await page.goto("/licenses", { waitUntil: "networkidle" });
    const form = page.getByRole("form", { name: "Newsletter" });
    const email = `late-${crypto.randomUUID()}@example.com`;
    await form.getByLabel("First name").fill("Ada");
    await form.getByLabel("Last name").fill("Lens");
    await form.getByLabel("Email").fill(email);
    const send = async () => {
      await form.getByRole("checkbox", { name: "I'm not a robot" }).check();
      await form.getByRole("button", { name: "Sign up" }).click();
    };
    suite.provokes("status of 503");
    await page.route("**/api/active-campaign/add-contact-to-list", (route) =>
      route.fulfill({ status: 503, json: { error: { code: "provider_unreachable", message: "away" } } }),
    );
    await send();
    await form.getByText(newsletterFailureMessage({ _tag: "ListFailed" }, "Backlot")).waitFor();
    // The captcha is solved again.
    await expect.poll(() => form.getByRole("checkbox", { name: "I'm not a robot" }).isChecked()).toBe(false);
    expect(await contactAt(store.sandboxUrl, email)).toMatchObject({ lists: [] });
    await page.unroute("**/api/active-campaign/add-contact-to-list");
    await send();
    await page.getByText("Thanks for signing up!").waitFor();
    expect(await contactAt(store.sandboxUrl, email)).toMatchObject({ lists: [{ list: "1", status: 1 }] });
  });
});
