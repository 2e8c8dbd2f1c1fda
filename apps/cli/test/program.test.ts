import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { certificateKey, makeCertificatePress, newCertificateKey, signFile } from "@backlot/adapters-pdf";
import { commandOutput } from "@backlot/testing/command-output";
import { dataFolder } from "@backlot/testing/data-folder";
import { startLockfileRegistry } from "@backlot/testing/lockfile-registry";
import { helpExamples, wordsOf } from "@backlot/testing/help-examples";
import { belowMinimumMessage, licenseId } from "@backlot/domain";
import { runProgram } from "../src/program.ts";

const BUNDLE = fileURLToPath(new URL("../dist/backlot.mjs", import.meta.url));
const NOW = Date.UTC(2026, 10, 21, 12);

const backlot = async (line: string): Promise<{ code: number; out: string; err: string }> => {
  const { said, output } = commandOutput();
  const code = await runProgram(wordsOf(line).slice(1), output, () => NOW);
  return { code, ...said };
};

/** Writes a file signed like a certificate, and the keys to verify it. */
const certificateFiles = async () => {
  const key = newCertificateKey();
  const press = makeCertificatePress({
    key,
    oldKeys: [],
    siteUrl: "https://shop.example",
  });
  const folder = await dataFolder("certificates");
  await mkdir(folder, { recursive: true });
  const [pdf, keys] = [join(folder, "license.pdf"), join(folder, "keys.json")];
  await writeFile(pdf, signFile(Buffer.from("%PDF-1.7 a certificate"), certificateKey(key)));
  await writeFile(keys, JSON.stringify({ keys: press.keys() }));
  return { pdf, keys, kid: press.keys()[0]?.kid };
};

/** Writes a file for `simulate`. */
const lifeFile = async (life: object): Promise<string> => {
  const folder = await dataFolder("lives");
  await mkdir(folder, { recursive: true });
  const path = join(folder, "life.json");
  await writeFile(path, JSON.stringify(life));
  return path;
};

