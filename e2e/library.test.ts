import { SAMPLES } from "@backlot/samples";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { signUp } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

const address = (): string => `${new URL(page.url()).pathname}${new URL(page.url()).search}`;

/** The free elements, newest first. */
const FREE_ELEMENTS = [
  ...["Spark Burst", "Rising Embers", "Smoke Burst", "Falling Snow"],
  ...["Pistol Muzzle Flash", "Steam Vent", "Campfire", "Grinder Sparks"],
];

describe("the libraries", () => {
  it("SHL-04 SRC-01 SRC-02 SRC-03 suggests once the typing rests, and Enter leads to the results", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Search", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Search" });
    const field = panel.getByRole("searchbox", { name: "Search for" });
    await panel.getByText("Press Enter for more results.").waitFor();
    expect(await panel.getByRole("combobox", { name: "Library" }).locator("option").allInnerTexts()).toEqual([
      "2D",
      "Pre-keyed",
      "3D",
    ]);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/searches")) asked.push(new URL(request.url()).search);
    });
    await field.pressSequentially("lightnig", { delay: 30 });
    await panel.getByRole("region", { name: "Keywords" }).getByRole("link", { name: "lightning" }).waitFor();
    // Requests are debounced, not sent for every letter.
    expect(asked).toEqual(["?cq=lightnig&from_searchbox=true&library_id=1"]);
    await panel.getByRole("region", { name: "Collections" }).getByRole("link", { name: "Forked Lightning" }).waitFor();
    await panel.getByRole("region", { name: "Categories" }).getByRole("link", { name: "Lightning" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "search-panel");
    await field.fill("");
    await panel.getByRole("region", { name: "Keywords" }).waitFor({ state: "hidden" });
    await panel.getByRole("combobox", { name: "Library" }).selectOption("3D");
    await field.fill("stone");
    await panel.getByRole("region", { name: "Collections" }).getByRole("link", { name: "Weathered Boulder" }).waitFor();
    await field.press("Enter");
    await page.waitForURL("**/3d?q=stone");
    await panel.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Weathered Boulder" }).waitFor();
    await page.goto("/products?q=lightnig");
    await page.getByText("No results for “lightnig.” Showing results for lightning.").waitFor();
    await expectAccessible(page);
    await shoot(page, "search-results");
    await page.goto("/products?q=zeppelin");
    await page.getByText("No matching items.").waitFor();
    await expectAccessible(page);
    await shoot(page, "search-nothing");
    await page.getByRole("link", { name: "Clear search and filters" }).click();
    await page.getByRole("link", { name: "Mushroom Cloud" }).waitFor();
    expect(address()).toBe("/products");
  });

  it("CAT-02 filters and sorts a listing by its address, which a reload and going back keep", async () => {
    await page.goto("/products");
    await expectAccessible(page);
    await shoot(page, "library");
    const names = () => page.locator("#content h3").allInnerTexts();
    await page.getByLabel("Access").selectOption("Free");
    await page.waitForURL("**/products?access=free");
    await expect.poll(names).toEqual(FREE_ELEMENTS);
    await page.getByLabel("Sort").selectOption("Name, A to Z");
    await page.waitForURL("**/products?access=free&sort=name");
    await expect.poll(names).toEqual([...FREE_ELEMENTS].sort());
    await page.reload();
    expect(await page.getByLabel("Sort").inputValue()).toBe("name");
    expect(await names()).toEqual([...FREE_ELEMENTS].sort());
    await page.goBack();
    await expect.poll(names).toEqual(FREE_ELEMENTS);
    expect(await page.getByLabel("Sort").inputValue()).toBe("newest");
    await page.goto("/collections");
    await page.getByRole("heading", { name: "All collections" }).waitFor();
    expect((await names()).length).toBe(24);
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL("**/collections?starting_after=*");
    await page.getByLabel("Category").selectOption("Rocks");
    await page.waitForURL("**/collections?category=rocks");
    await expect.poll(names).toEqual(["Cratered Asteroid", "Weathered Boulder"]);
    await page.goto("/collections/free-for-subscribers?membership_tier=1");
    await page.getByRole("heading", { name: "Free for subscribers" }).waitFor();
    expect(await names()).toEqual(["Ground Fog", "Chimney Smoke", "Rising Smoke Column"]);
    await expectAccessible(page);
    await page.goto("/collections/smoke/category");
    await page.getByRole("heading", { name: "Smoke", level: 1 }).waitFor();
    await expectAccessible(page);
    await shoot(page, "category");
    expect((await suite.context.request.get("/collections/nothing/category")).status()).toBe(404);
  });

  it("SRC-04 an address of a search result leads to its collection or its category", async () => {
    for (const [from, to] of [
      ["/products/ground-fire", "/collections/ground-fire"],
      ["/products/weathered-boulder", "/3d/weathered-boulder"],
      ["/products/smoke", "/collections/smoke/category"],
    ] as const) {
      await page.goto(from);
      expect(address()).toBe(to);
    }
    expect((await suite.context.request.get("/products/nothing")).status()).toBe(404);
  });

  it("CAT-05 CAT-06 ACC-07 relates items, remembers what was seen, and saves for later", async () => {
    await page.goto("/collections/rising-smoke");
    await page.waitForFunction(() => localStorage.getItem("backlot_recently_viewed")?.includes("rising-smoke"));
    await page.goto("/collections/ground-fire");
    await page
      .getByRole("region", { name: "Recently viewed" })
      .getByRole("link", { name: "Rising Smoke Column" })
      .waitFor();
    await expectAccessible(page);
    await shoot(page, "product");
    await page.getByRole("link", { name: "Save for later" }).click();
    await page.waitForURL("**/sign-up?next=*");
    const loads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/collections/ground-fire.data")) loads.push(request.url());
    });
    await signUp(page, "keeper");
    await page.waitForURL("**/collections/ground-fire");
    await page.getByRole("button", { name: "Save for later: Ground Fire" }).waitFor();
    await page.waitForLoadState("networkidle");
    // Loaded once: another load would close a menu opened in the meantime.
    expect(loads).toHaveLength(1);
    await page.getByRole("button", { name: "Save for later: Ground Fire" }).click();
    await page.getByRole("button", { name: "Saved: Ground Fire" }).waitFor();
    await page.getByRole("button", { name: "Ada's account" }).click();
    await page.getByRole("link", { name: "Wishlists" }).click();
    await page.getByRole("heading", { name: "Wishlists", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Ground Fire" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "wishlists");
    await page.getByRole("button", { name: "Saved: Ground Fire" }).click();
    await page.getByText("Nothing saved yet.").waitFor();
    await expectAccessible(page);
    await shoot(page, "wishlists-empty");
  });

  it("CAT-03 CAT-06 plays a sequence frame by frame over what it will stand on, and states its facts", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/collections/fireball-explosion");
    const video = page.getByLabel("Preview of Fireball Explosion");
    await expect.poll(() => video.evaluate((own: HTMLVideoElement) => own.currentTime)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play" }).waitFor();
    const frame = () => page.getByRole("slider", { name: "Frame" }).inputValue();
    await page.getByRole("slider", { name: "Frame" }).fill("10");
    await expect.poll(frame).toBe("10");
    await page.getByRole("button", { name: "Next frame" }).click();
    await expect.poll(frame).toBe("11");
    await page.getByRole("button", { name: "Previous frame" }).press("Enter");
    await expect.poll(frame).toBe("10");
    await page.getByText("11 / 72").waitFor();
    for (const backdrop of ["Checker", "White", "Plate"]) {
      await page.getByRole("radio", { name: backdrop }).check({ force: true });
      await expectAccessible(page);
      await shoot(page, `player-${backdrop.toLowerCase()}`);
    }
    const image = page.getByLabel("Use your own image as the backdrop.");
    await image.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await page.getByRole("alert").getByText("Your browser can't open this file.").waitFor();
    await image.setInputFiles(`${SAMPLES.mediaFolder}/handheld-tracking-set.jpg`);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Loop" }).click();
    expect(await video.evaluate((own: HTMLVideoElement) => own.loop)).toBe(false);
    const facts = page.getByRole("definition");
    for (const fact of [
      "72",
      "24 fps",
      "3.0 s",
      "One-shot",
      "sRGB; OpenEXR: linear, unclipped",
      "Included",
      "2048 × 1152, 4096 × 2304",
    ])
      await facts.getByText(fact, { exact: true }).waitFor();
    // The files have not been rendered yet, so the page says how long each takes.
    expect(await page.getByText(/ · Renders in about \d+ (seconds|minutes)$/).count()).toBe(2);
    await page.getByText("Your download starts automatically").waitFor();
    // The video is not upscaled.
    const box = await video.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(960);
  });

  it("CAT-06 loads no moving picture under reduced motion, and one for a tile that is pointed at", async () => {
    const moving: string[] = [];
    page.on("request", (request) => {
      if (/\.(?:mp4|webm)$/.test(request.url())) moving.push(new URL(request.url()).pathname);
    });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("link", { name: "Mushroom Cloud" }).hover();
    await page.goto("/collections/campfire");
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(moving).toEqual([]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/products");
    // Point at it anew until the page's scripts are there.
    const pointedAt = async () => {
      await page.mouse.move(0, 0);
      await page.getByRole("link", { name: "Mushroom Cloud" }).hover();
      return moving;
    };
    await expect.poll(pointedAt).toContain("/media/mushroom-cloud-tile.mp4");
    expect(new Set(moving).size).toBe(1);
  });

  it("DWN-02 DWN-03 DWN-04 PLN-08 a refused download is explained, and downloads are listed", async () => {
    suite.provokes("status of 401", "status of 403");
    await page.goto("/collections/grinder-sparks");
    await page.getByRole("button", { name: "Download 2K" }).click();
    const free = page.getByRole("dialog", { name: "Download with a free account" });
    await free.getByText("10 daily downloads").waitFor();
    await expectAccessible(page);
    await shoot(page, "download-visitor");
    await free.getByRole("link", { name: "Create a free account" }).click();
    await signUp(page, "downloader");
    await page.waitForURL("**/collections/grinder-sparks");
    await page.getByRole("button", { name: "Download 4K" }).click();
    const larger = page.getByRole("dialog", { name: "You can't access 4K content on your free plan" });
    await larger.getByRole("link", { name: "See plans" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "download-4k");
    await larger.getByRole("button", { name: "Close" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download 2K" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("grinder-sparks-2k.zip");
    // The button resets once the file arrives.
    await page.getByRole("button", { name: "Download 2K" }).waitFor();
    await page.goto("/accounts/downloads");
    await page.getByText(/^Download requested /).waitFor();
    await expectAccessible(page);
    await shoot(page, "downloads");
    const [again] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download Grinder Sparks 2K" }).click(),
    ]);
    expect(again.suggestedFilename()).toBe("grinder-sparks-2k.zip");

    await page.route("**/api/variant_downloads/*/download", (route) =>
      route.fulfill({
        status: 403,
        json: {
          error: {
            code: "download_refused",
            reason: "DailyLimitReached",
            message: "You've reached your daily download limit",
            download_limit: 10,
            downloads_today: 10,
          },
        },
      }),
    );
    await page.getByRole("button", { name: "Download Grinder Sparks 2K" }).click();
    const limit = page.getByRole("dialog", { name: "You've reached your daily download limit" });
    await limit.getByText("10 of 10 downloads today").waitFor();
    await limit.getByText("Come back tomorrow for more free downloads.").waitFor();
    await expectAccessible(page);
    await shoot(page, "download-limit");
  });
});
