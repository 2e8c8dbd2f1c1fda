import { PHONE, expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter, enterSubscribed } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Locator, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

/** Returns computed styles of an element. */
const stylesOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, forcedColorAdjust, color, borderTopWidth, borderTopStyle, borderTopColor, outlineStyle } =
      getComputedStyle(node);
    const edge = borderTopStyle === "none" ? "none" : `${borderTopWidth} ${borderTopColor}`;
    // Text over a fill of its own is only seen without the browser's plate behind text.
    const fill =
      forcedColorAdjust === "none" && color !== backgroundColor ? `${backgroundColor}, seen` : backgroundColor;
    return { fill, edge, outlineStyle };
  });

/** Returns the system colors of the page as computed values. */
const systemColors = () =>
  page.evaluate(() => {
    const probe = document.createElement("i");
    document.body.append(probe);
    const colorOf = (color: string): string => {
      probe.style.backgroundColor = color;
      return getComputedStyle(probe).backgroundColor;
    };
    const [canvas, highlight] = [colorOf("Canvas"), colorOf("Highlight")];
    probe.remove();
    return { canvas, highlight, filled: `${highlight}, seen` };
  });

/** Returns the texts in the main content whose contrast with what is behind them is below a ratio. */
const paleTexts = (least: number) =>
  page.evaluate((minimum) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (canvas === null) throw new Error("no canvas");
    const rgba = (color: string): readonly number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (color: readonly number[]): number => {
      const [r = 0, g = 0, b = 0] = color.slice(0, 3).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: Element | null): readonly number[] => {
      for (let at = element; at !== null; at = at.parentElement) {
        const color = rgba(getComputedStyle(at).backgroundColor);
        if (color[3] === 255) return color;
      }
      return [255, 255, 255, 255];
    };
    const pale: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent?.trim() ?? "";
      if (element === null || text === "" || !element.checkVisibility()) continue;
      if (element.closest("script, style, svg") !== null) continue;
      const [one, other] = [luminance(rgba(getComputedStyle(element).color)), luminance(behind(element))];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (ratio < minimum) pale.push(`${ratio.toFixed(1)}: ${text.slice(0, 40)}`);
    }
    return pale;
  }, least);

describe("a page in forced colors", () => {
  beforeEach(() => page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" }));

  it("shows primary buttons, what is chosen, and the focus", async () => {
    await page.goto("/pricing");
    const { canvas, highlight, filled } = await systemColors();
    expect(highlight).not.toBe(canvas);
    const primary = page.getByRole("link", { name: "Choose Pro" });
    expect((await stylesOf(primary)).fill).toBe(filled);
    expect((await stylesOf(page.getByRole("link", { name: "Yearly" }))).fill).toBe(filled);
    expect((await stylesOf(page.getByRole("link", { name: "Monthly" }))).fill).not.toBe(filled);
    await page.getByRole("link", { name: "Monthly" }).focus();
    await page.keyboard.press("Tab");
    expect((await stylesOf(page.locator(":focus-visible"))).outlineStyle).toBe("solid");
    await expectAccessible(page);
    await shoot(page, "forced-pricing");

    await page.goto("/instant-purchase?collection-slug=ground-fire&variant=1");
    const buy = page.getByRole("button", { name: /^Buy now/ });
    expect((await stylesOf(buy)).fill).toBe(filled);
    const [chosen, other] = ["2K", "4K"].map((name) => page.locator("label").filter({ hasText: name }));
    expect((await stylesOf(chosen as Locator)).edge).toBe(`2px ${highlight}`);
    expect((await stylesOf(other as Locator)).edge).not.toContain(highlight);
    await expectAccessible(page);
    await shoot(page, "forced-instant-purchase");

    // A progress bar has an edge and a fill.
    await page.getByRole("button", { name: /^Add to cart/ }).click();
    const bar = page.getByRole("progressbar");
    expect((await stylesOf(bar)).edge).toMatch(/^1px/);
    expect((await stylesOf(bar.locator("div"))).fill).toBe(filled);
    await expectAccessible(page);
    await shoot(page, "forced-cart");

    await page.goto("/collections/ground-fire");
    await page
      .getByRole("button", { name: /^Play|^Load/ })
      .first()
      .click();
    await page.getByRole("slider", { name: "Frame" }).waitFor();
    expect((await stylesOf(page.getByRole("slider", { name: "Frame" }))).edge).toMatch(/^1px/);
    const [black, white] = ["Black", "White"].map((name) => page.locator("label").filter({ hasText: name }));
    await (white as Locator).click();
    expect((await stylesOf(white as Locator)).fill).toBe(filled);
    expect((await stylesOf(black as Locator)).fill).not.toBe(filled);
    const loop = page.getByRole("button", { name: "Loop" });
    const isLooping = (await loop.getAttribute("aria-pressed")) === "true";
    expect((await stylesOf(loop)).fill === filled).toBe(isLooping);
    await shoot(page, "forced-product");
    // A badge over a picture.
    await page.goto("/products");
    expect(
      (
        await stylesOf(
          page
            .locator("main article span")
            .filter({ hasText: /gold|new/ })
            .first(),
        )
      ).edge,
    ).toMatch(/^1px/);
  });

  it("shows messages with an edge", async () => {
    await enter(suite.context, suite.store, "high-contrast");
    await page.goto("/accounts/profile");
    await page.getByLabel("First name").fill("Augusta");
    await page.getByRole("button", { name: "Save name" }).click();
    const saved = page.locator(".bg-success-ground");
    await saved.waitFor();
    expect((await stylesOf(saved)).edge).toMatch(/^1px/);
    await page.getByLabel("First name").fill("");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect.poll(async () => (await stylesOf(page.getByLabel("First name"))).edge).toMatch(/^2px/);
    await expectAccessible(page);
    await shoot(page, "forced-profile");
  });
});

describe("a printed page", () => {
  it("is black on white in both themes, without what only works on a screen", async () => {
    await enterSubscribed(suite.context, suite.store, "printer");
    for (const path of ["/license", "/accounts/orders", "/accounts/subscriptions", "/pricing"]) {
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ media: "screen" });
        await suite.context.addCookies([{ name: "theme", value: theme, url: suite.store.url }]);
        await page.goto(path);
        await page.emulateMedia({ media: "print" });
        expect(await paleTexts(7), `${path}, ${theme}`).toEqual([]);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
          "rgb(255, 255, 255)",
        );
        for (const hidden of ["body > header", "body > footer", "nav"])
          for (const each of await page.locator(hidden).all()) expect(await each.isVisible(), hidden).toBe(false);
        expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
      }
      await shoot(page, `print${path.replaceAll("/", "-")}`);
    }
  });
});

