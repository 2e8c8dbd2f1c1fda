/** The store's tables that are empty after the migrations. */
export const EMPTY_AT_FIRST: readonly string[] = [
  "account_leases",
  "accounts",
  "articles",
  "auth_credentials",
  "auth_sessions",
  "auth_users",
  "auth_verifications",
  "balance_adjustments",
  "cart_items",
  "carts",
  "categories",
  "certificates",
  "code_redemptions",
  "collection_variants",
  "collections",
  "credit_entries",
  "credit_lots",
  "discount_codes",
  "disputes",
  "downloads",
  "entitlements",
  "file_leases",
  "funding_entries",
  "guests",
  "jobs",
  "licensee_profiles",
  "notices",
  "notifications",
  "order_items",
  "orders",
  "pack_prices",
  "payments",
  "plan_offers",
  "plan_sales",
  "rate_limits",
  "receipt_series",
  "receipts",
  "refunds",
  "search_words",
  "subscription_terminations",
  "subscriptions",
  "support_actions",
  "team_invitations",
  "unrecovered_money",
  "webhook_events",
  "wishlist_items",
];

/** The store's tables in which migrations insert rows. */
const FILLED_BY_MIGRATIONS: readonly string[] = [
  "home_page",
  "last_ids",
  "search_index",
  "search_synonyms",
  "storefront_versions",
];

/**
 * All tables of the store but those that the migrations keep for themselves. A database may hold other tables, which
 * are none of its business.
 */
export const OWN_TABLES: ReadonlySet<string> = new Set([...EMPTY_AT_FIRST, ...FILLED_BY_MIGRATIONS]);
