import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { BrowserContext, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import type { StorePlace } from "@backlot/testing/started-store";
import { NO_PAGES, PAGES } from "@backlot/testing/browser/pages";
import { enter } from "@backlot/testing/browser/shopper";
import { useScenarioStore } from "@backlot/testing/browser/suite";
import { TEST_SCALE } from "@backlot/testing/scale";

const suite = useScenarioStore();
let store: StorePlace;
let context: BrowserContext;
let page: Page;
beforeEach(() => {
  ({ store, context, page } = suite);
});

const charges = async (): Promise<readonly { amount: number; status: string; customer: string }[]> => {
  const keys = JSON.parse(await readFile(`${store.dataDir}/sandbox-keys.json`, "utf8")) as { secret: string };
  const answer = await fetch(`${store.sandboxUrl}/v1/charges?limit=100`, {
    headers: { authorization: `Bearer ${keys.secret}` },
  });
  return ((await answer.json()) as { data: { amount: number; status: string; customer: string }[] }).data;
};

const me = async () => {
  const answer = await context.request.get("/api/users/me");
  return (
    (await answer.json()) as {
      data: {
        current_credit_balance: number;
        stripe_customer_token: string;
        subscription: { current_credit_balance: number } | null;
      };
    }
  ).data;
};

const createAccount = async (email: string): Promise<void> => {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lens");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Get Started" }).click();
};

const typeCard = async (number: string): Promise<void> => {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("1234");
  await page.getByLabel("Security code").fill("123");
};

