import { expectAccessible } from "@backlot/testing/browser/chromium";
import { enter, enterSubscribed, unfold } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
let heard: string[];

/**
 * Collects what a screen reader hears: the texts that are put into a region which is on the page already, and which no
 * open dialog hides.
 */
beforeEach(async () => {
  ({ page } = suite);
  heard = [];
  await page.exposeFunction("hear", (text: string) => heard.push(text));
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target instanceof HTMLElement) || target.role !== "status" || addedNodes.length === 0) continue;
        const open = [...document.querySelectorAll("dialog:modal")].at(-1);
        if (open === undefined || open.contains(target)) Reflect.get(window, "hear")(target.textContent);
      }
    }).observe(document, { subtree: true, childList: true });
  });
});

const hears = (text: string) => expect.poll(() => heard.join("\n")).toContain(text);

describe("a message of success", () => {
  it("SHL-04 is spoken by a region that is on every page before", async () => {
    const first = await suite.context.request.get("/license");
    expect(await first.text()).toMatch(/<p role="status" class="announcements sr-only"><\/p>/);

    await page.goto("/instant-purchase?collection-slug=ground-fire&variant=1");
    await page.getByRole("button", { name: /^Add to cart/ }).click();
    await hears("Ground Fire · 2K is in your cart.");
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await enter(suite.context, suite.store, "listener");
    await page.goto("/checkout?step=license");
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("take10");
    await page.getByRole("button", { name: "Apply" }).click();
    await hears("Promo code TAKE10 applied.");
    await page.getByRole("button", { name: "Remove code" }).click();
    await hears("Promo code TAKE10 removed.");

    await page.goto("/collections/ground-fire");
    await page.getByRole("button", { name: "Save for later: Ground Fire" }).click();
    await hears("Ground Fire saved to your wishlist.");
    await page.getByRole("button", { name: "Saved: Ground Fire" }).click();
    await hears("Ground Fire removed from your wishlist.");

    await page.goto("/accounts/profile");
    await page.getByLabel("First name").fill("Augusta");
    await page.getByRole("button", { name: "Save name" }).click();
    await hears("Your name has been saved.");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Sign-in & Security" }).click();
    await page.getByLabel("Current password").fill("correct horse");
    await page.getByLabel("New password").fill("a new horse");
    await page.getByRole("button", { name: "Change password" }).click();
    await hears("Password changed. We signed you out on all other devices and disconnected all apps.");
    await expectAccessible(page);

    await page.goto("/licenses");
    const form = page.getByRole("form", { name: "Newsletter" });
    await form.getByLabel("First name").fill("Ada");
    await form.getByRole("checkbox", { name: "I'm not a robot" }).check();
    await form.getByLabel("Last name").fill("Lens");
    await form.getByLabel("Email").fill(`heard-${crypto.randomUUID()}@example.com`);
    await form.getByRole("button", { name: "Sign up" }).click();
    await hears("Thanks for signing up!");
  });

  it("SHL-04 is spoken after a plan changes, and after credits are bought in a dialog", async () => {
    await enterSubscribed(suite.context, suite.store, "plan-listener");
    await page.goto("/pricing?credit_pack=true&interval=month");
    const dialog = page.getByRole("dialog", { name: "Buy more credits" });
    await dialog.getByRole("radio", { name: /^5 credits/ }).check();
    await dialog.getByRole("button", { name: "Buy · $15.00" }).click();
    await hears("5 credits added.");
    await page.goto("/checkout/131?license_id=1");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Change plan now/ }).click();
    await hears("Upgrade successful! Enjoy the benefits of your new plan instantly.");
    await expectAccessible(page);
  });
});
