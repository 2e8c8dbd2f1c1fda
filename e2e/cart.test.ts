import { payPalPaymentsAt } from "@backlot/testing/sandbox";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter, enterSubscribed, signUp, typeCard, unfold } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { readFile } from "node:fs/promises";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

/** Returns the text of a PDF's first page. */
const textOf = async (path: string): Promise<string> => {
  const { promise } = getDocument({ data: new Uint8Array(await readFile(path)) });
  const pages = await (await promise).getPage(1);
  const { items } = await pages.getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
};

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

const panel = () => page.getByRole("dialog", { name: "Your cart" });
const total = () => page.getByText("Total today", { exact: true }).locator("..").innerText();

/** Adds an item on its page. Opens the cart panel, or the cart page if scripts have not loaded yet. */
const add = async (path: string, name: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole("button", { name: new RegExp(`^Add to cart .*${name}$`) }).click();
  await page.getByRole("heading", { name: "Your cart" }).waitFor();
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  if (await panel().isVisible()) await panel().getByRole("button", { name: "Close" }).click();
};

describe("a shopper with a cart", () => {
  it("ORD-02 ORD-03 ORD-04 ORD-06 DSC-02 DSC-05 CHK-01 buys items as a visitor: cart to files", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Cart, empty" }).click();
    await panel().getByText("Cart is Empty").waitFor();
    await expectAccessible(page);
    await shoot(page, "cart-empty");
    await panel().getByRole("button", { name: "Close" }).click();
    // The focus returns to the opener.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Cart, empty");

    await page.goto("/instant-purchase?collection-slug=ground-fire");
    await page.getByRole("button", { name: "Buy now · $24.00" }).waitFor();
    expect(await page.getByRole("radio", { name: /^2K/ }).isChecked()).toBe(true);
    await expectAccessible(page);
    await shoot(page, "instant-purchase");
    await page.getByRole("button", { name: /^Add to cart .*Ground Fire 2K$/ }).click();
    await panel().getByText("Total", { exact: true }).waitFor();
    expect(await panel().getByText("4 more for 20% off").isVisible()).toBe(true);
    const { width } = (await panel().boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThanOrEqual(400);
    expect(width).toBeLessThanOrEqual(600);
    await panel().getByRole("button", { name: "Close" }).click();
    // Checkout takes the whole cart, so the button names no single price anymore.
    await page.getByRole("radio", { name: /^4K/ }).check();
    await page.getByRole("button", { name: "Add and check out" }).waitFor();
    await page.getByText("Checkout includes the other item in your cart.").waitFor();
    for (const [path, name] of [
      ["/collections/ground-fire", "Ground Fire 4K"],
      ["/collections/forked-lightning", "Forked Lightning 2K"],
      ["/collections/forked-lightning", "Forked Lightning 4K"],
      ["/3d/weathered-boulder", "Weathered Boulder 2K"],
    ] as const)
      await add(path, name);
    await page.getByRole("link", { name: "Cart, 5 items" }).click();
    await panel().getByText("20% bundle discount applied.").waitFor();
    await expectAccessible(page);
    await shoot(page, "cart-panel");
    await panel().getByRole("button", { name: "Remove Weathered Boulder 2K" }).click();
    await panel().getByText("1 more for 20% off").waitFor();
    await panel().getByRole("button", { name: "Checkout" }).click();

    await page.getByRole("link", { name: "Sign in or create an account" }).click();
    await page.getByRole("heading", { name: "Create Your Free Account" }).waitFor();
    expect(await panel().isVisible()).toBe(false);
    await expectAccessible(page);
    await shoot(page, "cart-account");
    await signUp(page, "cora");
    await page.getByText("Which license fits you?").waitFor();
    await expectAccessible(page);
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByLabel("Card number").waitFor();
    expect(await total()).toContain("$150.00");
    await expectAccessible(page);
    await shoot(page, "cart-payment");
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("nonsense");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("alert").getByText("This promo code isn't valid.").waitFor();
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("take10");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Remove code" }).waitFor();
    expect(await total()).toContain("$140.00");
    await unfold(page, "Why this price?");
    await page.getByText("Applies to the whole cart.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Place order · $140.00" }).click();
    await page.getByText("Confirm your license to place the order.").waitFor();
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await typeCard(page, "4000000000000002");
    await page.getByRole("button", { name: "Place order · $140.00" }).click();
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    await typeCard(page, "4242424242424242");
    await page.getByRole("button", { name: "Place order · $140.00" }).click();

    await page.waitForURL(/\/accounts\/orders\/.+bought=1/);
    await page.getByText("The files are yours to keep").waitFor();
    await page.getByRole("button", { name: "Download Ground Fire 2K" }).waitFor();
    await page.getByRole("link", { name: "Cart, empty" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "order");
    const [receipt] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Receipt (PDF)" }).click(),
    ]);
    expect(receipt.suggestedFilename()).toMatch(/^receipt-.+\.pdf$/);
    const text = await textOf(await receipt.path());
    for (const part of [
      "Receipt",
      "Ada Lens",
      "cora@example.com",
      "Ground Fire · 2K",
      "TAKE10",
      "-$10.00",
      "$140.00 USD",
      "Tax",
    ])
      expect(text).toContain(part);
    await page.getByRole("link", { name: "Order History" }).first().click();
    await page.getByRole("link", { name: "Ground Fire · 2K and 3 more" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "orders");
    await page.goto("/collections/ground-fire");
    expect(await page.getByRole("button", { name: /Add to cart/ }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Download/ }).count()).toBe(2);
  });

  it("ORD-01 CHK-04 a visitor's cart stays after signing in and leaving PayPal, which pays it", async () => {
    await enter(suite.context, suite.store, "dora");
    await page.goto("/collections/forked-lightning");
    // The cart needs a license, so the page asks for it first.
    await page
      .getByRole("button", { name: /^Buy now/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Get Forked Lightning" });
    await dialog.getByRole("radio", { name: /^Startup/ }).check();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Buy 2K · $108.00" }).click();
    await page.waitForURL("**/checkout?step=payment");
    await page.goto("/cart");
    await page.getByRole("heading", { name: "Your cart" }).waitFor();
    expect(await total()).toContain("$108.00");
    await expectAccessible(page);
    await shoot(page, "cart-page");
    await page.getByRole("link", { name: "Checkout" }).click();
    await page.getByRole("radio", { name: "PayPal" }).check();
    await page.getByRole("checkbox").last().check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue · $108.00" }).click();
    await page.getByRole("button", { name: /cancel/i }).click();
    await page.getByRole("heading", { name: "You weren't charged" }).waitFor();
    await page.getByRole("link", { name: "Choose again" }).click();
    await page.getByRole("radio", { name: "PayPal" }).check();
    await page.getByRole("checkbox").last().check();
    await page.getByRole("button", { name: "Continue · $108.00" }).click();
    await page
      .getByRole("button", { name: /agree|approve|pay/i })
      .first()
      .click();
    await page.waitForURL(/\/accounts\/orders\/.+bought=1/);
    await page.getByText("It's yours to keep").waitFor();
    const order = new URL(page.url()).pathname.split("/").at(-1);
    const taken = (await payPalPaymentsAt(suite.store.sandboxUrl)).filter((each) => each.custom_id === order);
    expect(taken.map(({ amount }) => amount)).toEqual([10_800]);
  });

  it("LIC-13 ORD-05 an owner upgrades a file's license for the difference", async () => {
    await enterSubscribed(suite.context, suite.store, "grower");
    const { request } = suite.context;
    const pay = async (price: string): Promise<void> => {
      await page.goto("/checkout?step=payment");
      await page.getByRole("checkbox").last().check();
      await page.getByRole("button", { name: `Place order · ${price}` }).click();
      await page.waitForURL(/\/accounts\/orders\/.+bought=1/);
    };
    await add("/collections/ground-fire", "Ground Fire 2K");
    await pay("$24.00");
    await page.goto("/collections/ground-fire");
    await page.getByText("Owned under the Individual license").waitFor();
    expect(await page.getByRole("button", { name: /^Upgrade license/ }).count()).toBe(0);

    const profile = { first_name: "Ada", last_name: "Lens", email: "a@b.co", company_name: "Big Pictures" };
    const data = { ...profile, address: "1 Mill St, London", license_id: 3 };
    expect((await request.post("/api/licensee_profiles", { data })).ok()).toBe(true);
    await page.goto("/accounts/downloads");
    await page.getByText("Owned under the Individual license").waitFor();
    await expectAccessible(page);
    await shoot(page, "downloads-upgrade");
    await page.getByRole("link", { name: "Upgrade to Enterprise $3M-$20M" }).click();
    const upgrade = page.getByRole("button", { name: "Upgrade license · $120.00 for Ground Fire 2K" });
    await upgrade.waitFor();
    await expectAccessible(page);
    await shoot(page, "product-upgrade");
    await upgrade.click();
    await panel().getByText("License upgrade from Individual").waitFor();
    await expectAccessible(page);
    await shoot(page, "cart-upgrade");
    await pay("$120.00");
    await page.getByText("License upgrade from Individual").first().waitFor();
    await expectAccessible(page);
    await shoot(page, "order-upgrade");
    await page.goto("/collections/ground-fire");
    await page.getByText("Owned under the Enterprise $3M-$20M license").waitFor();
  });
});
