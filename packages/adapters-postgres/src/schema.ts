// Written by `npm run generate` from the database that the migrations make.
import type { Instant } from "@backlot/domain";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json } from "./json-columns.ts";

/** The store's tables. Times are read as ISO text in UTC, and a check that admits some words is their union. */
export interface Tables {
  accounts: {
    id: string; email: string; first_name: string; last_name: string; free_subscriber: boolean;
    min_license_id: number | null; should_see_confirm_license: boolean; should_see_manage_subscription: boolean;
    stripe_customer_token: string | null; locked: boolean; confirmed_at: Instant | null; created_at: Instant;
    deleted_at: Instant | null; team_id: string | null; team_role: "Artist" | "Download Only" | null;
    team_joined_at: Instant | null;
  };
  articles: {
    id: GeneratedAlways<number>; kind: "page" | "post"; slug: string; title: string; description: string;
    category: string | null; cover: string | null; source: string; body: string; published_at: Instant;
  };
  auth_credentials: {
    id: string; account_id: string; provider_id: string; user_id: string; access_token: string | null;
    refresh_token: string | null; id_token: string | null; access_token_expires_at: Instant | null;
    refresh_token_expires_at: Instant | null; scope: string | null; password: string | null;
    created_at: Generated<Instant>; updated_at: Instant;
  };
  auth_device_codes: {
    id: string; device_code: string; user_code: string; user_id: string | null; expires_at: Instant; status: string;
    last_polled_at: Instant | null; polling_interval: number | null; client_id: string; scope: string;
  };
  auth_sessions: {
    id: string; expires_at: Instant; token: string; created_at: Generated<Instant>; updated_at: Instant;
    ip_address: string | null; user_agent: string | null; user_id: string; channel_id: string | null;
    scopes: string | null;
  };
  auth_users: {
    id: string; name: string; email: string; email_verified: boolean; image: string | null; first_name: string;
    last_name: string; created_at: Generated<Instant>; updated_at: Generated<Instant>;
  };
  auth_verifications: {
    id: string; identifier: string; value: string; expires_at: Instant; created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
  };
  balance_adjustments: {
    id: string; user_id: string; cents: number; reason: string; created_at: Instant; applied_at: Instant | null;
  };
  cart_items: {
    cart_token: string; collection_variant_id: number; position: number;
  };
  carts: {
    token: string; user_id: string | null; license_id: number | null; discount_code: string | null;
    order_id: string | null; updated_at: Instant;
  };
  categories: {
    library_id: number; slug: string; name: string; collections: number; cover: string;
  };
  certificates: {
    number: string; user_id: string; facts: Json<"certificates.facts">; issued_at: Instant;
    superseded_at: Instant | null; file: Buffer;
  };
  channels: {
    id: string; name: string; scopes: string; created_at: Instant;
  };
  code_redemptions: {
    order_id: string; code: string; user_id: string;
  };
  collection_variants: {
    id: number; collection_id: number; name: string; resolution: "HD" | "2K" | "4K" | "6K" | "8K"; price: number;
    file_name: string; description: string; file_size: number | null; listed: Generated<boolean>; width: number | null;
    height: number | null; format: string | null;
  };
  collections: {
    id: number; slug: string; name: string; library_id: number; category: string; tags: Json<"collections.tags">;
    description: string; access: "free" | "essentials" | "premium"; free_product: boolean;
    membership_tier: "silver" | "gold" | "elite" | null; made_by_provider: boolean; alpha: boolean;
    credit_price: number | null; price: number; category_slug: Generated<string>; words: Generated<string>;
    clips: Json<"collections.clips">; original_price: number | null; upgrade_credit_price: number | null;
    listed: Generated<boolean>; name_key: Generated<string>; release_date: string | null; coming: Generated<boolean>;
  };
  credit_entries: {
    seq: GeneratedAlways<number>; user_id: string; lot_id: string; amount: number;
    reason: "grant" | "spend" | "expire" | "return" | "refund" | "revoke"; reference: string; at: Instant;
  };
  credit_lots: {
    id: string; user_id: string; kind: "plan" | "pack" | "legacy" | "grant"; granted: number;
    remaining: Generated<number>; granted_at: Instant; source: string; subscription_id: string | null;
    license_id: number | null;
  };
  discount_codes: {
    code: string; value: number | null; percent_off: number | null; uses_per_account: number | null;
    max_uses: number | null; ended_at: Instant | null;
  };
  disputes: {
    id: string; provider: "stripe" | "paypal"; user_id: string; payment_id: string; amount: number;
    status: "open" | "won" | "lost"; opened_at: Instant; closed_at: Instant | null;
  };
  downloads: {
    user_id: string; day: string; variant_id: number; at: Instant; counted: Generated<boolean>;
  };
  empty_searches: {
    month: string; words: string; count: number;
  };
  entitlements: {
    user_id: string; collection_id: number; source: string; at: Instant; collection_variant_id: number | null;
    revoked_at: Instant | null; at_upgrade_price: Generated<boolean>; license_id: number; raised_from: number | null;
  };
  funding_entries: {
    seq: GeneratedAlways<number>; user_id: string; holder: string; payment_id: string | null; cents: number;
    reason: "paid" | "carried" | "used" | "kept" | "refund" | "ended"; reference: string; at: Instant;
  };
  guests: {
    user_id: string; key: string; address: string;
  };
  home_page: {
    one: Generated<boolean>; hero: string | null; featured: Json<"home_page.featured">;
    categories: Json<"home_page.categories">;
  };
  idempotency_keys: {
    id: string; request: string; at: Instant; status: number | null; body: string | null;
  };
  jobs: {
    name: string; due_at: Instant; lease_until: Instant | null; attempts: Generated<number>; cursor: string | null;
    failures: Generated<number>; failing_since: Instant | null; last_error: string | null;
  };
  last_ids: {
    one: Generated<boolean>; collection: number; variant: number;
  };
  leases: {
    name: string; holder: string; until: Instant;
  };
  legal_texts: {
    slug: "terms-of-service" | "privacy-policy" | "license"; version: string; title: string; description: string;
    source: string; body: string; published_at: Instant;
  };
  licensee_profiles: {
    user_id: string; license_id: number; completed: boolean; invalidated: boolean; company_name: string | null;
    first_name: string | null; last_name: string | null; email: string; phone: string | null; address: string;
    token: string;
  };
  notices: {
    id: string; about: string;
    kind: "payment-not-applied" | "guest-purchase" | "confirm-email" | "reset-password" | "password-changed"
      | "app-connected" | "team-invitation" | "file-ready" | "plan-ended" | "plan-canceled" | "plan-kept"
      | "plan-change-scheduled" | "plan-upgraded" | "renewal-coming" | "renewal-failed" | "renewal-needs-confirmation"
      | "credits-expiring" | "receipt" | "refund" | "dispute" | "certificate" | "confirm-licensee";
    created_at: Instant; sent_at: Instant | null; attempts: Generated<number>; next_attempt_at: Instant | null;
    failed_at: Instant | null; last_error: string | null;
  };
  notifications: {
    notification_type: "top_bar"; heading: string; body: string; ends_at: Instant | null;
  };
  order_items: {
    order_id: string; position: number; kind: "plan" | "plan-change" | "credit-pack" | "product";
    plan_variant_id: number | null; credits: number | null; subscription_id: string | null;
    replaces_payment: string | null; collection_variant_id: number | null; raised_from: number | null;
  };
  orders: {
    id: string; user_id: string; idempotency_key: string; license_id: number; customer_id: string | null;
    payment_method_id: string | null; quote: Json<"orders.quote">; payment_reference: string | null;
    status: "pending" | "paid" | "unfulfillable" | "failed" | "canceled" | "expired"; closed_at: Instant | null;
    failure_message: string | null; decline_code: string | null; created_at: Instant; provider: "stripe" | "paypal";
    claims_subscription: boolean; expires_at: Instant; next_attempt_at: Instant | null; attempts: Generated<number>;
    canceled_by: "buyer" | "superseded" | "stale" | null; cart_token: string | null; guest_email: string | null;
    link_version: Generated<number>; code_hash: string | null;
  };
  pack_prices: {
    id: number; prices: Json<"pack_prices.prices">;
  };
  payment_refunds: {
    id: GeneratedAlways<number>; payment_id: string; amount: number; at: Instant;
  };
  payments: {
    id: string; user_id: string; order_id: string | null; subscription_id: string | null; provider: "stripe" | "paypal";
    reason: "plan" | "renewal" | "change" | "pack" | "items"; provider_reference: string | null; amount: number;
    refunded: Generated<number>; at: Instant; period_start: Instant | null; period_end: Instant | null;
    disputed: Generated<number>; quoted: number | null;
  };
  plan_offers: {
    id: number; group_id: number; plan_name: string; interval: "month" | "year"; recurring_credits: number;
    price: number; licence_from: number; licence_to: number;
    enterprise_prices: Json<"plan_offers.enterprise_prices"> | null; badge: string | null; retired: Generated<boolean>;
  };
  plan_sales: {
    id: GeneratedAlways<number>; percent_off: number; months: number; starts_at: Instant; ends_at: Instant | null;
  };
  price_rules: {
    id: number; rules: Json<"price_rules.rules">;
  };
  rate_limits: {
    key: string; points: Generated<number>; expire: number | null;
  };
  receipt_series: {
    id: number; seller: string; last: number;
  };
  receipts: {
    payment_id: string; series: number | null; number: number | null; facts: Json<"receipts.facts">;
  };
  refunds: {
    id: string;
    cause: "unfulfillable" | "billed-twice" | "overbilled" | "unused-time" | "item" | "account-credit" | "support";
    cause_reference: string; payment_id: string; amount: number; account_credit: number;
    status: "due" | "issued" | "applied" | "failed"; provider_reference: string | null; created_at: Instant;
    applied_at: Instant | null; attempted: number | null; settled_at: Instant | null;
  };
  search_index: {
    one: Generated<boolean>; version: number;
  };
  search_synonyms: {
    word: string; group_id: number; stem: GeneratedAlways<string>;
  };
  search_words: {
    library_id: number; word: string; collections: number; stem: Generated<string>; named: Generated<boolean>;
  };
  shop_logos: {
    kind: "light" | "dark" | "icon"; type: string; data: string; version: string;
  };
  shop_profile: {
    id: number; profile: Json<"shop_profile.profile">;
  };
  storefront_versions: {
    one: Generated<boolean>; version: number;
  };
  subscription_terminations: {
    provider: "stripe" | "paypal"; provider_subscription_id: string; since: Instant;
  };
  subscriptions: {
    id: string; user_id: string; plan_variant_id: number; license_id: number; status: "active" | "past_due" | "ended";
    provider: "stripe" | "paypal"; provider_subscription_id: string; period_start: Instant; period_end: Instant;
    paid: number; legacy_kind: "credit-based" | "plus" | null; created_at: Instant; anchor: Instant; price: number;
    payment: string; next_step: Generated<"renews" | "cancels" | "changes">; next_variant_id: number | null;
    next_license_id: number | null; next_price: number | null; past_due_since: Instant | null; ended_at: Instant | null;
    end_reason: "cancelled" | "unpaid" | "refunded" | null; discount_code: string | null;
    discount_percent_off: number | null; discount_cycles_left: number | null; tax_rate: Generated<number>;
    checked_at: Instant | null;
  };
  support_actions: {
    seq: GeneratedAlways<number>; id: string; user_id: string | null; at: Instant; actor: string; reason: string;
    change: Json<"support_actions.change">; proven: boolean;
  };
  team_invitations: {
    id: string; team_id: string; email: string; role: "Artist" | "Download Only"; invited_at: Instant;
  };
  unrecovered_money: {
    user_id: string; holder: string; amount: number; at: Instant;
  };
  webhook_deliveries: {
    id: GeneratedAlways<number>; endpoint_id: string; event_id: string; type: string; body: string; at: Instant;
    attempts: Generated<number>; next_attempt_at: Instant | null; last_attempt_at: Instant | null;
    delivered_at: Instant | null; last_status: number | null; last_error: string | null;
  };
  webhook_endpoints: {
    id: string; url: string; secret: string; events: string; created_at: Instant;
  };
  webhook_events: {
    provider: string; event_id: string; type: string; at: Instant;
  };
  wishlist_items: {
    user_id: string; collection_id: number; at: Instant;
  };
}