describe("a field on a phone", () => {
  it("has a text of at least 16 pixels, so that iOS does not zoom into it", async () => {
    await enter(suite.context, suite.store, "small-screen");
    await page.setViewportSize(PHONE);
    const small = () =>
      page
        .locator("input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), select, textarea")
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML.slice(0, 120)),
        );
    for (const path of ["/products", "/accounts/profile", "/accounts/security", "/credits"]) {
      await page.goto(path);
      expect(await small(), path).toEqual([]);
    }
    await page.goto("/instant-purchase?collection-slug=ground-fire&variant=1");
    await page.getByRole("button", { name: /^Add to cart/ }).click();
    await page.getByRole("button", { name: /^Remove Ground Fire/ }).waitFor();
    await page.goto("/checkout?step=license");
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Promo code", { exact: true }).waitFor();
    expect(await small()).toEqual([]);
    // A checkout's header has no search.
    await page.goto("/accounts/profile");
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByRole("searchbox", { name: "Search for" }).waitFor();
    expect(await small()).toEqual([]);
  });
});

describe("a page at 400 percent zoom", () => {
  it("opens dialogs with their heading in view, and scrolls only down", async () => {
    await enterSubscribed(suite.context, suite.store, "zoomed");
    // 1280 by 1024 pixels at 400 percent.
    await page.setViewportSize({ width: 320, height: 256 });
    for (const [path, role, opener, title] of [
      ["/accounts/subscriptions", "link", "Change plan", "Change your plan"],
      ["/accounts/subscriptions", "link", "Buy credits", "Buy more credits"],
      ["/pricing", "button", "Not sure which license fits?", "Find your license"],
      ["/accounts/profile", "button", "Confirm License", "Confirm License"],
    ] as const) {
      await page.goto(path, { waitUntil: "networkidle" });
      await page.getByRole(role, { name: opener, exact: true }).first().click();
      const heading = page.getByRole("dialog").last().getByRole("heading", { name: title });
      await heading.waitFor();
      const place = () => heading.evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(place, { message: title }).toBeGreaterThanOrEqual(0);
      expect(await place(), title).toBeLessThan(256 - 30);
      await expectAccessible(page);
    }
    for (const path of ["/", "/products", "/collections/flamethrower", "/pricing", "/accounts/orders", "/credits"]) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
});
