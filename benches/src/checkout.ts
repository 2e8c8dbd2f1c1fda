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

/** Fails unless a purchase step gets a successful response. */
const requireDone = (what: string, { status, body }: { readonly status: number; readonly body: unknown }): void => {
  if (status !== 200) throw new Error(`${what} failed with ${status}: ${JSON.stringify(body)}`);
};

const ourShopper = async ({ server, sandbox }: BenchStore) => {
  const client = new TestClient(overTheWire(server.url));
  await client.signUp();
  await client.post("/api/users/update_min_license", { license_id: 1 });
  return { client, setup_intent_id: (await client.saveCard(sandbox.url, VISA)).id };
};

const ourPlans = (store: BenchStore): Shop => ({
  sandboxUrl: store.sandbox.url,
  prepare: async () => {
    const { client, setup_intent_id } = await ourShopper(store);
    return async () =>
      requireDone("a plan", await client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id }));
  },
});

/** A file that every shopper of a cart buys. */
const FILE = 1_011;

const ourCarts = (store: BenchStore): Shop => ({
  sandboxUrl: store.sandbox.url,
  prepare: async () => {
    const { client } = await ourShopper(store);
    const [{ id: payment_method_id }] = (await client.post("/api/cards", {})).body.data;
    const { token } = (await client.put("/api/orders/shopping_cart", { product_ids: [FILE] })).body;
    return async () => {
      const started = await client.post("/api/payment_intent", { token, payment_method_id });
      requireDone("a cart", started);
      const payment_intent_id: string = started.body.id;
      requireDone("a payment", await client.post("/api/payment_intent_confirm", { payment_intent_id }));
      requireDone("an order", await client.post("/api/purchases/cart", { token, payment_intent: payment_intent_id }));
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

/** The bare loop's shops, one for each kind of sale. */
interface BareShop {
  readonly plans: Shop;
  readonly carts: Shop;
}

const bareShop = async (databaseUrl: string, onClose: (stop: () => Promise<void>) => void): Promise<BareShop> => {
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
  const shopper = async () => {
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
    const setup = (await made(`${url}/v1/setup_intents`, { ...intent, "allowed_payment_method_types[0]": "card" })).id;
    return { account, customer, card, setup };
  };
  const post = async (path: string, payload: object): Promise<Record<string, string>> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(payload) });
    if (answer.status !== 200) throw new Error(`the bare loop sold nothing: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  return {
    plans: {
      sandboxUrl: url,
      prepare: async () => {
        const buyer = await shopper();
        return async () => void (await post("/buy", buyer));
      },
    },
    carts: {
      sandboxUrl: url,
      prepare: async () => {
        const buyer = await shopper();
        return async () => {
          const { order, intent } = await post("/cart", buyer);
          await post("/pay", { ...buyer, order, intent, variant: FILE });
          await post("/sold", { order });
        };
      },
    },
  };
};

/** Returns the calls that a shop makes to its provider while it makes one sale and handles its events. */
const callsOf = async (shop: Shop): Promise<readonly string[]> => {
  const buy = await shop.prepare();
  await allHandled(shop);
  await requestsAt(shop.sandboxUrl);
  await buy();
  await allHandled(shop);
  // Strip the ids, so that calls of different purchases compare equal.
  return (await requestsAt(shop.sandboxUrl)).map((asked) => asked.replace(/\/(cus|pi|seti|sub|in)_\w+/g, "/$1"));
};

/** The number of purchases to compare before a difference in the kinds of calls is an error. */
const WATCHES = 5;

/**
 * Fails unless the limit makes the same kinds of provider calls as the store. Counts may differ: when an event
 * overtakes a response, the store makes one more or one fewer read. The store's jobs also call the provider in the
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
 * Measures plans and carts bought by card from the store and from a bare loop in turns, each with its own provider
 * sandbox. The store on PGlite is compared with the same loop on PostgreSQL.
 */
export const measureCheckout = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const bare = await bareShop(workshop.databaseUrl, workshop.onClose);
  const each = workshop.isCheck ? 1 : EACH;
  const compare = async (row: string, limit: Shop, ours: Shop, goal: Measured["goal"]): Promise<Measured> => {
    await requireSameCalls(limit, ours);
    // A purchase runs much more code than a small response, so the JIT compiler needs longer to warm up.
    for (let round = 0; round < (workshop.isCheck ? 0 : WARMING); round += 1) {
      await ordersPerSecond(limit);
      await ordersPerSecond(ours);
    }
    const figures = { limit: [] as number[], ours: [] as number[] };
    for (let round = 0; round < workshop.rounds; round += 1) {
      figures.limit.push(await ordersPerSecond(limit, each));
      figures.ours.push(await ordersPerSecond(ours, each));
    }
    return { row, unit: "/s", ...figures, goal };
  };
  const [store, embedded] = [await workshop.store(), await workshop.embedded()];
  return [
    await compare("plan by card, 8 shoppers", bare.plans, ourPlans(store), { atLeast: 0.7 }),
    await compare("plan by card, 8 shoppers, PGlite", bare.plans, ourPlans(embedded), { atLeast: 0.5 }),
    await compare("cart by card, 8 shoppers", bare.carts, ourCarts(store), { atLeast: 0.5 }),
  ];
};
