import { PHONE, expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const MODEL = "Rusted Oil Drum: rotate with the arrow keys, zoom with plus and minus";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

describe("what moves on a page", () => {
  it("CAT-03 a model is turned by hand and by keys, and what draws it comes when it is wanted", async () => {
    // Taking a screenshot of a canvas without a GPU logs this.
    suite.provokes("GPU stall due to ReadPixels");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/3d/rusted-oil-drum");
    const turn = page.getByRole("button", { name: "View in 3D" });
    await turn.waitFor();
    await expectAccessible(page);
    expect(asked.filter((path) => path.endsWith(".glb"))).toEqual([]);
    await turn.click();
    await page.getByText("Drag to rotate, or use the arrow keys.").waitFor();
    expect(asked.filter((path) => path.endsWith(".glb"))).toEqual(["/media/rusted-oil-drum.glb"]);
    const model = page.getByRole("application", { name: MODEL });
    const shown = async () => (await model.screenshot()).toString("base64");
    const before = await shown();
    await model.focus();
    await page.keyboard.press("ArrowRight");
    const turned = await shown();
    expect(turned).not.toBe(before);
    await model.hover();
    await page.mouse.down();
    await page.mouse.move(400, 400);
    await page.mouse.up();
    const dragged = await shown();
    expect(dragged).not.toBe(turned);
    // Zoom by keys and buttons, back and forth.
    await model.focus();
    await page.keyboard.press("+");
    const closer = await shown();
    expect(closer).not.toBe(dragged);
    await page.getByRole("button", { name: "Zoom out" }).click();
    expect(await shown()).toBe(dragged);
    const wireframe = page.getByRole("button", { name: "Wireframe" });
    await wireframe.click();
    expect([await wireframe.getAttribute("aria-pressed"), (await shown()) === dragged]).toEqual(["true", false]);
    await wireframe.click();
    expect(await shown()).toBe(dragged);
    await page.getByRole("slider", { name: "Light" }).fill("90");
    expect(await shown()).not.toBe(dragged);
    await page.getByRole("button", { name: "Full screen" }).click();
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.exitFullscreen().catch(() => {}));
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    await expectAccessible(page);
    await shoot(page, "model");
  });

  it("CAT-06 on a phone no picture or font that arrives moves anything, and only the middle plays", async () => {
    const open = async (saves: boolean) => {
      const phone = await suite.browser.newContext({
        viewport: PHONE,
        hasTouch: true,
        isMobile: true,
        baseURL: suite.store.url,
      });
      await phone.addInitScript((saveData) => {
        Object.defineProperty(navigator, "connection", { value: { saveData } });
        Object.assign(window, { moved: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (Reflect.get(entry, "hadRecentInput") !== true)
              Object.assign(window, { moved: Reflect.get(window, "moved") + Reflect.get(entry, "value") });
        }).observe({ type: "layout-shift", buffered: true });
      }, saves);
      const own = await openPage(phone);
      const moving: string[] = [];
      own.page.on("request", (request) => {
        if (/\.(?:mp4|webm)$/.test(request.url())) moving.push(new URL(request.url()).pathname);
      });
      return { ...own, context: phone, moving };
    };
    const { page: phone, problems, moving, context } = await open(false);
    // Deliver the font only after the page has rendered without it.
    const { promise: seen, resolve: see } = Promise.withResolvers<void>();
    await phone.route("**/*.woff2", async (route) => {
      await seen;
      await route.continue();
    });
    await phone.goto("/", { waitUntil: "commit" });
    await phone.getByRole("heading", { level: 1 }).waitFor();
    see();
    await phone.waitForLoadState("networkidle");
    expect(await phone.evaluate(() => Reflect.get(window, "moved"))).toBeLessThanOrEqual(0.01);
    for (const path of ["/", "/products", "/collections/campfire", "/3d/clay-amphora"]) {
      moving.length = 0;
      await phone.goto(path);
      await phone.waitForLoadState("networkidle");
      expect(await phone.evaluate(() => Reflect.get(window, "moved")), path).toBeLessThanOrEqual(0.01);
      // Only the hero and the player load video at once; tiles wait until they are in the middle of the screen.
      if (path === "/") expect(moving.filter((each) => each.endsWith("-tile.mp4"))).toEqual([]);
      if (path === "/products") expect(new Set(moving).size).toBeLessThanOrEqual(1);
    }
    await phone.goto("/products");
    const tile = phone.getByRole("link", { name: "Grenade Blast" });
    await tile.evaluate((own) => own.scrollIntoView({ block: "center" }));
    // One of the two tiles in this row plays. A tile in the middle at page load may have loaded before.
    const beside = /\/(?:grenade-blast|red-smoke-grenade)-tile\.mp4$/;
    await expect.poll(() => moving.at(-1) ?? "").toMatch(beside);
    expect(moving.filter((each) => beside.test(each))).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
    const saving = await open(true);
    for (const path of ["/", "/products", "/collections/campfire"]) {
      await saving.page.goto(path);
      await saving.page.waitForLoadState("networkidle");
    }
    expect(saving.moving).toEqual([]);
    await saving.context.close();
  });
});
