import { spawn } from "node:child_process";
import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { PAYPAL_WEBHOOK_EVENTS } from "@backlot/adapters-http";
import { STRIPE_WEBHOOK_EVENTS } from "@backlot/adapters-stripe";
import { ROOT } from "@backlot/testing/processes";
import { PAYPAL, type RunningSandbox, openSandbox, payPalBuyer, payPalEnvironment } from "@backlot/testing/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const KEYS = { STRIPE_SECRET_KEY: "sk_test_proof", STRIPE_PUBLISHABLE_KEY: "pk_test_proof" };

/** Runs a program with only these settings of a provider. Calls `on` with each line. Returns its code and output. */
const runWith = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  on: (line: string) => void = () => {},
) => {
  const own = Object.entries(process.env).filter(([name]) => !/^(STRIPE|PAYPAL|PUBLIC_URL|TAX)/.test(name));
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...Object.fromEntries(own), ...settings } });
  let out = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    out += `${line}\n`;
    on(line);
  });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
};

describe("what an owner runs with keys before the store opens", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox?.stop());
  const settings = () => ({
    ...KEYS,
    STRIPE_BASE_URL: sandbox.url,
    PAYPAL_CLIENT_ID: PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: PAYPAL.clientSecret,
    PAYPAL_BASE_URL: sandbox.url,
    PUBLIC_URL: "https://shop.example",
  });
  const providers = (
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
    on?: (line: string) => void,
  ) => runWith(["apps/cli/dist/backlot.mjs", "providers", ...args], { ...settings(), ...more }, on);
  const wrongIn = (out: string) => [...out.matchAll(/^ {2}wrong +([^:]+):/gm)].map(([, what]) => what);

  it("CLI-02 names what is wrong, creates it, and adds its settings to a file that only the owner reads", async () => {
    const before = await providers(["check"]);
    expect(before.code).toBe(1);
    const missing = ["Plan “Monthly”", "Plan “Yearly”", "Plan “Monthly with a trial”", "Webhook"];
    expect(wrongIn(before.out)).toEqual(["Webhook endpoint", ...missing]);
    expect(before.out).toContain("5 problems to fix. 2 items to check manually.");
    expect(before.out.split("\n").every((line) => line.length <= 80)).toBe(true);
    const file = join(await mkdtemp(join(tmpdir(), "backlot-providers-")), "shop.env");
    const own = "# The shop\n\nPAYPAL_WEBHOOK_ID=NONE\nPUBLIC_URL=https://shop.example";
    await writeFile(file, own, { mode: 0o644 });
    const created = await providers(["check", "--create", file]);
    expect([created.code, wrongIn(created.out)]).toEqual([0, []]);
    const text = await readFile(file, "utf8");
    expect(text.startsWith("# The shop\n\nPUBLIC_URL=https://shop.example\n")).toBe(true);
    const lines = text.trim().split("\n").slice(2);
    const made = Object.fromEntries(lines.map((line) => line.split("=") as [string, string]));
    expect(made["PUBLIC_URL"]).toBe("https://shop.example");
    expect(Object.keys(made).sort()).toEqual([
      "PAYPAL_PLAN_MONTH",
      "PAYPAL_PLAN_TRIAL",
      "PAYPAL_PLAN_YEAR",
      "PAYPAL_WEBHOOK_ID",
      "PUBLIC_URL",
      "STRIPE_WEBHOOK_SECRET",
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // The secret is in the file, and on no screen.
    expect(created.out).not.toContain("whsec_");
    const after = await providers(["check"], { ...made, TAX_PERCENT: "8.25" });
    expect([after.code, wrongIn(after.out)]).toEqual([0, []]);
    expect(after.out).toContain("The store adds 8.25% to each sale");
  });

  it("CLI-02 says what a restricted key lacks, and what the account does", async () => {
    const change = (fields: Readonly<Record<string, string>>) =>
      fetch(`${sandbox.url}/stripe/account`, { method: "POST", body: new URLSearchParams(fields) });
    await change({ default_currency: "eur", statement_descriptor: "", charges_enabled: "false" });
    const key = { STRIPE_SECRET_KEY: "rk_test_without_refunds_disputes" };
    const { out, code } = await providers(["check", "--json"], key);
    await change({ default_currency: "usd", statement_descriptor: "BACKLOT", charges_enabled: "true" });
    expect(code).toBe(1);
    const found = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { what: string; provider: string; state: string; says: string });
    const wrong = found.filter(({ provider, state }) => provider === "Stripe" && state === "wrong");
    expect(wrong.map(({ what, says }) => `${what}: ${says}`)).toEqual(
      expect.arrayContaining([
        "Permissions: The secret key is missing Charges and Refunds: Write, Disputes: Read.",
        "Account: The account can't accept charges yet.",
        "Statement descriptor: The account has no statement descriptor, so bank statements won't name the store.",
      ]),
    );
    const blind = await providers(["check"], { STRIPE_SECRET_KEY: "rk_test_without_account_webhook_endpoints" });
    expect(blind.out).toContain("manual Account: The restricted key doesn't have permission");
  });

  it.each([
    [{ STRIPE_SECRET_KEY: "sk_live_x" }, "The secret key is a live key, but the publishable key is a test key."],
    [{ STRIPE_PUBLISHABLE_KEY: "" }, "STRIPE_PUBLISHABLE_KEY isn't a publishable key."],
    [{ STRIPE_BASE_URL: "http://127.0.0.1:1" }, "Connection: Stripe didn't respond."],
    [{ PAYPAL_CLIENT_SECRET: "wrong" }, "Connection: PayPal rejected the key."],
  ])("CLI-02 says what is wrong with keys: %o", async (more, says) => {
    const { out, code } = await providers(["check"], more);
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, " ")).toContain(says);
  });

  it("CLI-02 rehearses with Stripe, and with PayPal once a person approves", async () => {
    const stripe = await providers(["rehearse", "stripe"]);
    expect([stripe.code, stripe.err]).toEqual([0, ""]);
    expect(stripe.out).toContain("done   A renewal: $49.00 was paid, after the invoice was a draft for an hour.");
    expect(stripe.out).toContain("The rehearsal is complete.");
    const plans = payPalEnvironment(sandbox.url);
    const approvals: Promise<URL>[] = [];
    const approve = (line: string): void => {
      const [url] = /http:\S+\/paypal\/approve\/\S+/.exec(line) ?? [];
      if (url !== undefined) approvals.push(payPalBuyer(sandbox.url).approve(url));
    };
    const payPal = await providers(["rehearse", "paypal"], plans, approve);
    expect([payPal.code, payPal.err]).toEqual([0, ""]);
    expect(await Promise.all(approvals)).toHaveLength(2);
    expect(payPal.out).toContain("done   A plan: $49.00 was paid.");
  });

  it("CLI-02 creates nothing if it can't write the settings", async () => {
    const file = join(tmpdir(), "no-such-folder", "shop.env");
    const url = "https://other.example";
    const { code, out, err } = await providers(["check", "--create", file], { PUBLIC_URL: url });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`Can't write ${file}`);
    expect((await providers(["check"], { PUBLIC_URL: url })).out).toContain("wrong  Webhook endpoint");
  });

  it("CLI-02 says which step of a rehearsal failed, and why", async () => {
    const refused = await providers(["rehearse", "stripe"], { STRIPE_SECRET_KEY: "rk_test_without_refunds" });
    expect(refused.code).toBe(1);
    expect(refused.out).toContain("done   A downgrade:");
    expect(refused.out).toContain("failed A refund: Stripe rejected the key because it lacks a permission.");
    expect(refused.out).toContain("The rehearsal failed.");
  });

  it("CLI-02 creates no webhook for a store that no provider can reach", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "backlot-providers-")), "shop.env");
    const { out } = await providers(["check", "--create", file], { PUBLIC_URL: "http://127.0.0.1:3000" });
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "manual Webhook endpoint: http://127.0.0.1:3000/api/webhooks/stripe isn't public",
    );
    expect(await readFile(file, "utf8")).not.toContain("WEBHOOK");
  });

  it("CLI-02 rehearses with test keys only, and needs some", async () => {
    const live = await providers(["rehearse", "stripe"], { STRIPE_SECRET_KEY: "sk_live_x" });
    expect([live.code, live.err]).toEqual([
      1,
      "Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to Stripe test keys.\n",
    ]);
    const none = await runWith(["apps/cli/dist/backlot.mjs", "providers", "check"], {});
    expect(none.err).toContain("Set STRIPE_SECRET_KEY, or PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.");
  });
});

