import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "@backlot/cli/program";
import { epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { commandOutput } from "@backlot/testing/command-output";
import { dataFolder } from "@backlot/testing/data-folder";
import { plainDatabase } from "@backlot/testing/databases";
import { helpExamples, wordsOf } from "@backlot/testing/help-examples";
import { BY_STAFF, SUPPORT_KEY, eventsAt } from "@backlot/testing/sandbox";
import { deliver, useTestStore } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { afterEach, describe, expect, it, vi } from "vitest";

const VISA = "4242424242424242";
const ORDER = "c7f3e0b5-1c0f-4d60-8cf2-1cd057ad5e6a";
const RECEIPT = "R1-000042";
const EMAIL = "receipt:payment:pi_3QxK2e";
const CERTIFICATE = "BC-YM33-QCA2-KZ7G";

/** Examples that depend on others: they run after all others, in this order. */
const LAST = [
  "doctor",
  "customers minimum-license",
  "articles put page faq --file faq.md --title",
  "articles put post",
  "articles put page faq --file faq.md --replace",
  "articles list",
  "articles show",
  "articles remove",
  "catalog remove",
  "catalog export",
  "catalog import",
  "catalog withdraw ground-fire",
  "catalog withdraw --all",
];
const placeOf = (example: string): number => LAST.findIndex((start) => example.startsWith(`backlot ${start}`));

describe("the examples of the command's help", () => {
  const suite = useTestStore(plainDatabase);
  const subscriber = subscribersOf(suite);
  afterEach(() => void vi.unstubAllEnvs());

  /** Creates the customer of the examples: a subscriber with a license who also bought an item, and as a guest. */
  const createAda = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp("ada");
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, VISA);
    const plan = await client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id });
    expect(plan.status).toBe(200);
    await client.post("/api/licensee_profiles", LICENSEE);
    return client;
  };
  /** Buys an item as a guest or with an account. Returns the order's id. */
  const buyItem = async (client: TestClient, email?: string): Promise<string> => {
    const { token } = (await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011] })).body;
    const { body: payment } = await client.post("/api/payment_intent", { token, email, payment_method_id: null });
    await client.payTyped(suite.sandbox.url, payment, VISA);
    return (await client.post("/api/purchases/cart", { token, payment_intent: payment.id })).body.data.order_id;
  };
  const receiptOf = async ({ client }: { client: TestClient }) => (await client.get("/api/receipts")).body.data[0];
  /** Creates a payment whose refund the provider refuses, because the money was already returned. */
  const refused = async (): Promise<string> => {
    const max = await subscriber(130);
    const receipt = await receiptOf(max);
    const payment = await Effect.runPromise(suite.store.ports.transactions.read.payments.get(receipt.payment_id));
    await max.refund({ provider_reference: payment?.provider_reference ?? null });
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const request = { payment: receipt.number, amount: null, idempotency_key: crypto.randomUUID(), ...BY_STAFF };
    const { body } = await staff.post("/api/support/payments/refunds", request);
    expect(body.data.status).toBe("failed");
    return receipt.number;
  };
  /** Creates an email that the mail server refused. Returns its id. */
  const refusedEmail = async (): Promise<string> => {
    const { outbox } = suite.store.ports.transactions.read;
    const notice = { id: crypto.randomUUID(), kind: "file-ready", about: `${crypto.randomUUID()}:1011` } as const;
    const at = suite.store.clock.now();
    await Effect.runPromise(outbox.enqueue(notice, at));
    await Effect.runPromise(outbox.fail(notice.id, at, "550 No such mailbox"));
    return notice.id;
  };
  /** Adds a webhook. Returns its id. */
  const webhook = async (): Promise<string> => {
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const endpoint = { url: "http://127.0.0.1:9/hooks", events: ["license.changed"], ...BY_STAFF };
    return (await staff.post("/api/support/webhooks", endpoint)).body.data.id;
  };
  /** Adds a channel. Returns its id. */
  const channel = async (): Promise<string> => {
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    return (await staff.post("/api/support/channels", { name: "A bot", scopes: ["quote"], ...BY_STAFF })).body.data.id;
  };
  /** Makes an event for a webhook. Returns the delivery's id. */
  const delivery = async (): Promise<number> => {
    await webhook();
    const { client } = await subscriber(130);
    await client.post("/api/licensee_profiles", LICENSEE);
    const { webhookEndpoints } = suite.store.ports.transactions.read;
    const query = { failed: true, before: null, limit: 1 };
    const [latest] = await Effect.runPromise(webhookEndpoints.deliveries(query));
    if (latest === undefined) throw new Error("nothing was announced");
    return latest.id;
  };
  /** Creates a customer with account credit. Returns the email address. */
  const creditor = async (): Promise<string> => {
    const eve = await subscriber(129);
    const [payment] = (await eve.ledgerSnapshot()).payments;
    if (payment === undefined) throw new Error("nothing was paid");
    await eve.refund(payment, 10_001);
    await eve.deliverWebhooks();
    return (await eve.me()).email;
  };

  /** Delivers all events, and those that the deliveries cause, so that the checkup finds none missing. */
  const deliverAll = async (): Promise<void> => {
    const delivered = new Set<string>();
    const waiting = async () => (await eventsAt(suite.sandbox.url)).filter(({ id }) => !delivered.has(id));
    for (let events = await waiting(); events.length > 0; events = await waiting())
      for (const event of events.toReversed()) {
        delivered.add(event.id);
        await deliver(suite.store, suite.sandbox.webhookSecret, event);
      }
  };

  it("CLI-04 run against a store", async () => {
    const ada = await createAda();
    const item = await buyItem(ada);
    const guest = await buyItem(new TestClient(suite.store.app), "ada@example.com");
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    await staff.put("/api/support/codes", { code: { code: "SPRING", percent_off: 15 }, ...BY_STAFF });
    const folder = await dataFolder("examples");
    await mkdir(folder, { recursive: true });
    for (const name of ["faq.md", "smoke.md", "terms.md"])
      await writeFile(join(folder, name), "# Questions\n\nAsk us.\n");
    await writeFile(join(folder, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
    const issued = await staff.post("/api/support/certificates", { customer: "ada@example.com", ...BY_STAFF });
    /** Adds a collection that was never sold. */
    const misname = async (slug: string): Promise<void> => {
      const variant = { name: "A take", width: 2_048, price: 100, file_name: "take.zip", description: "a take" };
      const goods = {
        slug,
        name: slug,
        library_id: 1,
        category: "Fire",
        description: "It burns.",
        access: "essentials",
      };
      const collections = [{ ...goods, price: 100, variants: [variant] }];
      expect((await staff.put("/api/support/collections", { collections, ...BY_STAFF })).status).toBe(200);
    };
    /** Returns the replacements for the customer, the order, and the receipt in an example. */
    const standIns = async (example: string): Promise<Readonly<Record<string, string>>> => ({
      [ORDER]: /guest-link|revoke-links/.test(example) ? guest : item,
      [CERTIFICATE]: issued.body.data.number,
      "./goods": join(folder, "goods"),
      ...Object.fromEntries(
        ["faq.md", "smoke.md", "terms.md", "logo.svg", "prices.json"].map((name) => [name, join(folder, name)]),
      ),
      ...(example.includes(RECEIPT)
        ? { [RECEIPT]: example.includes("settle") ? await refused() : (await receiptOf(await subscriber(130))).number }
        : {}),
      ...(example.includes("emails retry") ? { [EMAIL]: await refusedEmail() } : {}),
      ...(example.includes("webhooks remove") ? { "0199f2a0": await webhook() } : {}),
      ...(example.includes("channels remove") ? { "0199f2a0": await channel() } : {}),
      ...(example.includes("webhooks resend") ? { " 42 ": ` ${await delivery()} ` } : {}),
      ...(example.includes("pay-out") ? { "ada@example.com": await creditor() } : {}),
    });
    const all = [...(await helpExamples()).values()].flat();
    const examples = all
      .filter((example) => example.includes("--store"))
      .filter((example) => !example.startsWith("backlot login"))
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    expect(examples.length).toBeGreaterThan(60);
    const { url, close } = await openSupportCommand(suite.store.app);
    vi.stubEnv("BACKLOT_SUPPORT_KEY", SUPPORT_KEY);
    vi.stubEnv("BACKLOT_STAFF", "sam");
    try {
      for (const example of examples) {
        // Some emails are sent at most once in five minutes.
        suite.store.clock.set(instant(epochMs(suite.store.clock.now()) + 6 * 60_000));
        if (example.startsWith("backlot doctor")) await deliverAll();
        if (example.startsWith("backlot catalog remove")) await misname("barn-fier");
        const [command = "", file] = example.split(/ > (\S+)/);
        let line = `${command}${file === undefined ? "" : example.slice(example.indexOf(file) + file.length)}`;
        for (const [name, real] of Object.entries(await standIns(example))) line = line.replaceAll(name, real);
        line = line.replace(/--store \S+/, `--store ${url}`);
        if (line.includes("certificates download")) line += ` --to ${join(folder, "certificate.pdf")}`;
        const { said, output } = commandOutput();
        const code = await runProgram(wordsOf(line).slice(1), output, () => epochMs(suite.store.clock.now()));
        // Without --yes, a refund is only previewed.
        const isPreview = line.includes("payments refund") && !line.includes("--yes");
        expect([example, code, said.err], said.out).toEqual([example, isPreview ? 2 : 0, expect.any(String)]);
      }
    } finally {
      close();
    }
  });
});
