import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { overTheWire } from "@backlot/testing/processes";
import { TestClient } from "@backlot/testing/client";
import { requestsAt, startSandboxProcess } from "@backlot/testing/sandbox";
import { freePort } from "../../scripts/free-port.mjs";
import pg from "pg";
import { ROOT, startServer } from "./processes.ts";
import type { Measured } from "./statistics.ts";
import type { BenchStore } from "./store.ts";
import type { Workshop } from "./workshop.ts";

/** The number of concurrent shoppers, and the number of plans that each buys per round. */
const SHOPPERS = 8;
const EACH = 6;
/** Warm-up rounds, which do not count. */
const WARMING = 4;
const VISA = "4242424242424242";

/** Sends a prepared purchase. */
type Purchase = () => Promise<void>;

/** A shop that sells plans: prepares purchases, and has its own provider sandbox. */
interface Shop {
  readonly prepare: () => Promise<Purchase>;
  readonly sandboxUrl: string;
}

const POLL_MS = 20;

/** Waits until the shop has handled every event from its provider. */
const allHandled = async ({ sandboxUrl }: Shop): Promise<void> => {
  const isIdle = async () => ((await (await fetch(`${sandboxUrl}/idle`)).json()) as { idle: boolean }).idle;
  while (!(await isIdle())) await pause(POLL_MS);
};

/**
 * Returns purchases per second. Each shopper buys one plan after another; the clock stops when every event is handled.
 */
const ordersPerSecond = async (shop: Shop, each = EACH): Promise<number> => {
  const queues = await Promise.all(
    Array.from({ length: SHOPPERS }, async () => {
      const queue: Purchase[] = [];
      for (let place = 0; place < each; place += 1) queue.push(await shop.prepare());
      return queue;
    }),
  );
  await allHandled(shop);
  const began = performance.now();
  await Promise.all(
    queues.map(async (queue) => {
      for (const buy of queue) await buy();
    }),
  );
  await allHandled(shop);
  return (SHOPPERS * each * 1_000) / (performance.now() - began);
};

const ourShop = (store: BenchStore): Shop => ({
  sandboxUrl: store.sandbox.url,
  prepare: async () => {
    const client = new TestClient(overTheWire(store.server.url));
    await client.signUp();
    await client.post("/api/users/update_min_license", { license_id: 1 });
    const { id } = await client.saveCard(store.sandbox.url, VISA);
    return async () => {
      const sold = await client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
      if (sold.status !== 200) throw new Error(`a plan was not sold: ${JSON.stringify(sold.body)}`);
    };
  },
});

/** Creates an object at the provider. */
const made = async (url: string, form: Record<string, string>): Promise<{ readonly id: string }> => {
  const headers = { authorization: "Bearer sk_test_bench" };
  return (await (await fetch(url, { method: "POST", headers, body: new URLSearchParams(form) })).json()) as {
    id: string;
  };
};

const bareShop = async (databaseUrl: string, onClose: (stop: () => Promise<void>) => void): Promise<Shop> => {
  const port = await freePort();
  const sandbox = await startSandboxProcess({ webhookUrl: `http://127.0.0.1:${port}/webhook`, perSecond: 1_000_000 });
  const server = await startServer(
    join(ROOT, "benches/limits/checkout.ts"),
    {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      PROVIDER_URL: sandbox.url,
      WEBHOOK_SECRET: sandbox.webhookSecret,
    },
    ["--conditions=@backlot/source"],
  );
  onClose(server.stop);
  onClose(sandbox.stop);
  const { url } = sandbox;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: SHOPPERS });
  onClose(() => pool.end());
  return {
    sandboxUrl: url,
    prepare: async () => {
      const account = randomUUID();
      const customer = (await made(`${url}/v1/customers`, { email: `${account}@example.com` })).id;
      await pool.query("insert into bare_accounts values ($1, $2)", [account, customer]);
      const typed = {
        type: "card",
        "card[number]": VISA,
        "card[exp_month]": "12",
        "card[exp_year]": "2034",
        "card[cvc]": "123",
      };
      const card = (await made(`${url}/v1/payment_methods`, typed)).id;
      const intent = { customer, payment_method: card, confirm: "true", usage: "off_session" };
      const setup = (await made(`${url}/v1/setup_intents`, { ...intent, "allowed_payment_method_types[0]": "card" }))
        .id;
      return async () => {
        const body = JSON.stringify({ account, customer, card, setup });
        const headers = { "content-type": "application/json" };
        const sold = await fetch(`${server.url}/buy`, { method: "POST", headers, body });
        if (sold.status !== 200) throw new Error(`the bare loop sold nothing: ${await sold.text()}`);
      };
    },
  };
};

/** Returns the calls that a shop makes to its provider while it sells one plan and handles the events of that sale. */
const callsOf = async (shop: Shop): Promise<readonly string[]> => {
  const buy = await shop.prepare();
  await allHandled(shop);
  await requestsAt(shop.sandboxUrl);
  await buy();
  await allHandled(shop);
  // Strip the ids, so that calls of different purchases compare equal.
  return (await requestsAt(shop.sandboxUrl)).map((asked) => asked.replace(/\/(seti|sub|in)_\w+/g, "/$1"));
};

/** The number of purchases to compare before a difference in the kinds of calls is an error. */
const WATCHES = 5;

/**
 * Fails unless the limit makes the same kinds of provider calls as the store. Counts may differ: when an event
 * overtakes a response, the store reads once more or once less. The store's jobs also call the provider in the
 * meantime, so a kind of call belongs to a purchase only if every purchase makes it.
 */
const requireSameCalls = async (limit: Shop, ours: Shop): Promise<void> => {
  // The first sale also creates the plan's product at the provider, so do not compare it.
  await callsOf(ours);
  const made = await callsOf(limit);
  let strange = made;
  let missing: readonly string[] | null = null;
  for (let watch = 0; watch < WATCHES; watch += 1) {
    const calls = await callsOf(ours);
    strange = strange.filter((kind) => !calls.includes(kind));
    missing = (missing ?? calls).filter((kind) => calls.includes(kind) && !made.includes(kind));
    if (strange.length + missing.length === 0) return;
  }
  throw new Error(`the bare loop makes calls the store doesn't [${strange.join()}], and lacks [${missing?.join()}]`);
};

/**
 * Measures plans bought by card from the store and from a bare loop in turns, each with its own provider sandbox. The
 * store on PGlite is compared with the same loop on PostgreSQL.
 */
export const measureCheckout = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const bare = await bareShop(workshop.databaseUrl, workshop.onClose);
  const each = workshop.isCheck ? 1 : EACH;
  const compare = async (row: string, ours: Shop, goal: Measured["goal"]): Promise<Measured> => {
    await requireSameCalls(bare, ours);
    // A purchase runs much more code than a small response, so the JIT compiler needs longer to warm up.
    for (let round = 0; round < (workshop.isCheck ? 0 : WARMING); round += 1) {
      await ordersPerSecond(bare);
      await ordersPerSecond(ours);
    }
    const figures = { limit: [] as number[], ours: [] as number[] };
    for (let round = 0; round < workshop.rounds; round += 1) {
      figures.limit.push(await ordersPerSecond(bare, each));
      figures.ours.push(await ordersPerSecond(ours, each));
    }
    return { row, unit: "/s", ...figures, goal };
  };
  return [
    await compare("plan by card, 8 shoppers", ourShop(await workshop.store()), { atLeast: 0.7 }),
    await compare("plan by card, 8 shoppers, PGlite", ourShop(await workshop.embedded()), { atLeast: 0.5 }),
  ];
};
