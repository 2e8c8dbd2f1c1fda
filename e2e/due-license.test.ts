import { openPostgres } from "@backlot/adapters-postgres";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter } from "@backlot/testing/browser/shopper";
import { useOwnBrowserStore } from "@backlot/testing/browser/suite";
import { plainDatabase } from "@backlot/testing/databases";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

let url = "";
const suite = useOwnBrowserStore({
  ...plainDatabase,
  stockedEnvironment: async (dataDir) => {
    const environment = await plainDatabase.stockedEnvironment(dataDir);
    url = environment.DATABASE_URL ?? "";
    return environment;
  },
});

/** Has every account confirm its license, as accounts of an earlier shop have to. */
const askEveryone = async (): Promise<void> => {
  const database = openPostgres(url, 1);
  await sql`update accounts set should_see_confirm_license = true`.execute(database.kysely);
  await database.close();
};

describe.skipIf(plainDatabase.kind === "PGlite")("an account that must confirm its license", () => {
  it("LIC-08 can't dismiss the dialog, reads the agreement without it, and can sign out", async () => {
    const { page, context, store } = suite;
    await enter(context, store, "due");
    await askEveryone();
    await page.goto("/");
    const dialog = page.getByRole("dialog", { name: "Confirm License" });
    await dialog.getByRole("button", { name: "Start" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "confirm-license-due");
    // The second Escape closes a dialog in some browsers even if the page prevents the first one.
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
    // The dialog opens again right after a browser has closed it.
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await page.goto("/license");
    await page.getByRole("heading", { name: "License agreement", level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await dialog.count()).toBe(0);
    await page.goto("/products");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign In" }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});
