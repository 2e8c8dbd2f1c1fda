import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

describe("a price list on a page of another site", () => {
  it("DEV-01 DEV-02 shows the store's prices under the license that fits, and leads to the checkout", async () => {
    const { page, store } = suite;
    await page.goto(`${store.sandboxUrl}/channel?store=${store.url}`);
    await page.getByRole("table", { name: "License: Individual" }).waitFor();
    const pro = page.getByRole("row", { name: /Pro 20 credits monthly/ });
    expect(await pro.getByRole("cell").last().textContent()).toBe("$49.00");
    await expectAccessible(page);
    await shoot(page, "channel");
    await page.getByLabel("Revenue per year, in dollars").fill("5000000");
    await page.getByLabel("Revenue per year, in dollars").press("Tab");
    await page.getByRole("table", { name: /^License: Enterprise/ }).waitFor();
    expect(
      await page
        .getByRole("row", { name: /Pro 50 credits monthly/ })
        .getByRole("cell")
        .last()
        .textContent(),
    ).toBe("$168.30");
    await page.getByLabel("Revenue per year, in dollars").fill("1000");
    await page.getByLabel("More than one person").check();
    await page.getByRole("table", { name: "License: Startup" }).waitFor();
    const [link] = await page.getByRole("link").all();
    expect(await link?.getAttribute("href")).toContain(`${store.url}/checkout/`);
  });

  it("DEV-02 says so if the store doesn't let the site call it", async () => {
    const { page, store } = suite;
    suite.provokes("ERR_FAILED", "CORS", "blocked", "Failed to load");
    await page.route("**/api/plan_variants*", (route) => route.abort());
    await page.goto(`${store.sandboxUrl}/channel?store=${store.url}`);
    await page.getByText("The prices can't be loaded right now.").waitFor();
    await expectAccessible(page);
  });
});
