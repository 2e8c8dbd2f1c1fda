import { runProgram } from "@backlot/cli/program";
import { cents } from "@backlot/domain";
import { commandOutput } from "@backlot/testing/command-output";
import { plainDatabase } from "@backlot/testing/databases";
import { SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useFreshStore } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import { KEYS, openTerminal } from "@backlot/testing/terminal";
import * as Effect from "effect/Effect";
import { until } from "@backlot/testing/guard";
import { afterEach, describe, expect, it, vi } from "vitest";

const SIZES = [
  [80, 24],
  [200, 50],
] as const;

describe("the command on a terminal", () => {
  const suite = useFreshStore(plainDatabase);
  const subscriber = subscribersOf(suite);
  afterEach(() => void vi.unstubAllEnvs());

  /** Starts the command on a terminal, as support staff of the store. */
  const start = async (words: readonly string[], columns: number, rows: number, hasKey = true) => {
    const { url, close } = await openSupportCommand(suite.store.app);
    const terminal = openTerminal(columns, rows);
    const { said, output } = commandOutput();
    vi.stubEnv("XDG_CONFIG_HOME", "/nonexistent");
    vi.stubEnv("COLUMNS", "200");
    if (hasKey) {
      vi.stubEnv("BACKLOT_URL", url);
      vi.stubEnv("BACKLOT_SUPPORT_KEY", SUPPORT_KEY);
    }
    const code = runProgram(words, { ...output, screen: terminal.screen }, Date.now).finally(close);
    return { ...terminal, said, code, close };
  };
  const named = async (first_name: string, plan: number) => {
    const customer = await subscriber(plan);
    await customer.client.call("PATCH", "/api/users/me", { first_name, last_name: "Lane" });
    return { ...customer, email: (await customer.me()).email as string };
  };

  it.each(SIZES)("CLI-02 browses customers, orders, and unsettled money at %i by %i", async (columns, rows) => {
    const name = `Ada${crypto.randomUUID().slice(0, 6)}`;
    const ada = await named(name, 130);
    await ada.client.post("/api/licensee_profiles", { ...LICENSEE, company_name: `${name} Films` });
    const bob = await named("Bob", 132);
    const browser = await start([], columns, rows);
    await browser.sees("Customers   Orders   Unsettled money");
    // The newest customer is chosen, and shown next to the list.
    await browser.sees("› Bob Lane");
    await browser.sees(bob.email.slice(0, 12));
    browser.press(name.toLowerCase());
    await browser.sees(`› ${name} Lane`);
    const found = await browser.sees(`Customer   ${name} Lane`);
    expect(found).not.toContain("Bob Lane");
    expect(found).toContain("Esc clear");
    for (const line of browser.lines()) expect(line.length).toBeLessThanOrEqual(columns);

    browser.press(KEYS.tab);
    const [order] = (await ada.client.get("/api/orders")).body.data;
    browser.press(ada.email.slice(0, 12));
    const orders = await browser.sees(`Order     ${order.id}`);
    expect(orders).toContain("$49.00, paid by card");
    // The chosen row can fill the whole width.
    browser.press(KEYS.enter);
    await until(() => expect(browser.lines().join("\n")).not.toContain("│"));
    browser.press(KEYS.escape);
    await browser.sees("│");
    browser.press(KEYS.escape);
    await browser.sees("type to search");

    browser.press(KEYS.tab);
    await browser.sees("There is no");
    // A narrow terminal has room for the list or for the details.
    browser.press(KEYS.tab);
    browser.resize(40, 20);
    await browser.sees("› Bob Lane");
    expect(browser.lines().join("\n")).not.toContain("│");
    browser.press(KEYS.enter);
    await browser.sees(" Customer   Bob Lane");
    browser.press(KEYS.escape);
    await browser.sees("› Bob Lane");
    expect(browser.lines().at(-1)).toContain("Esc quit");
    // A long search stays on its line, and Ctrl-U clears it.
    browser.press("a very long search that does not fit on its line");
    await browser.sees("its line▏");
    expect(browser.lines()[0]).toMatch(/^Backlot http/);
    browser.press("\u0015");
    await browser.sees("type to search");
    browser.press(KEYS.escape);
    expect(await browser.code).toBe(0);
  });

  it("CLI-02 the browser lists money that needs attention, and stays open if the store fails", async () => {
    const ada = await named("Ada", 130);
    const { disputes } = suite.store.ports.transactions.read;
    const [payment] = (await ada.client.get("/api/receipts")).body.data;
    const { id: user_id } = await ada.me();
    const dispute = { id: "du_9", provider: "stripe", user_id, payment_id: payment.payment_id } as const;
    const opened_at = suite.store.clock.now();
    await Effect.runPromise(
      disputes.save({ ...dispute, amount: cents(1_250), status: "open", opened_at, closed_at: null }),
    );
    const browser = await start([], 80, 24);
    await browser.sees("› ");
    browser.press(KEYS.tab);
    await browser.sees("Order     ");
    browser.press(KEYS.tab);
    const shown = await browser.sees("Type       open dispute");
    expect(shown).toContain("Amount     $12.50");
    expect(shown).toContain("Respond to it at Stripe.");
    browser.press("du_9 refund");
    await browser.sees("No results.");
    browser.press(KEYS.escape);
    await browser.sees("Type       open dispute");
    browser.close();
    browser.press("du_9");
    await browser.sees("Nothing responds");
    browser.press(KEYS.escape);
    await browser.sees("type to search");
    browser.press(KEYS.escape);
    expect(await browser.code).toBe(0);
  });

  it("LIC-05 CLI-01 license advise walks the questions, back and forth, and prints the plans", async () => {
    const advice = await start(["license", "advise", "--no-store"], 80, 24, false);
    await advice.sees("? Who will be licensed?");
    advice.press(KEYS.enter);
    await advice.sees("✓ Who will be licensed? Me");
    await advice.sees("? Do other people have access");
    advice.press(KEYS.escape);
    await advice.sees("? Who will be licensed?");
    advice.press(KEYS.down);
    await advice.sees("❯ Someone else");
    advice.press(KEYS.enter);
    await advice.sees("? What's your annual revenue?");
    advice.press(KEYS.enter);
    expect(await advice.code).toBe(0);
    expect(advice.said.out).toContain("2  Startup");
    expect(advice.said.out).toContain("Essentials");

    const above = await start(["license", "advise", "--no-store", "--minimum-license", "3"], 80, 24, false);
    const shown = await above.sees("? Who will be licensed?");
    expect(shown).toContain("Esc cancel");
    above.press(KEYS.escape);
    expect(await above.code).toBe(1);
    expect(above.said.err).toContain("Canceled.");
  });

  it("CLI-02 CHG-07 change preview asks whose plan and which, and previews as the store does", async () => {
    const name = `Eve${crypto.randomUUID().slice(0, 6)}`;
    const [eve] = [await named(name, 130), await named(name, 130)];
    const asking = await start(["change", "preview"], 80, 24);
    await asking.sees("? Which customer?");
    asking.press("nobody at all");
    await asking.sees("nobody at all");
    asking.press(KEYS.enter);
    await until(() => expect(asking.said.err).toContain('No customer matches "nobody at all".'));
    await asking.sees("email address, name, or company");
    asking.press(name);
    await asking.sees(` ${name}`);
    asking.press(KEYS.enter);
    await asking.sees("? Which one?");
    asking.press(KEYS.down);
    await asking.sees(`❯ ${name} Lane ${eve.email}`);
    asking.press(KEYS.enter);
    await asking.sees("❯ Current plan, billed yearly");
    asking.press(KEYS.enter);
    expect(await asking.code).toBe(0);
    expect(asking.said.out).toContain(`Customer: ${eve.email}\n`);
    expect(asking.said.out).toContain("To: Pro · 240 credits · yearly, Individual");
    const { body } = await eve.client.get("/api/subscriptions/change_preview?plan_variant_id=132&license_id=1");
    expect(asking.said.out).toContain(`Charge today: $${body.data.charge_today / 100}`);
  });

  it("CLI-01 CHG-07 change preview asks for a change of the price list without a store", async () => {
    const asking = await start(["change", "preview"], 80, 24, false);
    for (const question of ["license today", "plan today", "license after the change"]) {
      await asking.sees(`? Which ${question}?`);
      asking.press(KEYS.enter);
    }
    await asking.sees("? Which plan after the change?");
    asking.press(KEYS.down);
    await asking.sees("❯ Essentials · yearly, $180.00");
    asking.press(KEYS.enter);
    expect(await asking.code).toBe(0);
    const described = ["--from", "128", "--from-license", "1", "--to", "129", "--to-license", "1"];
    const { said, output } = commandOutput();
    await runProgram(["change", "preview", ...described], output, Date.now);
    expect(asking.said.out.trim()).toBe(said.out.trim());
    expect(said.out).toContain("Kind: upgrade");
  });

  it("CLI-04 asks nothing without a terminal", async () => {
    const { said, output } = commandOutput();
    vi.stubEnv("BACKLOT_URL", "http://127.0.0.1:1");
    vi.stubEnv("BACKLOT_SUPPORT_KEY", SUPPORT_KEY);
    expect(await runProgram(["license", "advise"], output, Date.now)).toBe(1);
    expect(said.err).toContain("license advise needs a terminal.");
    expect(await runProgram(["change", "preview"], output, Date.now)).toBe(1);
    expect(said.err).toContain("Pass a customer with --customer");
    expect(await runProgram([], output, Date.now)).toBe(0);
    expect(said.out).toContain("Usage: backlot");
  });
});
