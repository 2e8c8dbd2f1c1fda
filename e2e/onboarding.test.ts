import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter, signUp } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

const ITEM = "/collections/forked-lightning";

const stepNow = (): Promise<string | null> => page.locator('[aria-current="step"]').textContent();

describe("the onboarding over a product", () => {
  it("ACC-06 opens at the first step that is missing, and keeps who it knows on the product", async () => {
    await page.goto(ITEM);
    await page.getByRole("link", { name: "Get it for 12 credits" }).click();
    const dialog = page.getByRole("dialog", { name: "Get Forked Lightning" });
    await dialog.getByText("Create Your Free Account").waitFor();
    expect(await stepNow()).toBe("1. Create Account or Log in");
    await expectAccessible(page);
    await shoot(page, "onboarding-account");
    await dialog.getByRole("button", { name: "Please Sign In" }).click();
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.getByRole("alert").getByText("Email is required/ Password is required").waitFor();
    await dialog.getByRole("button", { name: "Create a free account" }).click();
    await signUp(page, "over-a-product");
    await dialog.getByText("Which license fits you?").waitFor();
    expect(await stepNow()).toBe("2. License Type");
    await expectAccessible(page);
    await shoot(page, "onboarding-license");
    await dialog.getByRole("radio", { name: /^Startup/ }).check();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Pay with 12 credits").waitFor();
    expect(await stepNow()).toBe("3. Payment Method");
    expect(new URL(page.url()).pathname).toBe(ITEM);
    await expectAccessible(page);
    await shoot(page, "onboarding-payment");
    // The choice does not bind before a payment, and is not asked for again.
    const known = await suite.context.request.get("/api/users/me");
    expect(((await known.json()) as { data: { min_license_id: unknown } }).data.min_license_id).toBeNull();
    // The credits dialog replaces this one, which would cover the confirmation after the purchase.
    await dialog.getByRole("link", { name: "Get more credits" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("dialog", { name: "Not enough credits" }).getByRole("button", { name: "Close" }).click();
    await page.reload();
    await page.getByRole("link", { name: "Get more credits" }).waitFor();
    expect(await page.getByRole("button", { name: /^Buy now/ }).count()).toBe(0);
  });

  it("ACC-06 starts at the payment for an account whose license is known", async () => {
    await enter(suite.context, suite.store, "known-license");
    const answer = await suite.context.request.post("/api/users/update_min_license", {
      data: { license_id: 2 },
      headers: { origin: suite.store.url },
    });
    expect(answer.status()).toBe(200);
    await suite.context.clearCookies();
    await page.goto(ITEM);
    await page.getByRole("link", { name: "Get it for 12 credits" }).click();
    const dialog = page.getByRole("dialog", { name: "Get Forked Lightning" });
    await dialog.getByRole("button", { name: "Please Sign In" }).click();
    await dialog.getByLabel("Email").fill("known-license@example.com");
    await dialog.getByLabel("Password").fill("correct horse");
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.getByRole("button", { name: "Buy 2K · $108.00" }).waitFor();
    expect(await stepNow()).toBe("3. Payment Method");
  });
});