describe("the support command", () => {
  it("CLI-04 prints the help of a command without a subcommand, and exits with 0", async () => {
    for (const line of ["backlot", "backlot plans", "backlot catalog"])
      expect(await backlot(line)).toEqual({ code: 0, out: expect.stringMatching(/^Usage: backlot/), err: "" });
    const unknown = await backlot("backlot plans nonsense");
    expect([unknown.code, unknown.out]).toEqual([1, ""]);
    expect(unknown.err).toMatch(/^error: unknown command 'nonsense'/);
  });

  it("LIC-13 says offline whether a certificate's file is as it was issued", async () => {
    const { pdf, keys, kid } = await certificateFiles();
    const verify = (file: string, more = "") => backlot(`backlot certificate verify ${file} --keys ${keys}${more}`);
    expect(await verify(pdf)).toMatchObject({
      code: 0,
      out: `Signed with ${kid}. The file hasn't changed since it was issued.\n`,
    });
    expect(JSON.parse((await verify(pdf, " --json")).out)).toEqual({ signed: true, key: kid });
    const bytes = await readFile(pdf);
    bytes[5] = 0;
    await writeFile(`${pdf}.changed`, bytes);
    expect(await verify(`${pdf}.changed`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("was changed after"),
    });
    await writeFile(`${pdf}.cut`, bytes.subarray(0, 20));
    expect((await verify(`${pdf}.cut`)).err).toContain("has no signature");
    expect((await verify(`${pdf}.none`)).err).toContain("Can't read");
    expect((await backlot(`backlot certificate verify ${pdf} --keys ${pdf}`)).err).toContain("has no keys");
    const other = await certificateFiles();
    const strange = await backlot(`backlot certificate verify ${pdf} --key ${other.keys} --json`);
    expect([strange.code, JSON.parse(strange.out).error.code]).toEqual([1, "unknown-key"]);
  });

  it("CLI-01 lists the plans of a license with its prices", async () => {
    const { code, out } = await backlot("backlot plans list --license 3 --json");
    const plans = JSON.parse(out) as { id: number; adjusted_price: number; license_name: string }[];
    expect(code).toBe(0);
    expect(plans.map((plan) => [plan.id, plan.adjusted_price])).toEqual([
      [134, 3_230],
      [135, 30_600],
      [136, 16_830],
      [137, 30_430],
      [138, 161_500],
      [139, 292_400],
    ]);
    expect((await backlot("backlot plans list")).out.split("\n").slice(0, 2)).toEqual([
      " ID  Plan        Billed   Credits    Price  Per month",
      "128  Essentials  monthly        0   $19.00     $19.00",
    ]);
  });

  it("CLI-01 finds the license for a revenue", async () => {
    const plans = JSON.parse((await backlot("backlot plans list --license 2 --json")).out);
    for (const revenue of ["2500000", "2.5M", "2,500,000"])
      expect(JSON.parse((await backlot(`backlot license for-revenue ${revenue} --json`)).out)).toEqual({
        license_id: 2,
        name: "Startup",
        plans,
        url: null,
      });
    const table = (await backlot("backlot plans list --license 2")).out;
    for (const command of [
      "license for-revenue 150000 --several",
      "licence for-revenue 150k --several",
      "license for-revenue 150,000 --people 12",
    ])
      expect((await backlot(`backlot ${command}`)).out).toBe(`2  Startup\n\n${table}`);
    expect((await backlot("backlot license for-revenue 150000 --people 1")).out).toMatch(/^1 {2}Individual\n/);
    const earlier = await backlot("backlot licence for-revenue 150000 --several");
    expect(earlier.err).toContain('"licence" is now "license". The next version requires the new one.');
    expect((await backlot("backlot license for-revenue 150000 --several")).err).not.toContain("licence");
    const secret = "backlot money list --store http://127.0.0.1:1 --key=licence --json";
    expect((await backlot(secret)).out).not.toContain("license");
    expect((await backlot("backlot plans list --licence=3")).out).toBe(
      (await backlot("backlot plans list --license 3")).out,
    );
  });

  it("CLI-01 CHG-01 CHG-02 previews a change: kind and date", async () => {
    const preview = async (more: string) => JSON.parse((await backlot(`backlot change preview ${more} --json`)).out);
    expect(await preview("--from 130 --from-license 1 --to 132 --to-license 1")).toMatchObject({
      kind: "upgrade",
      effective_date: "2026-11-21",
      // On the day of the payment, all credits of the period count as unused: $470 less $49.
      charge_today: 42_100,
    });
    expect(await preview("--from 132 --from-license 1 --to 131 --to-license 1")).toMatchObject({
      kind: "downgrade",
      effective_date: "2027-11-21",
      charge_today: 0,
    });
    expect(
      await preview("--from 132 --from-license 1 --to 128 --to-license 1 --legacy --legacy-credits 7"),
    ).toMatchObject({
      kind: "upgrade",
      legacy_credits_lost: 7,
    });
    expect(await preview("--from 130 --from-license 1 --to 136 --to-license 3")).toMatchObject({ kind: "downgrade" });
    expect(
      await preview("--from 130 --from-license 1 --to 136 --to-license 3 --license-rule raise-is-upgrade"),
    ).toMatchObject({ kind: "upgrade" });
    expect(await preview("--from 130 --from-license 1 --to 130 --to-license 1")).toMatchObject({
      kind: "no-change",
      effective_date: null,
    });
    expect(
      (
        await backlot(
          "backlot change preview --from 130 --from-license 1 --to 132 --to-license 1 --unspent 5 " +
            "--anchor 2026-11-06T12:00:00Z",
        )
      ).out,
    ).toContain("Discount for unused credits: $12.25 (5 credits traded in)");
  });

  it("CHG-07 counts periods from the anchor as the store does, and says what it assumes", async () => {
    const preview = async (more: string) =>
      JSON.parse((await backlot(`backlot change preview ${more} --anchor 2027-01-31 --at 2027-03-15 --json`)).out);
    const upgrade = await preview("--from 130 --from-license 1 --to 131 --to-license 1");
    expect(upgrade).toMatchObject({
      kind: "upgrade",
      charge_today: 7_450,
      period: { start: "2027-02-28T00:00:00.000Z", end: "2027-03-31T00:00:00.000Z" },
    });
    expect(await preview("--from 131 --from-license 1 --to 130 --to-license 1")).toMatchObject({
      kind: "downgrade",
      effective_date: "2027-03-31",
    });
    expect(upgrade.assumed).toEqual([
      "the current period cost $49.00 (--paid)",
      "none of the current period's credits are spent (--unspent)",
      "there is no account credit (--account-credit)",
      "no tax is added (--tax)",
      "the current plan isn't a legacy plan (--legacy)",
      "the minimum license is the current one, Individual (--minimum-license)",
      "the license rule is as-specified (--license-rule)",
    ]);
    const { out, err } = await backlot("backlot change preview --from 130 --from-license 1 --to 131 --to-license 1");
    expect(err.match(/Using the price list that ships with Backlot/g)).toHaveLength(1);
    expect(out).toContain("Assumed:\n- the change is made now (--at)\n- the plan was bought just before (--anchor)");
    // The total includes the store's tax, as on an upgrade's invoice.
    const taxed = await preview("--from 130 --from-license 1 --to 131 --to-license 1 --tax 10");
    expect(taxed).toMatchObject({ charge_today: 7_450, total_today: 8_195, tax_percent: 10 });
    const given =
      "--tax 0 --paid 100 --unspent 3 --account-credit 5 --minimum-license 1 --legacy --license-rule " +
      "raise-is-upgrade --from 130 --from-license 1 --to 131 --to-license 1";
    expect((await preview(given)).assumed).toEqual([]);
  });

  it.each([
    ["backlot plans list --license 7 --json", "usage", "1 to 6"],
    ["backlot license for-revenue much --json", "usage", "4,000,000"],
    ["backlot change preview --from 130 --from-license 1 --to 999 --to-license 1 --json", "unknown_plan", "Plan 999"],
    [
      "backlot change preview --from 130 --from-license 1 --to 131 --to-license 1 --unspent 21 --json",
      "too_many_credits",
      "grants 20",
    ],
    [
      "backlot change preview --from 130 --from-license 1 --to 131 --to-license 1 --anchor 2027-01-01 --json",
      "before_anchor",
      "--at",
    ],
    [
      "backlot change preview --from 133 --from-license 2 --to 131 --to-license 1 --json",
      "refused",
      belowMinimumMessage(licenseId(2)),
    ],
    [
      "backlot change preview --from 130 --from-license 1 --to 131 --to-license 1 --minimum-license 2 --json",
      "refused",
      belowMinimumMessage(licenseId(2)),
    ],
    ["backlot plans list --store nowhere --json", "bad_store", "--store"],
    ["backlot plans list --store http://127.0.0.1:1 --json", "unreachable", "http://127.0.0.1:1"],
    [
      "backlot change preview --from 130 --from-license 1 --to 131 --to-license 1 --at 2026-02-30 --json",
      "usage",
      "Use a date",
    ],
    [
      "backlot change preview --from 130 --from-license 1 --to 131 --to-license 1 --at 275760-09-13 --json",
      "usage",
      "Use a date",
    ],
    ["backlot nonsense --json", "usage", "nonsense"],
    ["backlot money list --json", "no_store", "--store"],
    ["backlot money list --store nowhere --key k --json", "bad_store", "--store"],
    ["backlot codes put TEN --store http://127.0.0.1:1 --key k --reason why --json", "usage", "--value"],
    [
      "backlot codes put TEN --value 10 --percent 5 --store http://127.0.0.1:1 --key k --reason why --json",
      "usage",
      "--percent",
    ],
    [
      "backlot codes put TEN --value 10 --max-uses 0 --store http://127.0.0.1:1 --key k --reason why --json",
      "usage",
      "1 or more",
    ],
    ["backlot codes put T!N --value 10 --store http://127.0.0.1:1 --key k --reason why --json", "usage", "letters"],
    ["backlot codes put TEN --percent 101 --store http://127.0.0.1:1 --key k --reason why --json", "usage", "1 to 100"],
  ])("CLI-04 %s fails with 1 and says so as JSON", async (line, code, words) => {
    const failed = await backlot(line);
    expect([failed.code, failed.err]).toEqual([1, ""]);
    expect(JSON.parse(failed.out).error.code).toBe(code);
    expect(JSON.parse(failed.out).error.message).toContain(words);
  });

  it("CLI-04 fails with 4 without the store's key", async () => {
    const failed = await backlot("backlot money list --store http://127.0.0.1:1 --json");
    expect([failed.code, JSON.parse(failed.out).error.code]).toEqual([4, "no_key"]);
  });

  it("CLI-04 keeps data and what is said about it apart", async () => {
    const { out, err } = await backlot("backlot license for-revenue much");
    expect([out, err]).toEqual(["", expect.stringContaining("Use an amount such as 4000000, 4,000,000, or 4M.")]);
    expect((await backlot("backlot plans list --json")).err).toBe("");
    expect((await backlot("backlot plans list")).err).toContain("price list that ships with Backlot");
  });

  it("CLI-01 PLN-01 CRD-03 shows plans, packs, and licenses with their prices", async () => {
    const { out } = await backlot("backlot plans show 138");
    expect(out.split("\n").slice(0, 4)).toEqual([
      "Pro · 600 credits · yearly",
      "",
      "License                             Price  Per month  Per credit",
      "      3  Enterprise $3M-$20M    $1,615.00    $134.58       $2.69",
    ]);
    expect((await backlot("backlot plans show 1")).err).toContain(
      "Plan 1 doesn't exist. To list plans, run backlot plans list.",
    );
    expect((await backlot("backlot packs list --license 2")).out).toContain("20 to 49          $4.13");
    expect((await backlot("backlot licenses list")).out).toContain("2  Startup     under $3M");
    expect(JSON.parse((await backlot("backlot licenses list --json")).out)).toHaveLength(6);
  });

  it("CLI-01 DSC-03 DSC-04 quotes a plan or credits by the store's own rules, to the cent", async () => {
    const { out } = await backlot("backlot quote plan 132 --sale --credits 30 --tax 8.25");
    expect(out).toBe(
      [
        "- plan price, Pro · 240 credits · yearly · Individual: $470.00",
        "- pack price, 30 credits, one-time purchase: $88.50",
        "- sale, 30% off: -$141.00",
        "- tax: $34.44",
        "Total today: $451.94",
        "Renews at $508.78 starting November 21, 2027",
        "",
      ].join("\n"),
    );
    const promo = "backlot quote plan 131 --license 2 --promo 20:3";
    expect((await backlot(promo)).out).toContain("\nAfter 3 discounted payments, the plan renews at $99.00.\n");
    expect((await backlot(`${promo} --explain`)).out).toContain("- promo code, PROMO (DSC-03): -$19.80\n");
    expect(JSON.parse((await backlot(`${promo} --json`)).out)).toMatchObject({ total: 7_920, discount: 1_980 });
    expect(JSON.parse((await backlot("backlot quote pack 250 --license 2 --json")).out).total).toBe(101_250);
    for (const [line, words] of [
      ["backlot quote plan 134", "This plan isn't available with the Individual license."],
      ["backlot quote plan 131 --promo 20:3 --sale", "Promo codes can't be combined with the current sale."],
      ["backlot quote plan 132 --promo 20:13", "can't be used on yearly plans"],
      ["backlot quote plan 131 --promo 101", "Use a percentage and months, such as 20 or 20:3."],
      ["backlot quote item ground-fire", "Item prices come from a running store"],
    ] as const)
      expect((await backlot(line)).err, line).toContain(words);
  });

  it("CLI-01 CHG-02 DSC-03 simulates the life of a plan from a file, as a timeline and as JSON", async () => {
    const life = await lifeFile({
      plan: 131,
      start: "2027-01-31",
      promo: { percent_off: 20, months: 3 },
      events: [
        { at: "2027-02-10", do: "spend", credits: 15 },
        { at: "2027-03-05", do: "change", to: 130 },
        { at: "2027-04-10", do: "cancel" },
      ],
    });
    const { out } = await backlot(`backlot simulate ${life} --until 2027-07-01`);
    expect(out).toBe(
      [
        "Pro · 50 credits · monthly, Individual, until 2027-07-01, without tax",
        "",
        "Date        Charged  Credits  Event",
        "2027-01-31  $79.20        50  Starts",
        "2027-02-10                35  Spends 15 credits",
        "2027-02-28  $79.20        85  Renews at $79.20",
        "2027-03-05                85  Changes to another plan on March 31, 2027",
        "2027-03-31  $49.00       105  The scheduled plan starts at $49.00",
        "2027-04-10               105  Cancels",
        "2027-04-30                 0  Ends as canceled",
        "",
      ].join("\n"),
    );
    const moments = JSON.parse((await backlot(`backlot simulate ${life} --until 2027-07-01 --json`)).out);
    expect(moments.at(-1)).toMatchObject({ what: "Ends as canceled", credits: 0, status: "ended" });
    const wrong = await lifeFile({ plan: 131, start: "someday", events: [{ at: "2027-02-10", do: "spend" }], more: 1 });
    const { err } = await backlot(`backlot simulate ${wrong} --until 2027-07-01`);
    for (const words of ["start: use a date such as 2027-01-31", "events.0.credits: Required.", "more: Unknown field."])
      expect(err).toContain(words);
    const early = await lifeFile({ plan: 131, start: "2027-09-01", events: [] });
    expect((await backlot(`backlot simulate ${early} --until 2027-07-01`)).err).toContain(
      "Use a later date for --until",
    );
  });

  it("CLI-01 DWN-02 DWN-03 DWN-04 says what the rules for downloads allow", async () => {
    const check = async (words: string) => (await backlot(`backlot download check ${words}`)).out.trim();
    expect(await check("--access premium --plan paid --owns")).toBe("The file can be downloaded.");
    expect(await check("--access free --plan free")).toBe("The file can be downloaded.");
    const refusals: string[] = [];
    for (const words of [
      "--access free --plan none",
      "--access essentials",
      "--access premium --plan paid",
      "--access free --resolution 4K",
      "--access free --downloaded 10",
    ])
      refusals.push(JSON.parse(await check(`${words} --json`)).reason);
    expect(refusals).toEqual([
      "SignInToDownload",
      "NeedsPaidPlan",
      "NeedsPurchase",
      "NeedsPlanFor4K",
      "DailyLimitReached",
    ]);
    expect(await check("--access free --plan paid --downloaded 19")).toBe("The file can be downloaded.");
  });

  it("CLI-04 every example of its help that needs no store runs", async () => {
    const examples = await helpExamples();
    for (const [command, lines] of examples) expect(lines.length, command).toBeGreaterThan(0);
    const alone = [...examples.values()].flat().filter((example) => !example.includes("--store"));
    // These save a key, need a terminal or files, or run on the store's machine: they run in tests of their own.
    const here = alone.filter((example) => !/logout|advise|backup|restore|prepare|providers|setup/.test(example));
    expect(here.length).toBeGreaterThan(4);
    const { pdf, keys } = await certificateFiles();
    const life = await lifeFile({ plan: 130, start: "2027-01-31", events: [] });
    const named = (example: string): string =>
      example
        .replace("license-certificate.pdf", pdf)
        .replace("license-certificates.json", keys)
        .replace("life.json", life);
    for (const example of here) expect((await backlot(named(example))).code, example).toBe(0);
  });

  it("CLI-04 tells about a command of a group, its exit codes, and a store that doesn't answer", async () => {
    const help = await backlot("backlot help plans list");
    expect(help.out).toBe((await backlot("backlot plans list --help")).out);
    expect(help.out).toContain("Usage: backlot plans list [options]");
    expect((await backlot("backlot --help")).out).toContain(
      "Exit codes: 0 success, 1 error or problems found, 2 needs --yes",
    );
    expect((await backlot("backlot plans list --store http://127.0.0.1:1")).err).toBe(
      "http://127.0.0.1:1: Nothing responds at this address. Check the address, and check that the store is running.\n",
    );
  });

  it("CLI-04 ends at once if something else than a store answers", async () => {
    const server = createServer((_, response) => response.writeHead(404).end("x".repeat(100_000)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const command = [BUNDLE, "whoami", "--store", `http://127.0.0.1:${address.port}`, "--key", "k"];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "pipe"] });
    const said = text(child.stderr);
    const [code] = await once(child, "exit");
    server.close();
    expect([code, await said]).toEqual([1, expect.stringContaining("This isn't a Backlot store")]);
  });

  it("CLI-04 says where a store went that moved, and doesn't follow it", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      asked.push(headers.authorization);
      response.writeHead(301, { location: "https://shop.example/api" }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const url = `http://127.0.0.1:${address.port}`;
    try {
      const { code, err } = await backlot(`backlot whoami --store ${url} --key k`);
      expect([code, err]).toEqual([1, `${url}: The store is at https://shop.example/api. Use that address.\n`]);
      expect(asked).toEqual(["Bearer k"]);
    } finally {
      server.close();
    }
  });

  it("CLI-04 prints some fields of its JSON, of one value and of each of a list", async () => {
    expect(JSON.parse((await backlot("backlot packs list --json --fields min,price")).out)[0]).toEqual({
      min: 1,
      price: 300,
    });
    expect(JSON.parse((await backlot("backlot quote pack 5 --json --fields=total")).out)).toEqual({ total: 1_500 });
    const unknown = await backlot("backlot quote pack 5 --json --fields totel");
    expect([unknown.code, JSON.parse(unknown.out).error.message]).toEqual([
      1,
      expect.stringContaining('Unknown field "totel". Choose from: currency, lines,'),
    ]);
    expect((await backlot("backlot packs list --fields min")).err).toContain("--fields works only with --json");
  });

  it("CLI-04 opens pages in the browser, and prints their addresses without one", async () => {
    const url = "http://127.0.0.1:1/pricing/enterprise?license_id=3";
    const line = "backlot license for-revenue 4M --store http://127.0.0.1:1 --web";
    expect(await backlot(line)).toMatchObject({ code: 0, out: `${url}\n` });
    const opened: string[] = [];
    const { said, output } = commandOutput();
    const openPage = async (page: string) => void opened.push(page);
    await runProgram(wordsOf(line).slice(1), { ...output, openPage }, () => NOW);
    expect([opened, said.out]).toEqual([[url], `Opened ${url}\n`]);
    expect((await backlot("backlot plans list --license 2 --web --store http://127.0.0.1:1")).out).toBe(
      "http://127.0.0.1:1/pricing/studio\n",
    );
    expect((await backlot("backlot plans list --web")).err).toContain("--web needs a running store");
  });

  it("CLI-04 completes commands and options in the shell", () => {
    const complete = (...words: readonly string[]) =>
      spawnSync(process.execPath, [BUNDLE, ...words], { encoding: "utf8" }).stdout;
    for (const shell of ["bash", "fish", "zsh"]) expect(complete("completion", shell), shell).toContain("backlot");
    expect(complete("complete", "--", "pay")).toMatch(/^payments\t/m);
    expect(complete("complete", "--", "payments", "re")).toMatch(/^refund\t/m);
    expect(complete("complete", "--", "payments", "refund", "--am")).toMatch(/^--amount\t/m);
  });

  it("CLI-04 is a package that installs and runs without a checkout, a terminal, or colors", async () => {
    const folder = await dataFolder("package");
    await mkdir(folder, { recursive: true });
    const registry = await startLockfileRegistry();
    onTestFinished(registry.stop);
    const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: join(folder, "cache") };
    const npm = async (...words: readonly string[]) =>
      promisify(execFile)("npm", [...words, "--silent"], { cwd: folder, env });
    const packed = await npm("pack", dirname(BUNDLE));
    expect(packed.stderr).toBe("");
    const installed = await npm("install", "--no-audit", "--no-fund", `./${packed.stdout.trim()}`);
    expect(installed.stderr).toBe("");
    const ran = spawnSync(join(folder, "node_modules/.bin/backlot"), ["plans", "list", "--license", "1"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect([ran.status, ran.stdout.split("\n").length]).toEqual([0, 8]);
    expect(ran.stdout).not.toContain("\u001b");
  });
});
