import { PHONE, expectAccessible } from "@backlot/testing/browser/chromium";
import { tabTo } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

const ITEM = "/collections/forked-lightning";

/** A desktop viewport of 1280 × 900 pixels at 200% zoom. */
const ZOOMED = { width: 640, height: 450 };

describe("the onboarding over a product", () => {
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
      await dialog.getByRole("radio", { name: /^Startup/, checked: true }).waitFor();
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
      await press("Enter", "button", { name: /^Place order · / });
      await page.waitForURL("**/accounts/orders/**");
    });
  }
});
