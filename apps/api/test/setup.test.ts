import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { runProgram } from "@backlot/cli/program";
import { commandOutput } from "@backlot/testing/command-output";
import { dataFolder } from "@backlot/testing/data-folder";
import { type RunningSandbox, openSandbox } from "@backlot/testing/sandbox";
import { KEYS, openTerminal } from "@backlot/testing/terminal";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../src/settings/derived.ts";

/** Settings that a developer's or a CI's environment may have. */
const ELSEWHERE = /^(NODE_ENV|PUBLIC_URL|DATA_DIR|DATABASE_|STRIPE_|PAYPAL_|SMTP_|SUPPORT_|SELLER_|TAX_|SAMPLE|PORT$)/;

describe("setup", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox?.stop());
  afterEach(() => void vi.unstubAllEnvs());

  const inFolder = async (name = "shop.env") => join(await mkdtemp(join(tmpdir(), "backlot-setup-")), name);
  const clearEnvironment = (): void => {
    for (const name of Object.keys(process.env)) if (ELSEWHERE.test(name)) vi.stubEnv(name, undefined);
    vi.stubEnv("STRIPE_BASE_URL", sandbox.url);
  };
  /** Runs the command without a terminal. */
  const run = async (...words: readonly string[]) => {
    const { said, output } = commandOutput();
    const code = await runProgram(["setup", ...words], output, Date.now);
    return { code, ...said };
  };

  it("CLI-02 without a terminal, it lists all that is missing or wrong at once, and ends with 1", async () => {
    clearEnvironment();
    const file = await inFolder();
    const text =
      "NODE_ENV=production\nDATABASE_URL=postgres://ada:geheim@127.0.0.1:1/x\nTAX_PERCENT=lots\nSESION_SECRET=x\n";
    await writeFile(file, text);
    const { code, out, err } = await run(file);
    expect(code).toBe(1);
    const words = out.replaceAll(/\n {9}/g, " ");
    for (const says of [
      "SESION_SECRET isn't a setting. Did you mean SESSION_SECRET?",
      "PUBLIC_URL is not set. Use a value such as https://shop.example.",
      "TRUSTED_PROXIES is not set",
      "STRIPE_SECRET_KEY is not set. Use a value such as sk_live_…",
      "STRIPE_PUBLISHABLE_KEY is not set",
      "STRIPE_WEBHOOK_SECRET is not set",
      "SMTP_URL is not set",
      "SUPPORT_EMAIL is not set",
      'TAX_PERCENT is "lots". Use a percentage such as 8.25',
      "Database: Can't connect: the connection was refused.",
    ])
      expect(words).toContain(says);
    expect(out + err).not.toContain("geheim");
    expect(out.split("\n").every((line) => line.length <= 80)).toBe(true);
    expect(await readFile(file, "utf8")).toBe(text);
    expect((await run("/nonexistent.env", "--check")).err).toContain("/nonexistent.env doesn't exist.");
    const lines = (await run(file, "--json")).out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).setting)).toContain("SMTP_URL");
  });

  it("CLI-02 names settings that are valid alone but don't fit together", async () => {
    clearEnvironment();
    const file = await inFolder();
    const keys = "STRIPE_SECRET_KEY=sk_test_a\nSTRIPE_PUBLISHABLE_KEY=pk_live_a\nSTRIPE_WEBHOOK_SECRET=whsec_a\n";
    await writeFile(file, `${keys}SMTP_URL=${sandbox.smtpUrl}\nSUPPORT_EMAIL=help@nordlys.example\n`);
    const { code, out } = await run(file, "--check");
    expect(code).toBe(1);
    expect(out.replaceAll(/\n {9}/g, " ")).toContain(
      "STRIPE_SECRET_KEY is a test key, but STRIPE_PUBLISHABLE_KEY is a live",
    );
    expect(out).toMatch(/^ {2}ok {5}Mail server: /m);
  });

  it("CLI-02 asks for what is missing, checks each answer, and writes a file that a store starts with", async () => {
    clearEnvironment();
    const file = await inFolder();
    // As in a copy of .env.example, two settings are empty.
    const before = "# Our shop\n\nLOG_FORMAT=json\n";
    await writeFile(file, `${before}SMTP_URL=\nSTRIPE_SECRET_KEY=\n`, { mode: 0o644 });
    // The store has run before, and generated its own secrets.
    const data = await dataFolder("setup");
    await mkdir(data, { recursive: true });
    const support = "s".repeat(40);
    await writeFile(join(data, "secrets.json"), JSON.stringify({ support }));
    const terminal = openTerminal(80, 40);
    const { said, output } = commandOutput();
    const ended = runProgram(["setup", file], { ...output, screen: terminal.screen }, Date.now);
    /** Types an answer to the open question. `shown` is how the terminal shows the keys before Enter. */
    const answer = async (question: string, keys: string, shown = keys): Promise<void> => {
      await terminal.sees(`? ${question}`);
      terminal.press(keys);
      await terminal.sees(shown);
      terminal.press(KEYS.enter);
      await terminal.sees(`✓ ${question}`);
    };
    const secret = (question: string, keys: string) => answer(question, keys, "*".repeat(keys.length));
    await answer("Where does this store run?", "");
    await answer("The folder for pictures and files?", data);
    await secret("The URL of your PostgreSQL database?", "postgres://ada:geheim@127.0.0.1:1/x");
    await answer("Keep this DATABASE_URL?", "");
    await answer("The URL of your PostgreSQL database?", "", "Enter: a database");
    await secret("Stripe's secret key?", "pk_test_setup");
    await secret("Stripe's secret key?", "sk_test_setup");
    await answer("Stripe's publishable key?", "pk_test_setup");
    await secret("The URL of your mail server?", "mail.example");
    await secret("The URL of your mail server?", sandbox.smtpUrl);
    await answer("The email address for customer support?", "help@nordlys.example");
    // Nobody has this domain.
    await answer("Keep this SUPPORT_EMAIL?", KEYS.down, "❯ Keep it");
    await answer("The seller's name on receipts?", "Joe's Films LLC");
    await answer("The seller's address on receipts?", "2 Elm Road\rOslo", "Oslo");
    await answer("Tax on all sales, in percent?", "8.25");
    await answer("What should the store start with?", "");
    await secret("The signing secret of your webhook at Stripe?", "whsec_setup");
    const code = await ended;
    const text = await readFile(file, "utf8");
    const settings = parseEnv(text) as Readonly<Record<string, string>>;
    expect(text.startsWith(before)).toBe(true);
    expect(settings).toMatchObject({
      STRIPE_SECRET_KEY: "sk_test_setup",
      SELLER_ADDRESS: "2 Elm Road; Oslo",
      SELLER_NAME: "Joe's Films LLC",
      SUPPORT_KEY: support,
      TAX_PERCENT: "8.25",
      SAMPLE: "off",
      DATABASE_URL: "",
      SESSION_SECRET: expect.stringMatching(/^.{64}$/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // A shell reads it identically, and the store starts with it.
    const script = `set -a; . ${file}; printf '%s|%s' "$SELLER_NAME" "$SELLER_ADDRESS"`;
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe("Joe's Films LLC|2 Elm Road; Oslo");
    const config = readConfig({ ...settings, STRIPE_BASE_URL: sandbox.url });
    expect(config.seller.address).toEqual(["2 Elm Road", "Oslo"]);
    const printed = said.out + said.err + terminal.lines().join("\n");
    for (const secret of ["geheim", "sk_test_setup", "whsec_setup", settings["SUPPORT_KEY"] ?? "?"])
      expect(printed).not.toContain(secret);
    expect(said.err).toContain("Database: Can't connect");
    expect(said.err).toContain("STRIPE_SECRET_KEY isn't a secret key");
    expect(said.err).toContain("SMTP_URL isn't a mail server's URL");
    expect(said.err.split("\n").every((line) => line.length <= 80)).toBe(true);
    expect(said.err).toContain("stripe listen --forward-to 127.0.0.1:3000/api/webhooks/stripe");
    expect(said.out).toContain("Next:");
    expect([code, said.out]).toEqual([0, expect.any(String)]);
    // A second run asks for nothing.
    const again = openTerminal(80, 40);
    const second = commandOutput();
    expect(await runProgram(["setup", file], { ...second.output, screen: again.screen }, Date.now)).toBe(code);
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("CLI-02 creates the webhook at Stripe, and adds its secret to the file", async () => {
    clearEnvironment();
    const file = await inFolder();
    const text =
      `NODE_ENV=development\nPUBLIC_URL=https://shop.example\nDATA_DIR=.data\nDATABASE_URL=\nSAMPLE=off\n` +
      `STRIPE_SECRET_KEY=sk_test_hook\nSTRIPE_PUBLISHABLE_KEY=pk_test_hook\nSMTP_URL=${sandbox.smtpUrl}\n` +
      "SUPPORT_EMAIL=help@nordlys.example\nSELLER_NAME=\nSELLER_ADDRESS=\nTAX_PERCENT=0\n";
    await writeFile(file, text);
    const terminal = openTerminal(80, 40);
    const { said, output } = commandOutput();
    const ended = runProgram(["setup", file], { ...output, screen: terminal.screen }, Date.now);
    await terminal.sees("? Stripe notifies the store through a webhook. How should it be set up?");
    terminal.press(KEYS.enter);
    expect([await ended, said.err]).toEqual([0, ""]);
    const settings = parseEnv(await readFile(file, "utf8")) as Readonly<Record<string, string>>;
    expect(settings["STRIPE_WEBHOOK_SECRET"]).toMatch(/^whsec_/);
    expect(said.out).not.toContain(settings["STRIPE_WEBHOOK_SECRET"]);
    expect(said.out).toContain("Webhook endpoint");
  });
});
