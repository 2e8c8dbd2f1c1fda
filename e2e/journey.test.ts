import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { BrowserContext, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import type { StorePlace } from "@backlot/testing/started-store";
import { useOwnBrowserStore } from "@backlot/testing/browser/suite";
import { testDatabases } from "@backlot/testing/databases";
import { TEST_SCALE } from "@backlot/testing/scale";

// The first journey uses the embedded database, like `npm start`.
const suite = useOwnBrowserStore(testDatabases[0]);
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
    const worth = page.getByRole("region", { name: "What Essentials are worth" });
    await worth.getByText("saves you $13.80 with the Individual").waitFor();
    expect(await worth.getByRole("definition").allInnerTexts()).toEqual(
      ["$21,243", "$40,686", "$57,960"].flatMap((each) => [each, "a year"]),
    );
    await page.getByRole("link", { name: "Monthly" }).click();
    await page.waitForURL(/interval=month/);
    await worth.getByText("$7,081").waitFor();
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
    await createAccount("ada@example.com");

    await page.getByText("Which license fits you?").waitFor();
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
      page.waitForEvent("download", { timeout: 180_000 }),
      page.getByRole("button", { name: "Download 2K" }).click({ timeout: 180_000 }),
    ]);
    expect(download.suggestedFilename()).toBe("forked-lightning-2k.zip");
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    const frames = Object.keys(files).filter((name) => name.endsWith(".png"));
    expect(frames).toHaveLength(96);
    const header = new DataView((files[frames[0] ?? ""] ?? new Uint8Array()).slice().buffer);
    // The PNG header: width and height (scaled down in tests), and the color type with alpha.
    const size = [2_048, 1_152].map((pixels) => pixels * TEST_SCALE.files);
    expect([header.getUint32(16), header.getUint32(20), header.getUint8(25)]).toEqual([...size, 6]);

    await page.getByRole("button", { name: "Account of Ada" }).click();
    await expectAccessible(page);
    await shoot(page, "account-menu");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Sign In", exact: true }).waitFor();
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await page.getByLabel("Email").fill("ada@example.com");
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
    await page.goto("/checkout/130?license_id=1");
    await createAccount("bea@example.com");
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
      await expect.poll(said, { timeout: 30_000 }).toContain(words);
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
    await page.goto("/checkout/128?license_id=1");
    await createAccount("cleo@example.com");
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
    await page.goto("/checkout/129?license_id=2");
    await createAccount("dora@example.com");
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
    await page.goto("/sign-up");
    await createAccount("finn@example.com");
    await page.getByTestId("credits").waitFor();
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

  it("SHL-07 SHL-09 every page is there, is accessible in both themes, and what is not is a 404", async () => {
    for (const path of [
      "/products",
      "/practice-footage",
      "/3d",
      "/collections",
      "/collections/free-for-subscribers",
      "/collections/fire/category",
      "/pricing/studio",
      "/pricing/enterprise?license_id=4",
      "/sign-up",
      "/sign-in",
      "/terms-of-service",
      "/privacy-policy",
      "/license",
      "/licenses",
      "/faq",
      "/blog",
      "/blog/fire-over-a-plate",
      "/practice-footage/green-screen-turntable",
      "/3d/weathered-boulder",
      "/collections/rising-smoke",
    ]) {
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
    // Stock claims are rounded down to tens. There are too few practice plates for a claim.
    await page.goto("/");
    expect(await page.getByRole("list", { name: "In the library" }).innerText()).toMatch(/^\d0\+ stock elements/);
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
    for (const path of ["/nothing-here", "/collections/nothing", "/api/nothing"]) {
      expect((await context.request.get(path)).status(), path).toBe(404);
    }
    suite.provokes("status of 404", "status of 401", "status of 500");
    const said = "error_status=418&error_data=%3Cb%20onclick=%22x%22%3Eteapot%3C/b%3E";
    for (const [status, heading] of [
      [401, "Sign in to see this"],
      [404, "Page not found"],
      [500, "Something went wrong"],
    ] as const) {
      expect((await page.goto(`/${status}?${said}`))?.status()).toBe(status);
      await page.getByRole("heading", { name: heading }).waitFor();
      await page.getByText('418: <b onclick="x">teapot</b>').waitFor();
    }
    await page.goto("/401");
    expect(await page.getByText("The address says").count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, "error-401");
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto("/nothing-here");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await expectAccessible(page);
  });
});
