import { once } from "node:events";
import { mkdtemp, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { lockDataDir } from "@backlot/adapters-postgres";
import { describe, expect, it } from "vitest";
import { readConfig } from "../apps/api/src/settings/derived.ts";
import { prepareData } from "@backlot/testing/prepared-data";
import { freePort } from "../scripts/free-port.mjs";
import { type Ended, runScript, startApi } from "@backlot/testing/processes";
import { newsletterEnvironment, widgetsEnvironment } from "@backlot/testing/sandbox";

const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_PUBLISHABLE_KEY: "pk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  STRIPE_BASE_URL: "http://127.0.0.1:1",
  SMTP_URL: "smtp://127.0.0.1:1",
};
const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "backlot-start-"));
/** Creates a data folder with a stocked database, for tests that are not about the database. */
const stockedFolder = async (): Promise<string> => {
  const dir = await folder();
  await prepareData(dir);
  return dir;
};
const main = async (env: Record<string, string>): Promise<Ended> =>
  runScript(["apps/api/dist/main.js"], { ...KEYS, ...env });

const oneLine = ({ code, out, err }: Ended): string => {
  expect([code, out]).toEqual([1, ""]);
  const lines = err.trim().split("\n");
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
};

describe("a start that can't succeed says why in one line and ends with 1", () => {
  it("a taken port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    expect(oneLine(await main({ DATA_DIR: await stockedFolder(), PORT: port }))).toBe(
      `Port ${port} is in use. Stop the process that uses it, or set PORT to a free port.`,
    );
    taken.close();
  });

  it("a data folder with a database that another process holds", async () => {
    const dir = await folder();
    const lock = lockDataDir(dir);
    expect(oneLine(await main({ DATA_DIR: dir, PORT: "0" }))).toContain(`${dir} is in use by another process`);
    lock.release();
  });

  it("a database that is not there, without the password of its address", async () => {
    const line = oneLine(
      await main({
        DATA_DIR: await folder(),
        PORT: "0",
        DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${await freePort()}/shop`,
      }),
    );
    expect(line).toContain("Can't connect to DATABASE_URL");
    expect(line).not.toContain("hunter2");
  });

  it("a setting that can't be used", async () => {
    const live = { NODE_ENV: "production", PUBLIC_URL: "https://shop.example", TRUSTED_PROXIES: "1" };
    expect(oneLine(await main({ DATA_DIR: await folder(), ...live }))).toContain("NODE_ENV is production");
  });

  it.each([
    [{ PORT: "eighty" }, /^PORT is "eighty"/],
    [{ PUBLIC_URL: "shop" }, /^PUBLIC_URL is "shop"/],
    [{ LICENSE_RULE: "maybe" }, /^LICENSE_RULE is "maybe"/],
    [{ DISCORD_URL: "discord" }, /^DISCORD_URL is "discord"\. Use a URL/],
    [{ TAX_PERCENT: "8,25" }, /^TAX_PERCENT is "8,25"\. Use a percentage such as 8\.25/],
    [{ TAX_PERCENT: "101" }, /^TAX_PERCENT is "101"/],
    [{ TAX_PERCENT: "-1" }, /^TAX_PERCENT is "-1"/],
    [{ STRIPE_SECRET_KEY: "" }, /^STRIPE_SECRET_KEY is not set\. Use a value such as sk_test_…\.$/],
    [
      { STRIPE_SECRET_KEY: "", SMTP_URL: "" },
      /^These settings are missing: STRIPE_SECRET_KEY \(such as sk_test_…\), SMTP_URL \(such as smtp:\S+\)\.$/,
    ],
    // A live store is shown live values, and everything that it needs.
    [
      { NODE_ENV: "production", STRIPE_SECRET_KEY: "", PUBLIC_URL: "", TRUSTED_PROXIES: "" },
      /: PUBLIC_URL \(such as https:\S+\), TRUSTED_PROXIES \(.+\), STRIPE_SECRET_KEY \(such as sk_live_…\)\.$/,
    ],
    [{ TAX_PRECENT: "8.25" }, /^TAX_PRECENT isn't a setting\. Did you mean TAX_PERCENT\?$/],
    [{ DATABSE_URL: "postgres://db/shop" }, /^DATABSE_URL isn't a setting\. Did you mean DATABASE_URL\?$/],
    [{ STRIPE_WEBHOOK_SECRET: "abc" }, /^STRIPE_WEBHOOK_SECRET isn't a signing secret\. Use the webhook/],
    [{ DATABASE_POOL: "0" }, /^DATABASE_POOL is "0"\. Use a number from 1 to 999/],
    [{ DRAIN_DELAY: "soon" }, /^DRAIN_DELAY is "soon"\. Use a number of seconds/],
    [{ CLAIM_ELEMENTS: "many" }, /^CLAIM_ELEMENTS is "many"\. Use a number, such as 10000/],
    [
      { RECAPTCHA_SITE_KEY: "6L" },
      /^RECAPTCHA_SITE_KEY is set without RECAPTCHA_SECRET_KEY and ACTIVECAMPAIGN_URL and/,
    ],
    [{ ANALYTICS_URL: "https://api.segment.io" }, /^ANALYTICS_URL is set without ANALYTICS_WRITE_KEY/],
    [{ ANALYTICS_WRITE_KEY: "k" }, /^ANALYTICS_WRITE_KEY is set without ANALYTICS_URL/],
    [{ ANALYTICS_URL: "segment", ANALYTICS_WRITE_KEY: "k" }, /^ANALYTICS_URL is "segment"/],
    [{ SUPPORT_KEYS: "k".repeat(32) }, /^Key 1 of SUPPORT_KEYS is shorter than 32 characters, or has no name\. Use/],
    [{ SUPPORT_KEYS: `ada=${"k".repeat(32)},ben=short` }, /^Key 2 of SUPPORT_KEYS is shorter than 32/],
    [{ SUPPORT_KEYS: `ada=${"k".repeat(32)} ${"k".repeat(32)}` }, /^Key 1 of SUPPORT_KEYS is shorter than 32/],
    [{ SUPPORT_KEYS: `=${"k".repeat(32)}` }, /^Key 1 of SUPPORT_KEYS has an invalid name/],
    [{ SUPPORT_KEYS: `ada=${"k".repeat(32)},ada=${"l".repeat(32)}` }, /^SUPPORT_KEYS lists ada twice/],
    [
      { SUPPORT_KEYS: `ada=${"k".repeat(32)},ben=${"k".repeat(32)}` },
      /^SUPPORT_KEYS has a key for ada that is used twice/,
    ],
    [{ CHAT_SCRIPT_URL: "chat" }, /^CHAT_SCRIPT_URL is "chat"/],
    [{ CHAT_SOURCES: "https://chat.example" }, /^CHAT_SOURCES is set without CHAT_SCRIPT_URL/],
    [{ CHAT_SCRIPT_URL: "https://chat.example/a.js", CHAT_SOURCES: "*" }, /^CHAT_SOURCES contains "\*"\. Use sites/],
    [{ CHURNKEY_APP_ID: "a" }, /^CHURNKEY_APP_ID is set without CHURNKEY_API_KEY/],
    [{ CHURNKEY_API_KEY: "k" }, /^CHURNKEY_API_KEY is set without CHURNKEY_APP_ID/],
    [{ ...widgetsEnvironment("x"), CHAT_SCRIPT_URL: "" }, /^CHURNKEY_SCRIPT_URL is "x/],
    [{ ...newsletterEnvironment("x") }, /^ACTIVECAMPAIGN_URL is "x"/],
    [{ ...newsletterEnvironment("studio.api-us1.com:443") }, /^ACTIVECAMPAIGN_URL is "studio/],
    [{ ...newsletterEnvironment("http://127.0.0.1:1"), RECAPTCHA_BASE_URL: "x" }, /^RECAPTCHA_BASE_URL is "x"/],
  ])("the setting %o", async (env, named) => {
    const DATA_DIR = await folder();
    expect(() => readConfig({ ...KEYS, DATA_DIR, ...env })).toThrow(named);
  });

  const PAYPAL_KEYS = {
    PAYPAL_CLIENT_ID: "id",
    PAYPAL_CLIENT_SECRET: "secret",
    PAYPAL_WEBHOOK_ID: "hook",
    PAYPAL_PLAN_MONTH: "P-1",
    PAYPAL_PLAN_YEAR: "P-2",
    PAYPAL_PLAN_TRIAL: "P-3",
  };
  const LIVE = {
    ...KEYS,
    NODE_ENV: "production",
    TRUSTED_PROXIES: "1",
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_PUBLISHABLE_KEY: "pk_live_x",
    STRIPE_BASE_URL: "",
    PUBLIC_URL: "https://shop.example",
    SESSION_SECRET: "s".repeat(32),
    LINK_SECRET: "l".repeat(32),
    SUPPORT_KEY: "k".repeat(32),
  };
  const TEST_KEYS = { STRIPE_SECRET_KEY: "rk_test_x", STRIPE_PUBLISHABLE_KEY: "pk_test_x" };

  it("a test store differs from a live one in its keys alone", async () => {
    const DATA_DIR = await folder();
    const payPal = { ...PAYPAL_KEYS, PAYPAL_BASE_URL: "https://api-m.sandbox.paypal.com" };
    const isTest = (env: Readonly<Record<string, string>>) => readConfig({ ...LIVE, DATA_DIR, ...env }).isTestStore;
    expect([isTest(TEST_KEYS), isTest({ ...TEST_KEYS, ...payPal }), isTest(PAYPAL_KEYS)]).toEqual([true, true, false]);
    // A store with the payment sandbox is none: the sandbox says so itself.
    expect(readConfig({ ...KEYS, DATA_DIR }).isTestStore).toBe(false);
  });

  it.each([
    [{ ...TEST_KEYS, ...PAYPAL_KEYS }, /Stripe's keys are test keys\. Set PAYPAL_BASE_URL=/],
    [{ ...TEST_KEYS, ...PAYPAL_KEYS, PAYPAL_BASE_URL: "http://127.0.0.1:1" }, /Stripe's keys are test keys/],
    [{ STRIPE_PUBLISHABLE_KEY: "pk_test_x" }, /SECRET_KEY is a live key, but STRIPE_PUBLISHABLE_KEY is a test key/],
    [{ STRIPE_SECRET_KEY: "rk_test_x" }, /SECRET_KEY is a test key, but STRIPE_PUBLISHABLE_KEY is a live key/],
    [{ STRIPE_SECRET_KEY: "pk_live_x" }, /STRIPE_SECRET_KEY isn't a secret key/],
    [{ STRIPE_PUBLISHABLE_KEY: "sk_live_x" }, /STRIPE_PUBLISHABLE_KEY isn't a publishable key/],
    [{ STRIPE_BASE_URL: "http://127.0.0.1:1" }, /STRIPE_BASE_URL points to a sandbox/],
    [{ ...PAYPAL_KEYS, PAYPAL_BASE_URL: "http://127.0.0.1:1" }, /PAYPAL_BASE_URL points to a sandbox/],
    [newsletterEnvironment("http://127.0.0.1:1"), /RECAPTCHA_BASE_URL points to a sandbox/],
    [{ ...newsletterEnvironment("http://127.0.0.1:1"), RECAPTCHA_BASE_URL: "" }, /ACTIVECAMPAIGN_URL is "http:/],
    [{ ANALYTICS_URL: "http://127.0.0.1:1", ANALYTICS_WRITE_KEY: "k" }, /ANALYTICS_URL is "http:/],
    [{ CHAT_SCRIPT_URL: "http://chat.example/a.js" }, /CHAT_SCRIPT_URL is "http:/],
    [
      { CHAT_SCRIPT_URL: "https://chat.example/a.js", CHAT_SOURCES: "https://chat.example ws://chat.example" },
      /CHAT_SOURCES contains "ws:/,
    ],
    [{ ...widgetsEnvironment("http://127.0.0.1:1"), CHAT_SCRIPT_URL: "" }, /CHURNKEY_SCRIPT_URL points to a sandbox/],
    [{ NODE_ENV: "" }, /Set NODE_ENV=production/],
    [{ TRUSTED_PROXIES: "" }, /TRUSTED_PROXIES is not set/],
    [{ ...KEYS, ...PAYPAL_KEYS, NODE_ENV: "" }, /PayPal is live unless PAYPAL_BASE_URL points to a sandbox/],
    [{ ...KEYS, ...PAYPAL_KEYS, NODE_ENV: "", PAYPAL_BASE_URL: "https://api-m.paypal.com" }, /PayPal is live/],
    [{ PUBLIC_URL: "" }, /PUBLIC_URL is not set/],
    [{ PUBLIC_URL: "http://shop.example" }, /Use an https URL/],
    [{ PUBLIC_URL: "ftp://shop.example" }, /PUBLIC_URL is "ftp/],
    [{ SESSION_SECRET: "short" }, /SESSION_SECRET is shorter than 32 characters/],
    [{ LINK_SECRET: "" }, /SESSION_SECRET and SUPPORT_KEY is set without LINK_SECRET/],
  ])("what would lose money or safety in production: %o", (env, reason) => {
    expect(() => readConfig({ ...LIVE, ...env })).toThrow(reason);
  });

  it("live settings that belong together are taken, restricted keys too", () => {
    expect(readConfig(LIVE).production).toBe(true);
    expect(readConfig({ ...LIVE, ...PAYPAL_KEYS }).paypal?.baseUrl).toBeUndefined();
    expect(readConfig({ ...LIVE, STRIPE_SECRET_KEY: "rk_live_x" }).stripe.secretKey).toBe("rk_live_x");
  });

  it("an empty data folder's name stands for the usual one, never for the folder that it is started in", () => {
    const secrets = { SESSION_SECRET: "s".repeat(32), LINK_SECRET: "l".repeat(32), SUPPORT_KEY: "k".repeat(32) };
    expect(readConfig({ ...KEYS, ...secrets, DATA_DIR: "" }).dataDir).toBe(resolve(".data"));
  });

  it("a sandbox beside live keys", async () => {
    const ended = await runScript(["apps/sandbox/dist/main.js"], {
      DATA_DIR: await folder(),
      STRIPE_SECRET_KEY: "sk_live_abc",
    });
    expect(oneLine(ended)).toBe("The sandbox doesn't start with live keys set. Unset STRIPE_SECRET_KEY.");
  });
});

describe("a start", () => {
  it("makes its own secrets once, for its owner alone, and answers on the loopback address only", async () => {
    const DATA_DIR = await stockedFolder();
    const port = String(await freePort());
    const first = await startApi({ ...KEYS, DATA_DIR, PORT: port });
    const health = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(await health.json()).toEqual({ status: "ok" });
    expect(health.headers.get("keep-alive")).toBe("timeout=75");
    const cookie = "avfx_order=a-cart";
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { "accept-encoding": "br", cookie } });
    expect([page.status, page.headers.get("content-encoding")]).toEqual([200, "br"]);
    // A page shows who is signed in and what is in the cart, so it must not be stored. Visitors without cookies share a
    // page that is revalidated.
    const controlOf = async (path: string, headers: Record<string, string> = {}): Promise<string | null> =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).headers.get("cache-control");
    for (const path of ["/", "/_.data", "/pricing.data"])
      expect([await controlOf(path), await controlOf(path, { cookie })], path).toEqual([
        "private, no-cache",
        "private, no-store",
      ]);
    expect(await controlOf("/sign-in")).toBe("private, no-store");
    expect((await fetch(`http://127.0.0.1:${port}/media/ground-fire.avif`)).headers.get("cache-control")).toBe(
      "public, max-age=86400",
    );
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "")?.[1];
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(2);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    // Print the compressed size of the start page's scripts, so that growth is visible.
    const [, hrefs = "[]"] = /for \(const href of (\[[^\]]*\])\)/.exec(html) ?? [];
    const sources = new Set(JSON.parse(hrefs) as readonly string[]);
    let total = 0;
    for (const path of sources) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "br" } });
      expect(answer.headers.get("cache-control")).toContain("immutable");
      total += Number(answer.headers.get("content-length") ?? 0);
    }
    console.log(`scripts of the start page: ${sources.size} files, ${(total / 1_000).toFixed(1)} kB compressed`);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(150_000);
    const secrets = await readFile(join(DATA_DIR, "secrets.json"), "utf8");
    for (const path of [DATA_DIR, join(DATA_DIR, "secrets.json")])
      expect((await stat(path)).mode & 0o077, path).toBe(0);
    first.kill("SIGTERM");
    expect(await once(first, "exit")).toEqual([0, null]);
    const second = await startApi({ ...KEYS, DATA_DIR, PORT: port });
    expect(await readFile(join(DATA_DIR, "secrets.json"), "utf8")).toBe(secrets);
    second.kill("SIGTERM");
    await once(second, "exit");
  });
});
