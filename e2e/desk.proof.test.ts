import { readFile } from "node:fs/promises";
import { SAMPLES } from "@backlot/samples";
import { PHONE, expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  page = suite.page;
});

const desk = (on: Page = page) => on.getByRole("region", { name: "Compositing desk for Ground Fire" });
const value = (label: string, on: Page = page) => desk(on).getByRole("slider", { name: label }).inputValue();

/** Saves a still, and returns its bytes and its size. */
const still = async () => {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    desk().getByRole("button", { name: "Save still" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("ground-fire-comp.png");
  const bytes = await readFile(await file.path());
  return { bytes, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};

const chooseShot = (name: string) =>
  desk().getByLabel("Your picture or clip.").setInputFiles(`${SAMPLES.mediaFolder}/${name}`);

describe("the compositing desk", () => {
  it("CAT-03 lays an element over a picture, placed by keys, and saves what is seen", async () => {
    // Reading a canvas back without a GPU logs this.
    suite.provokes("GPU stall due to ReadPixels");
    await page.addInitScript(() => {
      const counts = { draws: 0, textures: 0, frames: 0 };
      Object.assign(window, { counts });
      const { drawArrays, texStorage2D } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.drawArrays = function draw(...given) {
        counts.draws += 1;
        drawArrays.apply(this, given);
      };
      WebGL2RenderingContext.prototype.texStorage2D = function store(...given) {
        counts.textures += 1;
        texStorage2D.apply(this, given);
      };
    });
    await page.goto("/collections/ground-fire");
    await page.getByRole("button", { name: "Try it on your shot" }).click();
    await desk().waitFor();
    await expectAccessible(page);
    // Until then, the element lies over a plate of the store's own.
    const plate = desk().locator("img");
    await expect.poll(() => plate.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1920);
    await shoot(page, "desk");
    await chooseShot("handheld-tracking-set.jpg");
    await desk().getByText("Drag the element to place it.").waitFor();
    await expect.poll(() => desk().locator("canvas").getAttribute("width")).not.toBe("1920");
    const placed = await still();
    expect([placed.width, placed.height]).toEqual(
      await desk()
        .locator("img")
        .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    );
    await expectAccessible(page);
    await shoot(page, "desk-picture");
    // Even in a low window, the picture keeps its shape.
    await page.setViewportSize({ width: 1280, height: 500 });
    const shape = await desk()
      .locator("canvas")
      .evaluate((own: HTMLCanvasElement) => [own.clientWidth / own.clientHeight, own.width / own.height]);
    expect(shape[0]).toBeCloseTo(shape[1] ?? 0, 1);
    // The same frame each time, so that only the settings differ.
    const before = placed.bytes;
    const shot = desk().getByRole("application");
    await shot.focus();
    for (const key of ["ArrowRight", "Shift+ArrowUp", "+", "]"]) await page.keyboard.press(key);
    expect([await value("Horizontal position"), await value("Vertical position")]).toEqual(["0.01", "0.1"]);
    expect([await value("Scale"), await value("Rotation")]).toEqual(["1.02", "-1"]);
    const moved = (await still()).bytes;
    expect(moved.equals(before)).toBe(false);
    // Dragging by a quarter of the width moves the element by a quarter, and back.
    const box = await shot.boundingBox();
    if (box === null) throw new Error("The desk is not shown.");
    const [x, y, quarter] = [box.x + box.width / 2, box.y + box.height / 2, Math.round(box.width / 4)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + quarter, y, { steps: 5 });
    await expect.poll(() => value("Horizontal position")).toMatch(/^0\.5[0-3]$/);
    await page.mouse.move(x, y, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(x, y + 40);
    expect([await value("Horizontal position"), await value("Vertical position")]).toEqual(["0.01", "0.1"]);
    await desk().getByRole("radio", { name: "Add" }).check({ force: true });
    const added = (await still()).bytes;
    expect(added.equals(moved)).toBe(false);
    await desk().getByRole("slider", { name: "Exposure" }).fill("2");
    expect((await still()).bytes.equals(added)).toBe(false);
    await desk().getByRole("button", { name: "Hide element" }).click();
    const without = (await still()).bytes;
    await shot.press("ArrowLeft");
    expect((await still()).bytes.equals(without)).toBe(true);
    // Draws nothing while nothing changes, and one call a frame while it plays. It makes one texture for each size: of
    // the plate, the element, and the shot.
    const counted = () =>
      page.evaluate(async () => {
        const counts = Reflect.get(window, "counts");
        const { draws } = counts;
        for (let frame = 0; frame < 10; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
        return { draws: counts.draws - draws, textures: counts.textures };
      });
    await expect.poll(counted).toEqual({ draws: 0, textures: 3 });
    await desk().getByRole("button", { name: "Play" }).click();
    await expect.poll(async () => (await counted()).draws).toBeGreaterThan(0);
    const playing = await counted();
    expect(playing.draws).toBeLessThanOrEqual(11);
    expect(playing.textures).toBe(3);
    await desk().getByRole("button", { name: "Close" }).click();
    await expect
      .poll(() =>
        page.getByRole("button", { name: "Try it on your shot" }).evaluate((own) => own === document.activeElement),
      )
      .toBe(true);
  });

  it("CAT-03 plays over a clip with a time offset, and its link opens the same settings elsewhere", async () => {
    await page.goto("/collections/ground-fire?desk=0.2_-0.1_0.5_30_1_0_1_screen");
    await desk().waitFor();
    expect([await value("Horizontal position"), await value("Time offset")]).toEqual(["0.2", "1"]);
    expect(await desk().getByRole("radio", { name: "Screen" }).isChecked()).toBe(true);
    await chooseShot("campfire.mp4");
    await desk().getByRole("button", { name: "Play" }).waitFor();
    const times = () =>
      desk()
        .locator("video")
        .evaluateAll((videos: HTMLVideoElement[]) => videos.map((video) => [video.currentTime, video.duration]));
    await desk().getByRole("button", { name: "Play" }).click();
    await expect.poll(async () => (await times())[0]?.[0] ?? 0).toBeGreaterThan(0.1);
    await desk().getByRole("button", { name: "Pause" }).click();
    // Paused, the element is at exactly the frame that belongs to the clip's. Both loop.
    const apart = async () => {
      const [[clip = 0] = [], [element = 0, duration = 1] = []] = await times();
      const after = (element - clip - 1 + 2 * duration) % duration;
      return Math.min(after, duration - after);
    };
    await expect.poll(apart).toBeLessThan(0.05);
    await desk().getByRole("button", { name: "Copy link" }).click();
    const link = await desk().getByLabel("Link to these settings").inputValue();
    expect(new URL(link).searchParams.get("desk")).toBe("0.2_-0.1_0.5_30_1_0_1_screen");
    await chooseShot("campfire.webm");
    await desk()
      .getByLabel("Your picture or clip.")
      .setInputFiles({
        name: "notes.png",
        mimeType: "image/png",
        buffer: Buffer.from("no picture"),
      });
    await desk().getByRole("alert").getByText("Your browser can't open this file.").waitFor();
    await expectAccessible(page);
  });

  it("CAT-03 says what a browser without WebGL 2 lacks, and still places the element, also on a phone", async () => {
    const context = await suite.browser.newContext({ baseURL: suite.store.url, viewport: PHONE });
    const phone = await context.newPage();
    await phone.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await phone.goto("/collections/ground-fire");
    await phone.getByRole("button", { name: "Try it on your shot" }).click();
    await desk(phone).getByText("Your browser doesn't support WebGL 2").waitFor();
    expect(await desk(phone).getByRole("button", { name: "Save still" }).count()).toBe(0);
    const place = () =>
      desk(phone)
        .locator("video")
        .evaluate((own) => own.getBoundingClientRect().left);
    const before = await place();
    await desk(phone).getByRole("slider", { name: "Horizontal position" }).fill("0.5");
    await expect.poll(place).toBeGreaterThan(before + 20);
    await expectAccessible(phone);
    await shoot(phone, "desk-plain");
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });
});

describe("a browser that plays VP9 without its transparency", () => {
  /** Lets a page find that the browser shows the frame opaque, as Safari does. */
  const showOpaque = () =>
    page.addInitScript(() => {
      const { getImageData } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.getImageData = function read(...given) {
        const seen = getImageData.apply(this, given);
        for (let at = 3; at < seen.data.length; at += 4) seen.data[at] = 255;
        return seen;
      };
    });
  const source = (name: string) =>
    page.getByLabel(name).evaluate((video: HTMLVideoElement) => new URL(video.currentSrc).pathname);

  it("CAT-03 gets the preview on a dark background, and is told so", async () => {
    suite.provokes("GPU stall due to ReadPixels");
    // Tests ask for less motion, so nothing plays by itself.
    const play = () => page.getByRole("button", { name: "Play" }).click();
    await page.goto("/collections/ground-fire");
    await play();
    await expect.poll(() => source("Preview of Ground Fire")).toBe("/media/ground-fire.webm");
    await page.getByRole("radio", { name: "Checker" }).waitFor();
    expect(await page.getByText("doesn't support transparent video").count()).toBe(0);

    await showOpaque();
    await page.goto("/collections/ground-fire");
    await page.getByText("doesn't support transparent video").waitFor();
    await play();
    await expect.poll(() => source("Preview of Ground Fire")).toBe("/media/ground-fire.mp4");
    expect(await page.getByRole("radio", { name: "Checker" }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "opaque-player");
    await page.getByRole("button", { name: "Try it on your shot" }).click();
    await desk().waitFor();
    await page.getByText("doesn't support transparent video").waitFor();
    await expect
      .poll(() =>
        desk()
          .locator("video")
          .evaluate((video: HTMLVideoElement) => new URL(video.currentSrc).pathname),
      )
      .toBe("/media/ground-fire.mp4");
  });
});
