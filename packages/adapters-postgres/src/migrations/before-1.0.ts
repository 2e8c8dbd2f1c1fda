import { type Kysely, sql } from "kysely";
import { payments } from "./baseline/payments.ts";

/** The first migration before 1.0.0, and the first whose tables have all columns of 1.0.0. */
const FIRST = "0001-accounts";
const COMPLETE = "0058-formats";
const BASELINE = "0001-baseline";

/** PostgreSQL's code for a deadlock, and the maximum number of attempts when deadlocks occur. */
const DEADLOCK = "40P01";
const ATTEMPTS = 5;

/** The database was last used by a version that 1.0.0 can't upgrade. */
export class DatabaseTooOld extends Error {
  constructor() {
    super(
      "The database is older than this version can update. Start the last version before 1.0.0 once, then this one.",
    );
  }
}

/** Returns whether a database or backup with these migrations is too old for this version to upgrade. */
export const isTooOld = (names: readonly string[]): boolean => names.includes(FIRST) && !names.includes(COMPLETE);

/** Returns the migrations of a database or backup by their current names. All migrations before 1.0.0 count as one. */
export const sinceBaseline = (names: readonly string[]): readonly string[] =>
  names.includes(FIRST) ? [BASELINE] : names;

/** Constraints by table, with their names before 1.0.0 and their current names. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: { accounts_check: "accounts_team_role", accounts_check1: "accounts_team_of_another" },
  articles: { articles_check: "articles_category_of_posts" },
  collections: { collections_check: "collections_free_access", collections_check1: "collections_tier_access" },
  credit_lots: { credit_lots_check: "credit_lots_remaining", credit_lots_license_id: "credit_lots_license_id_check" },
  discount_codes: { discount_codes_check: "discount_codes_one_discount" },
  disputes: { disputes_check: "disputes_closed_at" },
  entitlements: {
    owned_collections_collection_id_fkey: "entitlements_collection_id_fkey",
    owned_collections_user_id_fkey: "entitlements_user_id_fkey",
    entitlements_license_id: "entitlements_license_id_check",
  },
  funding_entries: { funding_entries_user_id_holder_payment_id_reason_reference_key: "funding_entries_key" },
  home_page: { home_page_one: "home_page_one_check" },
  last_ids: { last_ids_one: "last_ids_one_check" },
  notices: { notices_order_id_kind_key: "notices_about_kind_key" },
  order_items: {
    order_items_check: "order_items_plan",
    order_items_check1: "order_items_credits",
    order_items_check2: "order_items_subscription",
    order_items_check3: "order_items_replaces",
    order_items_check4: "order_items_variant",
  },
  orders: {
    orders_provider_reference_key: "orders_payment_reference_key",
    orders_submit_key_key: "orders_idempotency_key_key",
    orders_check: "orders_closed_at",
    orders_check1: "orders_canceled",
    orders_check2: "orders_next_attempt",
  },
  payments: { payments_check: "payments_refunded", payments_check1: "payments_period" },
  plan_offers: { plan_offers_check: "plan_offers_license_range" },
  plan_sales: { plan_sales_check: "plan_sales_dates" },
  receipts: { receipts_number_check: "receipts_series_and_number" },
  refunds: { refunds_check: "refunds_applied_at" },
  search_index: { search_index_one: "search_index_one_check" },
  subscription_terminations: {
    plans_to_end_pkey: "subscription_terminations_pkey",
    plans_to_end_provider_check: "subscription_terminations_provider_check",
  },
  subscriptions: {
    subscriptions_check: "subscriptions_period",
    subscriptions_check1: "subscriptions_next_plan",
    subscriptions_check2: "subscriptions_next_terms",
    subscriptions_check3: "subscriptions_past_due",
    subscriptions_check4: "subscriptions_ended",
    subscriptions_check5: "subscriptions_discount",
    subscriptions_check6: "subscriptions_discount_code",
  },
};

/** The changes of the last versions before 1.0.0, and the helpers from earlier versions. */
const statements: readonly string[] = [
  `alter table refunds drop constraint refunds_cause_check,
     add constraint refunds_cause_check check (cause in
       ('unfulfillable', 'billed-twice', 'overbilled', 'unused-time', 'item', 'account-credit', 'support'))`,
  `alter table notices drop constraint notices_kind_check,
     add constraint notices_kind_check check (kind in ('payment-not-applied', 'guest-purchase', 'confirm-email',
       'reset-password', 'password-changed', 'team-invitation', 'file-ready', 'plan-ended', 'plan-canceled',
       'plan-change-scheduled', 'plan-upgraded', 'renewal-coming', 'renewal-failed', 'renewal-needs-confirmation',
       'credits-expiring', 'receipt', 'refund', 'certificate', 'confirm-licensee'))`,
  "alter table entitlements alter column license_id drop default",
  ...payments
    .filter((statement) => statement.startsWith("create function"))
    .map((statement) => statement.replace("create", "create or replace")),
  "drop function receipt_facts(payments)",
  "drop function receipt_instant(timestamptz)",
  ...Object.entries(RENAMED).flatMap(([table, names]) =>
    Object.entries(names).map(([from, to]) => `alter table ${table} rename constraint ${from} to ${to}`),
  ),
];

/** Returns the names of the migrations that a database has, in order. */
export const namesIn = async <T>(db: Kysely<T>): Promise<readonly string[]> => {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  );
  if (tables[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const takeOverOnce = <T>(db: Kysely<T>): Promise<void> =>
  db.transaction().execute(async (inside) => {
    // Another process may be upgrading the same database.
    await sql`lock table kysely_migration in exclusive mode`.execute(inside);
    const names = await namesIn(inside);
    if (!names.includes(FIRST)) return;
    if (isTooOld(names)) throw new DatabaseTooOld();
    for (const statement of statements) await sql.raw(statement).execute(inside);
    await sql`delete from kysely_migration where name <> ${FIRST}`.execute(inside);
    await sql`update kysely_migration set name = ${BASELINE}`.execute(inside);
  });

/**
 * Upgrades a database from before 1.0.0 to 1.0.0 without changing its rows. Does nothing to other databases. Throws
 * DatabaseTooOld.
 */
export const takeOver = async <T>(db: Kysely<T>): Promise<void> => {
  if (!(await namesIn(db)).includes(FIRST)) return;
  // Processes of the old version may lock the same tables in another order.
  const isDeadlock = (error: unknown): boolean => Reflect.get(Object(error), "code") === DEADLOCK;
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await takeOverOnce(db);
    } catch (error) {
      if (!isDeadlock(error)) throw error;
    }
  }
  await takeOverOnce(db);
};
