import { useBrowserStore } from "@backlot/testing/browser/suite";
import { describe, it } from "vitest";

const suite = useBrowserStore();

describe("the browser of the tests", () => {
  it("closes a page while a navigation commits", async () => {
    for (let times = 0; times < 40; times += 1) {
      const page = await suite.context.newPage();
      await page.goto("/api/health");
      // Rejects as soon as the reload commits.
      await page
        .evaluate(() => {
          location.reload();
          return new Promise(() => {});
        })
        .catch(() => {});
      await page.close();
    }
  });
});