it("CHK-07 production names every event that the webhooks need", async () => {
  const text = await readFile(join(ROOT, "docs/production.md"), "utf8");
  const needed = [...STRIPE_WEBHOOK_EVENTS, ...PAYPAL_WEBHOOK_EVENTS];
  expect(needed.filter((type) => !text.includes(`\`${type}\``))).toEqual([]);
});

describe("the suites for test modes", () => {
  // Stripe's cases advance the clock of their sandbox, and PayPal's count from this machine's time.
  let sandboxes: readonly RunningSandbox[] = [];
  beforeAll(async () => {
    sandboxes = [await openSandbox(), await openSandbox({ startsNow: true })];
  });
  afterAll(async () => {
    for (const sandbox of sandboxes) await sandbox.stop();
  });
  const suites = (settings: Readonly<Record<string, string>>) => runWith(["scripts/test-providers.mjs"], settings);

  it("CHK-07 run with keys: none of Stripe's is skipped, and of PayPal's only those that need a person", async () => {
    const [stripe, payPal] = sandboxes.map(({ url }) => url);
    const settings = { ...KEYS, STRIPE_BASE_URL: stripe ?? "", ...payPalEnvironment(payPal ?? "") };
    const { code, out } = await suites(settings);
    expect(code, out).toBe(0);
    const skipped = out.split("\n").filter((line) => line.includes("(skip: "));
    expect(skipped.filter((line) => line.includes("stripe.test-mode.ts"))).toEqual([]);
    expect(skipped.length).toBeGreaterThan(10);
    expect(skipped.filter((line) => !/PayPal|a person/.test(line))).toEqual([]);
  });

  it("CHK-07 refuse to run without a key, or with only some of a provider's", async () => {
    const none = await suites({});
    expect(none.code).toBe(1);
    expect(none.err).toContain("STRIPE_SECRET_KEY");
    const some = await suites({ PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "secret" });
    expect(some.code).toBe(1);
    expect(some.err).toContain("PAYPAL_PLAN_TRIAL");
    expect((await suites({ ...KEYS, STRIPE_SECRET_KEY: "sk_live_x" })).code).toBe(1);
  });
});
