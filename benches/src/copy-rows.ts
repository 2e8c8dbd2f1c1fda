import pg from "pg";

/** The tables of a customer, with the columns that get a suffix in each copy. */
const SUFFIXED = {
  accounts: ["id", "email", "stripe_customer_token"],
  auth_users: ["id", "email"],
  subscriptions: ["id", "user_id", "provider_subscription_id", "payment"],
  orders: ["id", "user_id", "idempotency_key", "payment_reference"],
  order_items: ["order_id", "subscription_id"],
  payments: ["id", "user_id", "order_id", "subscription_id", "provider_reference"],
  receipts: ["payment_id"],
  credit_lots: ["id", "user_id", "source", "subscription_id"],
  credit_entries: ["user_id", "lot_id", "reference"],
  wishlist_items: ["user_id"],
  downloads: ["user_id"],
} as const;

type Table = keyof typeof SUFFIXED;

/** The values that a copy can't share with its original, besides the columns with a suffix. */
const RENEWED: Partial<Record<Table, string>> = {
  receipts: "'series', null, 'number', null",
  credit_entries: "'seq', nextval(pg_get_serial_sequence('credit_entries', 'seq'))",
};

/** The range of copy numbers. Each copy's ids end with its number. */
interface Copies {
  readonly from?: number;
  readonly to: number;
}

/** Copies the rows of a table that meet a condition. The copies belong to the same account if `user_id` is kept. */
const copy = async (
  client: pg.Client,
  table: Table,
  where: string,
  { from = 1, to, keepsUser }: Copies & { readonly keepsUser: boolean },
): Promise<void> => {
  const changes = SUFFIXED[table]
    .filter((column) => !(keepsUser && column === "user_id"))
    .map((column) => `'${column}', original.${column} || '-' || n`);
  const changed = [...changes, ...(RENEWED[table] === undefined ? [] : [RENEWED[table]])].join(", ");
  await client.query(
    `insert into ${table} overriding system value
       select (jsonb_populate_record(null::${table}, to_jsonb(original) || jsonb_build_object(${changed}))).*
       from (select * from ${table} where ${where}) original cross join generate_series(${from}, ${to}) n`,
  );
};

/** Runs work without triggers and foreign keys, because the original rows have already passed these checks. */
const asReplica = async (databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await work(client);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
};

const inOrder = async (steps: readonly (() => Promise<void>)[]): Promise<void> => {
  for (const step of steps) await step();
};

/** Copies an account, with its plan, orders, payments, credits, saved items, and downloads. */
export const copyAccount = (databaseUrl: string, id: string, copies: Copies): Promise<void> =>
  asReplica(databaseUrl, (client) => {
    const of =
      (table: Table, where = `user_id = '${id}'`) =>
      () =>
        copy(client, table, where, { ...copies, keepsUser: false });
    return inOrder([
      of("accounts", `id = '${id}'`),
      of("auth_users", `id = '${id}'`),
      of("subscriptions"),
      of("order_items", `order_id in (select id from orders where user_id = '${id}')`),
      of("orders"),
      of("receipts", `payment_id in (select id from payments where user_id = '${id}')`),
      of("payments"),
      of("credit_entries"),
      of("credit_lots"),
      of("wishlist_items"),
      of("downloads"),
    ]);
  });

/** Copies an account's newest paid order, with its items, payment, and receipt. */
export const copyOrder = (databaseUrl: string, account: string, count: number): Promise<void> =>
  asReplica(databaseUrl, async (client) => {
    const { rows } = await client.query<{ readonly id: string }>(
      "select id from orders where user_id = $1 and status = 'paid' order by created_at desc limit 1",
      [account],
    );
    const [order] = rows;
    if (order === undefined) throw new Error(`account ${account} has no paid order`);
    const of = (table: Table, where: string) => () => copy(client, table, where, { to: count, keepsUser: true });
    await inOrder([
      of("order_items", `order_id = '${order.id}'`),
      of("receipts", `payment_id in (select id from payments where order_id = '${order.id}')`),
      of("payments", `order_id = '${order.id}'`),
      of("orders", `id = '${order.id}'`),
    ]);
  });
