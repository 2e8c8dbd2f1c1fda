import type {
  CertificateFacts,
  Clip,
  MemberRole,
  DisputeStatus,
  ItemKind,
  OrderStatus,
  Provider,
  Receipt,
  ReceiptFacts,
  Access,
  EndReason,
  Instant,
  Interval,
  LotKind,
  MembershipTier,
  EntryReason,
  FundingReason,
  Resolution,
} from "@backlot/domain";
import type { OutboxMessage, Refund, RefundStatus } from "@backlot/ports";
import type { ColumnType, Generated } from "kysely";
import type { Json, StaffTables } from "./staff-tables.ts";

/** The tables that the migrations create. Times are read as ISO text in UTC. */
export interface Tables extends StaffTables {
  accounts: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    free_subscriber: boolean;
    min_license_id: number | null;
    should_see_confirm_license: boolean;
    should_see_manage_subscription: boolean;
    stripe_customer_token: string | null;
    locked: boolean;
    confirmed_at: Instant | null;
    created_at: Instant;
    deleted_at: Instant | null;
    team_id: string | null;
    team_role: MemberRole | null;
    team_joined_at: Instant | null;
  };
  rate_limits: { key: string; points: number; expire: number | null };
  guests: { user_id: string; key: string; address: string };
  licensee_profiles: {
    user_id: string;
    license_id: number;
    completed: boolean;
    invalidated: boolean;
    company_name: string | null;
    first_name: string | null;
    last_name: string | null;
    email: string;
    phone: string | null;
    address: string;
    token: string;
  };
  plan_offers: {
    id: number;
    group_id: number;
    plan_name: string;
    interval: Interval;
    recurring_credits: number;
    price: number;
    licence_from: number;
    licence_to: number;
  };
  storefront_versions: { one: Generated<boolean>; version: number };
  pack_prices: { id: number; prices: Json<unknown> };
  collections: {
    id: number;
    slug: string;
    name: string;
    library_id: number;
    category: string;
    tags: Json<readonly string[]>;
    description: string;
    access: Access;
    free_product: boolean;
    membership_tier: MembershipTier | null;
    made_by_provider: boolean;
    alpha: boolean;
    credit_price: number | null;
    upgrade_credit_price: number | null;
    price: number;
    original_price: number | null;
    listed: boolean;
    clips: Json<readonly Clip[]>;
    category_slug: string;
    /** The words by which it is found, as a tsvector. */
    words: string;
    /** The words of its name. */
    name_key: string;
  };
  home_page: {
    one: Generated<boolean>;
    hero: string | null;
    featured: Json<readonly string[]>;
    categories: Json<readonly string[]>;
  };
  last_ids: { one: Generated<boolean>; collection: number; variant: number };
  search_synonyms: { word: string; group_id: number; stem: ColumnType<string, never, never> };
  search_index: { one: Generated<boolean>; version: number };
  search_words: { library_id: number; word: string; collections: number; stem: string; named: boolean };
  categories: { library_id: number; slug: string; name: string; collections: number; cover: string };
  collection_variants: {
    id: number;
    collection_id: number;
    name: string;
    resolution: Resolution;
    width: number | null;
    height: number | null;
    format: string | null;
    price: number;
    file_name: string;
    description: string;
    file_size: number | null;
    listed: Generated<boolean>;
  };
  subscriptions: {
    id: string;
    user_id: string;
    plan_variant_id: number;
    license_id: number;
    status: "active" | "past_due" | "ended";
    provider: Provider;
    provider_subscription_id: string;
    period_start: Instant;
    period_end: Instant;
    paid: number;
    legacy_kind: "credit-based" | "plus" | null;
    created_at: Instant;
    anchor: Instant;
    price: number;
    payment: string;
    next_step: "renews" | "cancels" | "changes";
    next_variant_id: number | null;
    next_license_id: number | null;
    next_price: number | null;
    past_due_since: Instant | null;
    ended_at: Instant | null;
    end_reason: EndReason | null;
    discount_code: string | null;
    discount_percent_off: number | null;
    discount_cycles_left: number | null;
    /** The tax rate, in ten-thousandths of a percent. */
    tax_rate: number;
    checked_at: Instant | null;
  };
  payments: {
    id: string;
    user_id: string;
    order_id: string | null;
    subscription_id: string | null;
    provider: Provider;
    reason: "plan" | "renewal" | "change" | "pack" | "items";
    provider_reference: string | null;
    amount: number;
    disputed: Generated<number>;
    refunded: Generated<number>;
    period_start: Instant | null;
    period_end: Instant | null;
    at: Instant;
    /** The total of the order's quote, copied by a trigger, or the promised amount of a renewal billed for less. */
    quoted: ColumnType<number | null, number | null | undefined, never>;
  };
  receipt_series: { id: number; seller: string; last: number };
  receipts: {
    payment_id: string;
    /** Null only inside the transaction that records the payment. */
    series: number | null;
    number: number | null;
    facts: ColumnType<ReceiptFacts & Pick<Receipt, "buyer">, string>;
  };
  disputes: {
    id: string;
    provider: Provider;
    user_id: string;
    payment_id: string;
    amount: number;
    status: DisputeStatus;
    opened_at: Instant;
    closed_at: Instant | null;
  };
  subscription_terminations: { provider: Provider; provider_subscription_id: string; since: Instant };
  file_leases: { name: string; holder: string; until: Instant };
  account_leases: { user_id: string; holder: string; until: Instant };
  jobs: {
    name: string;
    due_at: Instant;
    lease_until: Instant | null;
    attempts: Generated<number>;
    cursor: string | null;
    failures: Generated<number>;
    failing_since: Instant | null;
    last_error: string | null;
  };
  orders: {
    id: string;
    user_id: string;
    idempotency_key: string;
    license_id: number;
    provider: Provider;
    customer_id: string | null;
    payment_method_id: string | null;
    quote: Json<unknown>;
    payment_reference: string | null;
    claims_subscription: boolean;
    status: OrderStatus["_tag"];
    closed_at: Instant | null;
    failure_message: string | null;
    decline_code: string | null;
    canceled_by: "buyer" | "superseded" | "stale" | null;
    attempts: number;
    next_attempt_at: Instant | null;
    expires_at: Instant;
    created_at: Instant;
    cart_token: string | null;
    guest_email: string | null;
    link_version: Generated<number>;
    code_hash: string | null;
  };
  order_items: {
    order_id: string;
    position: number;
    kind: ItemKind;
    plan_variant_id: number | null;
    credits: number | null;
    subscription_id: string | null;
    replaces_payment: string | null;
    collection_variant_id: number | null;
    raised_from: number | null;
  };
  refunds: {
    id: string;
    cause: Refund["cause"];
    cause_reference: string;
    payment_id: string;
    amount: number;
    account_credit: number;
    attempted: Generated<number | null>;
    settled_at: Generated<Instant | null>;
    status: RefundStatus;
    provider_reference: string | null;
    created_at: Instant;
    applied_at: Instant | null;
  };
  balance_adjustments: {
    id: string;
    user_id: string;
    cents: number;
    reason: string;
    created_at: Instant;
    applied_at: Instant | null;
  };
  notices: {
    id: string;
    about: string;
    kind: OutboxMessage["kind"];
    created_at: Instant;
    sent_at: Instant | null;
    attempts: Generated<number>;
    next_attempt_at: Instant | null;
    failed_at: Instant | null;
    last_error: string | null;
  };
  credit_lots: {
    id: string;
    user_id: string;
    kind: LotKind;
    granted: number;
    remaining: Generated<number>;
    granted_at: Instant;
    source: string;
    subscription_id: string | null;
    license_id: number | null;
  };
  credit_entries: {
    seq: Generated<number>;
    user_id: string;
    lot_id: string;
    amount: number;
    reason: EntryReason;
    reference: string;
    at: Instant;
  };
  funding_entries: {
    seq: Generated<number>;
    user_id: string;
    holder: string;
    payment_id: string | null;
    cents: number;
    reason: FundingReason;
    reference: string;
    at: Instant;
  };
  unrecovered_money: { user_id: string; holder: string; amount: number; at: Instant };
  entitlements: {
    user_id: string;
    collection_id: number;
    collection_variant_id: number | null;
    source: string;
    license_id: number;
    at_upgrade_price: boolean;
    raised_from: number | null;
    at: Instant;
    revoked_at: Instant | null;
  };
  team_invitations: { id: string; team_id: string; email: string; role: MemberRole; invited_at: Instant };
  certificates: {
    number: string;
    user_id: string;
    facts: ColumnType<CertificateFacts, string>;
    issued_at: Instant;
    superseded_at: Instant | null;
    file: Buffer;
  };
  discount_codes: {
    code: string;
    value: number | null;
    percent_off: number | null;
    uses_per_account: number | null;
    max_uses: number | null;
    ended_at: Instant | null;
  };
  code_redemptions: { order_id: string; code: string; user_id: string };
  carts: {
    token: string;
    user_id: string | null;
    license_id: number | null;
    discount_code: string | null;
    order_id: string | null;
    updated_at: Instant;
  };
  cart_items: { cart_token: string; collection_variant_id: number; position: number };
  downloads: { user_id: string; day: string; variant_id: number; at: Instant; counted: Generated<boolean> };
  wishlist_items: { user_id: string; collection_id: number; at: Instant };
  webhook_events: { provider: string; event_id: string; type: string; at: Instant };
}
