// The limit for selling a plan by card: a bare loop that makes the same provider calls and the same transactions as the
// store, with one statement per row and without rules, checks, or second reads.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import Stripe from "stripe";

const { DATABASE_URL = "", PROVIDER_URL = "", WEBHOOK_SECRET = "", PORT = "0" } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

const TABLES = [
  "create table if not exists bare_accounts (id text primary key, customer text)",
  "create table if not exists bare_orders (id text primary key, account text, status text, reference " +
    "text, quote jsonb)",
  "create table if not exists bare_items (order_id text, position int, kind text, primary key (order_id, position))",
  "create table if not exists bare_payments (id text primary key, order_id text, amount int, at timestamptz)",
  "create table if not exists bare_plans (id text primary key, account text, period_end timestamptz, status text)",
  "create table if not exists bare_lots (id text primary key, account text, remaining int, source text unique)",
  "create table if not exists bare_entries (seq bigserial primary key, lot text, amount int)",
  "create table if not exists bare_owned (account text, variant int, order_id text, primary key (account, variant))",
  "create table if not exists bare_events (id text primary key, type text)",
];
for (const table of TABLES) await pool.query(table);

type Statement = readonly [name: string, text: string, values: readonly unknown[]];

const transaction = async (statements: readonly Statement[]): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const [name, text, values] of statements) await client.query({ name, text, values: [...values] });
    await client.query("commit");
  } finally {
    client.release();
  }
};

/** A provider response, reduced to the fields used here. */
interface Answer {
  readonly id: string;
  readonly latest_invoice?: { readonly id: string };
  readonly amount_paid?: number;
}

