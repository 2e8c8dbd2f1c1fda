import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { PAGES } from "@backlot/testing/browser/pages";
import { useBrowserStore } from "@backlot/testing/browser/suite";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

describe("every page", () => {
  it("SHL-07 SHL-09 is accessible in both themes, and error pages name the problem", async () => {
    for (const path of PAGES) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      await expectAccessible(page);
      await shoot(page, path.replace(/\?.*/, "").replaceAll("/", "_").slice(1));
    }
    await page.getByRole("button", { name: "Learn" }).click();
    const learn = page.getByRole("banner").getByRole("link", { name: "Tutorials" });
    await learn.waitFor();
    await expectAccessible(page);
    await learn.click();
    await page.getByRole("heading", { name: "Tutorials", level: 1 }).waitFor();
    await learn.waitFor({ state: "hidden" });
    await page.getByRole("contentinfo").getByRole("link", { name: "Release schedule" }).click();
    await page.getByRole("heading", { name: "Released November 10, 2026" }).waitFor();
    await page.getByRole("link", { name: "Mushroom Cloud" }).waitFor();
    // The sample is too small to claim a size.
    await page.goto("/");
    expect(await page.getByRole("list", { name: "In the library" }).count()).toBe(0);
    await page.getByRole("button", { name: "Light theme" }).click();
    await page.getByRole("button", { name: "Dark theme" }).waitFor();
    for (const path of ["/", "/pricing", "/collections/forked-lightning", "/sign-up"]) {
      await page.goto(path);
      await expectAccessible(page);
      await shoot(page, `light${path.replaceAll("/", "_")}`);
    }
    // Visitors who haven't chosen a theme get the system's.
    await suite.context.clearCookies({ name: "theme" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    for (const [colorScheme, color, other] of [
      ["light", "rgb(250, 249, 247)", "Dark theme"],
      ["dark", "rgb(18, 18, 20)", "Light theme"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto("/pricing");
      expect(await ground()).toBe(color);
      await page.getByRole("button", { name: other }).waitFor();
      await expectAccessible(page);
    }
    suite.provokes("status of 404", "status of 401", "status of 500");
    const said = "error_status=418&error_data=%3Cb%20onclick=%22x%22%3Eteapot%3C/b%3E";
    for (const [status, heading] of [
      [401, "Sign-in required"],
      [404, "Page not found"],
      [500, "Something went wrong"],
    ] as const) {
      expect((await page.goto(`/${status}?${said}`))?.status()).toBe(status);
      await page.getByRole("heading", { name: heading }).waitFor();
      await page.getByText('418: <b onclick="x">teapot</b>').waitFor();
    }
    await page.goto("/401");
    expect(await page.getByText("The link says").count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "error-401");
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto("/nothing-here");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await expectAccessible(page);
  });
});
