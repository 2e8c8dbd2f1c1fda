import { PHONE, expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter, signUp, tabTo } from "@backlot/testing/browser/shopper";
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

/** A desktop viewport of 1280 × 900 pixels at 200% zoom. */
const ZOOMED = { width: 640, height: 450 };

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
    await dialog.getByText("With credits · 12 credits").waitFor();
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

  for (const [where, size] of [
    ["on a phone", PHONE],
    ["at 200 %", ZOOMED],
  ] as const) {
    it(`ACC-06 LIC-04 is gone through with questions to the paid order by the keyboard alone, ${where}`, async () => {
      await page.setViewportSize(size);
      await page.goto(ITEM);
      const press = async (key: string, ...at: Parameters<Page["getByRole"]>): Promise<void> => {
        await tabTo(page, page.getByRole(...at));
        await page.keyboard.press(key);
      };
      await press("Enter", "link", { name: "Get it for 12 credits" });
      const dialog = page.getByRole("dialog", { name: "Get Forked Lightning" });
      for (const [label, text] of [
        ["First name", "Ada"],
        ["Last name", "Lens"],
        ["Email", `keys-${size.width}@example.com`],
        ["Password", "correct horse"],
      ] as const) {
        await dialog.getByLabel(label, { exact: true }).waitFor();
        await tabTo(page, dialog.getByLabel(label, { exact: true }));
        await page.keyboard.type(text);
      }
      await page.keyboard.press("Enter");
      await dialog.getByText("Which license fits you?").waitFor();
      await press("Enter", "button", { name: "Not sure? Answer a few questions" });
      const finder = page.getByRole("dialog", { name: "Find your license" });
      await finder.getByRole("button", { name: "Multiple artists" }).waitFor();
      await press("Enter", "button", { name: "Multiple artists" });
      await finder.getByRole("button", { name: "Under $3M" }).waitFor();
      await press("Enter", "button", { name: "Under $3M" });
      await finder.getByRole("button", { name: "Use this license" }).waitFor();
      await press("Enter", "button", { name: "Use this license" });
      await finder.waitFor({ state: "hidden" });
      expect(await dialog.getByRole("radio", { name: /^Startup/ }).isChecked()).toBe(true);
      await press("Enter", "button", { name: "Continue" });
      await dialog.getByRole("button", { name: "Buy 2K · $108.00" }).waitFor();
      await press("Enter", "button", { name: "Buy 2K · $108.00" });
      await page.waitForURL("**/checkout?step=payment");
      for (const [label, text] of [
        ["Card number", "4242424242424242"],
        ["Expiration date", "1244"],
        ["Security code", "123"],
      ] as const) {
        await page.getByLabel(label).waitFor();
        await tabTo(page, page.getByLabel(label));
        await page.keyboard.type(text);
      }
      await press("Space", "checkbox", { name: /under \$3M/ });
      await expectAccessible(page);
      await press("Enter", "button", { name: /^Pay · / });
      await page.waitForURL("**/accounts/orders/**");
    });
  }
});