const chooseIndividual = async (): Promise<void> => {
  await page.getByRole("radio", { name: /^Individual/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
};

describe("a shopper subscribes", () => {
  it("PLN-05 LIC-15 ACC-06 ORD-04 CHK-01 CHK-02 CHK-03 CRD-08 CRD-10 DWN-01 home to plan, credits, file", async () => {
    await page.goto("/");
    await expectAccessible(page);
    await shoot(page, "home");
    await page.getByRole("link", { name: "See plans" }).click();
    await page.getByRole("heading", { name: "Plans and pricing" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "pricing");
    const worth = page.getByRole("region", { name: "What you save with Essentials" });
    await worth.getByText("saves you at least $13.80 with the Individual").waitFor();
    // The sample's items cost less than the badges' values, so the page says what they cost.
    expect(await worth.getByRole("definition").allInnerTexts()).toEqual([
      ...["$45", "if bought separately", "3 items"],
      ...["$84", "if bought separately", "6 items"],
      ...["$29", "if bought separately", "1 item"],
    ]);
    await page.getByRole("link", { name: "Monthly" }).click();
    await page.waitForURL(/interval=month/);
    await page.getByRole("link", { name: "Yearly" }).click();
    await page.waitForURL(/interval=year/);
    await page.getByRole("link", { name: "600 credits" }).click();
    await page.getByText("billed annually: $950.00").waitFor();
    await page.getByRole("link", { name: "240 credits" }).click();
    await page.getByText("billed annually: $470.00").waitFor();
    await page.getByRole("link", { name: "Choose Pro" }).click();

    await page.getByRole("heading", { name: "Create Your Free Account" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "onboarding-account");
    await page.getByRole("button", { name: "Get Started" }).click();
    await page
      .getByRole("alert")
      .getByText("Passwords are not long enough/ First name is required/ Last name is required/ Email is required")
      .waitFor();
    await expectAccessible(page);
    await createAccount("journey-ada@example.com");

    await page.getByText("Which license fits you?").waitFor();
    await page.getByText("Why this price?").click();
    await page.getByText(/^This is the list price\./).waitFor();
    await expectAccessible(page);
    await shoot(page, "onboarding-license");
    await chooseIndividual();

    await page.getByRole("heading", { name: "Order Summary" }).waitFor();
    await page.getByLabel("Card number").waitFor();
    await expectAccessible(page);
    await shoot(page, "onboarding-payment");
    expect(await page.getByText("Total today", { exact: true }).locator("..").innerText()).toContain("$470.00");
    await page.getByText(/^Renews at \$470\.00 starting /).waitFor();
    await typeCard("4242424242424242");
    await page.getByRole("button", { name: /Place order/ }).click();
    await page.getByText("Confirm your license to place the order.").waitFor();
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await page.getByRole("button", { name: /Place order/ }).click();

    await page.waitForURL("**/thank-you");
    await page.getByRole("heading", { name: "Thank you, Ada" }).waitFor();
    await page.getByText("Pro · 240 credits · yearly").waitFor();
    expect(await page.getByRole("main").getByText("Credit balance").locator("..").innerText()).toContain("240 credits");
    expect(await page.getByTestId("credits").innerText()).toBe("240 credits");
    await expectAccessible(page);
    await shoot(page, "thank-you");
    const picks = () => page.getByRole("region", { name: "Good first picks" }).getByRole("link").allInnerTexts();
    const [newest] = await picks();
    expect(newest).toContain("Rusted Oil Drum");
    await page.getByTestId("credits").click();
    const indicator = page.getByRole("dialog", { name: "Your credits" });
    expect(await indicator.innerText()).toMatch(/New credits\s+240 credits on .* 20\d\d\s+Next payment\s+\$/);
    await expectAccessible(page);
    await shoot(page, "credits-indicator");
    await page.keyboard.press("Escape");
    await indicator.waitFor({ state: "hidden" });
    await page.getByTestId("credits").click();
    await indicator.getByRole("link", { name: "Your subscription" }).click();
    await page.getByRole("heading", { name: "Your subscription" }).waitFor();
    await indicator.waitFor({ state: "hidden" });
    await page.goBack();
    // The header also fits a larger balance.
    await page.getByTestId("credits").evaluate((element) => {
      element.textContent = "12,400 credits";
    });
    await expectAccessible(page);
    const account = await me();
    expect([account.current_credit_balance, account.subscription?.current_credit_balance]).toEqual([240, 240]);
    expect((await charges()).filter((charge) => charge.customer === account.stripe_customer_token)).toMatchObject([
      { amount: 47_000, status: "succeeded" },
    ]);

    await page.goto("/collections/forked-lightning");
    await expectAccessible(page);
    await shoot(page, "product");
    await page.getByRole("button", { name: "Get it for 12 credits" }).click();
    await page.getByText("It's yours.").waitFor();
    expect(await page.getByTestId("credits").innerText()).toBe("228 credits");
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download 2K" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("forked-lightning-2k.zip");
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    const frames = Object.keys(files).filter((name) => name.endsWith(".png"));
    expect(frames).toHaveLength(96);
    const header = new DataView((files[frames[0] ?? ""] ?? new Uint8Array()).slice().buffer);
    // The PNG header: width and height (scaled down in tests), and the color type with alpha.
    const size = [2_048, 1_152].map((pixels) => pixels * TEST_SCALE.files);
    expect([header.getUint32(16), header.getUint32(20), header.getUint8(25)]).toEqual([...size, 6]);

    // The picks begin with the library that the customer looked at last.
    await page.goto("/thank-you");
    await expect.poll(async () => (await picks())[0]).not.toBe(newest);
    await page.getByRole("button", { name: "Ada's account" }).click();
    await expectAccessible(page);
    await shoot(page, "account-menu");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Sign In", exact: true }).waitFor();
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await page.getByLabel("Email").fill("journey-ada@example.com");
    await page.getByLabel("Password").fill("wrong horse");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText("Invalid credentials").waitFor();
    await expectAccessible(page);
    await shoot(page, "sign-in");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByTestId("credits").filter({ hasText: "228 credits" }).waitFor();
    await page.goto("/pricing");
    await page.getByRole("link", { name: "240 credits Current" }).waitFor();
    await page.getByRole("link", { name: "Change to Pro" }).waitFor();
    await expectAccessible(page);
  });

  it("CHK-02 CHK-03 a declined card: the provider's words, nothing subscribed, another card pays once", async () => {
    await enter(context, store, "journey-bea");
    await page.goto("/checkout/130?license_id=1");
    await chooseIndividual();
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    for (const [number, words] of [
      ["4000000000000002", "Your card was declined."],
      ["4000000000009995", "Your card has insufficient funds."],
      ["4000000000000341", "Your card was declined."],
    ] as const) {
      await typeCard(number);
      await page.getByRole("button", { name: /Place order/ }).click();
      const alert = page.getByRole("alert").filter({ hasText: words });
      // Poll the whole page, so that a failure shows what it says instead.
      const said = async () => `${page.url()} ${await page.getByRole("main").innerText()}`;
      await expect.poll(said).toContain(words);
      // The error takes the focus.
      await expect.poll(() => alert.evaluate((block) => block === document.activeElement)).toBe(true);
      expect(await page.getByRole("button", { name: /Place order/ }).isEnabled()).toBe(true);
      expect((await me()).subscription).toBeNull();
    }
    await expectAccessible(page);
    await shoot(page, "declined");
    await typeCard("4242424242424242");
    await page.getByRole("button", { name: /Place order/ }).click();
    await page.waitForURL("**/thank-you");
    const account = await me();
    const own = (await charges()).filter(
      (charge) => charge.customer === account.stripe_customer_token && charge.status === "succeeded",
    );
    expect(own).toMatchObject([{ amount: 4_900 }]);
  });

  it("CHK-03 a bank that asks: 3-D Secure opens, and the order goes through once it is answered", async () => {
    await enter(context, store, "journey-cleo");
    await page.goto("/checkout/128?license_id=1");
    await chooseIndividual();
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await typeCard("4000002500003155");
    await page.getByRole("button", { name: /Place order/ }).click();
    await page
      .frameLocator("iframe[title='3D Secure authentication']")
      .getByRole("button", { name: "Complete authentication" })
      .click();
    await page.waitForURL("**/thank-you");
    await page.getByText("Essentials · monthly").waitFor();
  });

  it("PLN-06 a checkout that can't be leads where a plan can be chosen", async () => {
    const leadsTo = async (path: string): Promise<string | undefined> =>
      (await context.request.get(path, { maxRedirects: 0 })).headers().location;
    expect(await leadsTo("/checkout/132?license_id=4")).toBe("/pricing/enterprise?license_id=4");
    expect(await leadsTo("/checkout/136?license_id=1")).toBe("/pricing");
    expect(await leadsTo("/checkout/999")).toBe("/pricing");
    await enter(context, store, "journey-dora");
    await page.goto("/checkout/129?license_id=2");
    await page.getByRole("radio", { name: /^Startup/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Order Summary" }).waitFor();
    await page.getByRole("checkbox", { name: /under \$3M/ }).check();
    await typeCard("4242424242424242");
    await page.getByRole("button", { name: /Place order/ }).click();
    await page.waitForURL("**/thank-you");
    // The paid license is now the minimum.
    expect(await leadsTo("/checkout/129?license_id=1")).toBe("/");
    expect(await leadsTo("/checkout/129?license_id=2")).toBe("/");
    await page.goto("/checkout/133?license_id=2");
    await page.getByRole("heading", { name: "Change your plan" }).waitFor();
    await expectAccessible(page);
  });

  it("follows no link to another site, and refuses what is no form or no session", async () => {
    await enter(context, store, "journey-finn");
    const leadsTo = async (next: string): Promise<string | undefined> =>
      (await context.request.get(`/sign-in?next=${encodeURIComponent(next)}`, { maxRedirects: 0 })).headers().location;
    for (const next of [
      "//evil.example",
      "/\t/evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "https://evil.example",
      "\n/x",
    ])
      expect(await leadsTo(next), next).toBe("/");
    expect(await leadsTo("/€?a=b#c")).toBe("/%E2%82%AC?a=b#c");
    expect(await leadsTo("/pricing?interval=month")).toBe("/pricing?interval=month");
    for (const path of ["/sign-in", "/sign-up", "/theme", "/checkout/130", "/collections/ground-fire"]) {
      expect(
        (await context.request.post(path, { data: "{}", headers: { "content-type": "application/json" } })).status(),
        path,
      ).toBe(400);
    }
    // A button that a page doesn't have must not count as one that it has.
    for (const page of ["wishlists", "payment-methods", "subscriptions", "team"])
      expect((await context.request.post(`/accounts/${page}`, { form: { intent: "x" } })).status(), page).toBe(400);
    for (const path of ["/checkout/x", "/checkout/1.5", "/checkout/2147483648"]) {
      expect((await context.request.get(path, { maxRedirects: 0 })).headers().location, path).toBe("/pricing");
    }
    expect((await context.request.get("/collections/a%00b")).status()).toBe(404);
    expect(
      (
        await context.request.post("/collections/forked-lightning", { form: { intent: "buy", collection_id: "x" } })
      ).status(),
    ).toBe(409);
    expect(
      (await context.request.post("/sign-in", { form: { email: "x".repeat(200_000), password: "x" } })).status(),
    ).toBe(413);
    const stranger = await suite.browser.newContext({
      baseURL: store.url,
      extraHTTPHeaders: { cookie: "backlot_session=%E2%82%AC%00" },
    });
    for (const path of ["/", "/sign-in", "/api/health"])
      expect((await stranger.request.get(path)).status(), path).toBe(200);
    expect((await stranger.request.get("/api/users/me")).status()).toBe(401);
    await stranger.close();
  });

  it("SHL-07 SHL-09 every page opens, and unknown addresses return 404", async () => {
    const statusOf = async (path: string) => (await fetch(`${store.url}${path}`)).status;
    for (const path of PAGES) expect(await statusOf(path), path).toBe(200);
    for (const path of NO_PAGES) expect(await statusOf(path), path).toBe(404);
  });
});
