import { MEDIA_FOLDER } from "@backlot/catalog";
import { PHONE, expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
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

/** Polls with a long timeout: on a busy machine, media take a while to load. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });

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
    await page.getByText("No results.").waitFor();
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
    await eventually(names).toEqual(FREE_ELEMENTS);
    await page.getByLabel("Sort").selectOption("Name, A to Z");
    await page.waitForURL("**/products?access=free&sort=name");
    await eventually(names).toEqual([...FREE_ELEMENTS].sort());
    await page.reload();
    expect(await page.getByLabel("Sort").inputValue()).toBe("name");
    expect(await names()).toEqual([...FREE_ELEMENTS].sort());
    await page.goBack();
    await eventually(names).toEqual(FREE_ELEMENTS);
    expect(await page.getByLabel("Sort").inputValue()).toBe("newest");
    await page.goto("/collections");
    await page.getByRole("heading", { name: "All collections" }).waitFor();
    expect((await names()).length).toBe(24);
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL("**/collections?starting_after=*");
    await page.getByLabel("Category").selectOption("Rocks");
    await page.waitForURL("**/collections?category=rocks");
    await eventually(names).toEqual(["Cratered Asteroid", "Weathered Boulder"]);
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
    const model = page.getByRole("application", { name: "Rusted Oil Drum: rotate with the arrow keys" });
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
    expect(await shown()).not.toBe(turned);
    await expectAccessible(page);
    await shoot(page, "model");
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
    await page.getByRole("button", { name: "Account of Ada" }).click();
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
    const video = page.getByLabel("Fireball Explosion, moving");
    await eventually(() => video.evaluate((own: HTMLVideoElement) => own.currentTime)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play" }).waitFor();
    const frame = () => page.getByRole("slider", { name: "Frame" }).inputValue();
    await page.getByRole("slider", { name: "Frame" }).fill("10");
    await eventually(frame).toBe("10");
    await page.getByRole("button", { name: "Next frame" }).click();
    await eventually(frame).toBe("11");
    await page.getByRole("button", { name: "Previous frame" }).press("Enter");
    await eventually(frame).toBe("10");
    await page.getByText("11 / 72").waitFor();
    for (const backdrop of ["Checker", "White", "Plate"]) {
      await page.getByRole("radio", { name: backdrop }).check({ force: true });
      await expectAccessible(page);
      await shoot(page, `player-${backdrop.toLowerCase()}`);
    }
    const image = page.getByLabel("Use your own image as the backdrop.");
    await image.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await page.getByRole("alert").getByText("Your browser can't open this file.").waitFor();
    await image.setInputFiles(`${MEDIA_FOLDER}/handheld-tracking-set.jpg`);
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
    // The files have not been rendered yet, so the page says how long the first one takes.
    await page.getByText("Rendered on request").click();
    await page.getByText("about 2 minutes for 2K, or 10 for 4K").waitFor();
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
    await page.getByRole("link", { name: "Mushroom Cloud" }).hover();
    await eventually(() => moving).toContain("/media/mushroom-cloud-tile.mp4");
    expect(new Set(moving).size).toBe(1);
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
    await eventually(() => moving.at(-1) ?? "").toMatch(beside);
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
    await page.getByText(/^Downloaded /).waitFor();
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