/** The store's tables that are empty after the migrations. */
export const EMPTY_AT_FIRST: readonly string[] = [
  "accounts",
  "articles",
  "auth_credentials",
  "auth_device_codes",
  "auth_sessions",
  "auth_users",
  "auth_verifications",
  "balance_adjustments",
  "cart_items",
  "carts",
  "categories",
  "certificates",
  "channels",
  "code_redemptions",
  "collection_variants",
  "collections",
  "credit_entries",
  "credit_lots",
  "discount_codes",
  "disputes",
  "downloads",
  "empty_searches",
  "entitlements",
  "funding_entries",
  "guests",
  "idempotency_keys",
  "jobs",
  "leases",
  "legal_texts",
  "licensee_profiles",
  "notices",
  "notifications",
  "order_items",
  "orders",
  "pack_prices",
  "payment_refunds",
  "payments",
  "plan_offers",
  "plan_sales",
  "price_rules",
  "rate_limits",
  "receipt_series",
  "receipts",
  "refunds",
  "search_words",
  "shop_logos",
  "shop_profile",
  "subscription_terminations",
  "subscriptions",
  "support_actions",
  "team_invitations",
  "unrecovered_money",
  "webhook_deliveries",
  "webhook_endpoints",
  "webhook_events",
  "wishlist_items",
];

/** The store's tables in which migrations insert rows. */
export const FILLED_BY_MIGRATIONS: readonly string[] = [
  "home_page",
  "last_ids",
  "search_index",
  "search_synonyms",
  "storefront_versions",
];