const provider = async (method: "GET" | "POST", path: string, form?: Record<string, string>): Promise<Answer> => {
  const answer = await fetch(`${PROVIDER_URL}${path}`, {
    method,
    headers: { authorization: "Bearer sk_test_bench" },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  const read = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
};

await provider("POST", "/v1/products", { id: "plan_130", name: "Pro" });

const LOCK = "select * from bare_accounts where id = $1 for update";

const buy = async (account: string, customer: string, card: string, setup: string): Promise<void> => {
  await provider("GET", `/v1/setup_intents/${setup}?expand[0]=customer&expand[1]=payment_method`);
  const order = crypto.randomUUID();
  await transaction([
    ["lock", LOCK, [account]],
    ["order", "insert into bare_orders values ($1, $2, 'pending', null, $3)", [order, account, '{"total":4900}']],
    ["item", "insert into bare_items values ($1, 0, 'plan')", [order]],
  ]);
  const subscription = await provider("POST", "/v1/subscriptions", {
    customer,
    default_payment_method: card,
    payment_behavior: "default_incomplete",
    "items[0][price_data][currency]": "usd",
    "items[0][price_data][product]": "plan_130",
    "items[0][price_data][unit_amount]": "4900",
    "items[0][price_data][recurring][interval]": "month",
    "metadata[order_id]": order,
    "expand[0]": "latest_invoice.confirmation_secret",
    "expand[1]": "latest_invoice.payments",
  });
  await pool.query({
    name: "reference",
    text: "update bare_orders set reference = $2 where id = $1",
    values: [order, subscription.id],
  });
  const invoice = await provider("POST", `/v1/invoices/${subscription.latest_invoice?.id}/pay`, {
    "expand[0]": "payments.data.payment.payment_intent",
  });
  await transaction([
    ["lock", LOCK, [account]],
    ["paid", "update bare_orders set status = 'paid' where id = $1", [order]],
    ["payment", "insert into bare_payments values ($1, $2, $3, now())", [invoice.id, order, invoice.amount_paid]],
    ["plan", "insert into bare_plans values ($1, $2, now(), 'active')", [subscription.id, account]],
    ["lot", "insert into bare_lots values ($1, $2, 20, $3)", [crypto.randomUUID(), account, invoice.id]],
    ["entry", "insert into bare_entries (lot, amount) values ($1, 20)", [order]],
  ]);
};

/** The price of a cart, in cents. The provider takes the same time for every amount. */
const CART_TOTAL = 2_400;

/**
 * Starts the sale of a cart's item by saved card, up to the point at which the buyer's browser confirms the payment.
 */
const startCart = async (
  account: string,
  customer: string,
  card: string,
): Promise<{ order: string; intent: string }> => {
  await provider("GET", `/v1/customers/${customer}/payment_methods?limit=100`);
  const order = crypto.randomUUID();
  await transaction([
    ["lock", LOCK, [account]],
    ["order", "insert into bare_orders values ($1, $2, 'pending', null, $3)", [order, account, '{"total":2400}']],
    ["cart-item", "insert into bare_items values ($1, 0, 'product')", [order]],
  ]);
  const intent = await provider("POST", "/v1/payment_intents", {
    customer,
    payment_method: card,
    amount: String(CART_TOTAL),
    currency: "usd",
    "metadata[order_id]": order,
  });
  await pool.query({
    name: "reference",
    text: "update bare_orders set reference = $2 where id = $1",
    values: [order, intent.id],
  });
  return { order, intent: intent.id };
};

/** Charges a cart's order, and delivers it. */
const payCart = async (account: string, order: string, intent: string, variant: number): Promise<void> => {
  await provider("GET", `/v1/payment_intents/${intent}`);
  await provider("POST", `/v1/payment_intents/${intent}/confirm`, {});
  await transaction([
    ["lock", LOCK, [account]],
    ["paid", "update bare_orders set status = 'paid' where id = $1", [order]],
    ["payment", "insert into bare_payments values ($1, $2, $3, now())", [intent, order, CART_TOTAL]],
    ["owned", "insert into bare_owned values ($1, $2, $3)", [account, variant, order]],
  ]);
};

/**
 * Handles an event as the store does when there is nothing new: for a subscription event, it reads the subscription
 * and its invoices.
 */
const handle = async (event: Stripe.Event): Promise<void> => {
  if (event.type.startsWith("customer.subscription.")) {
    const { id } = event.data.object as { readonly id: string };
    await Promise.all([
      provider("GET", `/v1/subscriptions/${id}`),
      provider("GET", `/v1/invoices?subscription=${id}&limit=100&expand[0]=data.payments`),
    ]);
    await transaction([["plan-read", "select * from bare_plans where id = $1 for update", [id]]]);
  }
  await pool.query({
    name: "event",
    text: "insert into bare_events values ($1, $2) on conflict do nothing",
    values: [event.id, event.type],
  });
};

const app = new Hono();
app.post("/buy", async (c) => {
  const { account, customer, card, setup } = (await c.req.json()) as Record<
    "account" | "customer" | "card" | "setup",
    string
  >;
  await buy(account, customer, card, setup);
  return c.json({ status: "ok" });
});
app.post("/cart", async (c) => {
  const { account, customer, card } = (await c.req.json()) as Record<"account" | "customer" | "card", string>;
  return c.json(await startCart(account, customer, card));
});
app.post("/pay", async (c) => {
  const { account, order, intent, variant } = (await c.req.json()) as Record<"account" | "order" | "intent", string> & {
    readonly variant: number;
  };
  await payCart(account, order, intent, variant);
  return c.json({ status: "ok" });
});
app.post("/sold", async (c) => {
  const { order } = (await c.req.json()) as { readonly order: string };
  const { rows } = await pool.query({ name: "sold", text: "select * from bare_orders where id = $1", values: [order] });
  return c.json(rows[0]);
});
app.post("/webhook", async (c) => {
  const signature = c.req.header("stripe-signature") ?? "";
  const event = await Stripe.webhooks.constructEventAsync(await c.req.text(), signature, WEBHOOK_SECRET);
  await handle(event);
  return c.body(null, 204);
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
