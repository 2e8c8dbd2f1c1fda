import {
  type EndingMessage,
  type Order,
  type OrderItem,
  type OrderStatus,
  credits,
  creditsOf,
  licenseId,
  planVariantOf,
  variantOf,
  raisedFrom,
} from "@backlot/domain";
import { Quote } from "@backlot/domain/pricing/quote.schema";
import * as Schema from "effect/Schema";
import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../schema.ts";

const decode = Schema.decodeUnknownSync(Quote);

/**
 * Decodes a stored quote. A process of an earlier version that is still running stores a discount's code only as its
 * label.
 */
const decodeQuote = (json: unknown): Quote => {
  const quote = decode(json);
  if (quote.discounts.every(({ kind, code }) => code !== undefined || (kind !== "promo" && kind !== "code")))
    return quote;
  const discounts = quote.discounts.map((each) =>
    each.kind === "promo" || each.kind === "code" ? { ...each, code: each.code ?? each.label } : each,
  );
  return { ...quote, discounts };
};

type ItemRow = Selectable<Tables["order_items"]>;
type Row = Selectable<Tables["orders"]>;

const STORED_ENDINGS: { readonly [M in EndingMessage]: string } = {
  order_ended: "order_ended",
  // This name dates from when PayPal was the only provider that required approvals.
  approval_canceled: "paypal_canceled",
  price_changed: "price_changed",
  subscription_changed: "subscription_changed",
  already_owned: "already_owned",
  item_unavailable: "item_unavailable",
  dispute_open: "dispute_open",
};

const endingMessage = (failureMessage: string | null): EndingMessage => {
  const names = Object.keys(STORED_ENDINGS) as EndingMessage[];
  return names.find((name) => STORED_ENDINGS[name] === failureMessage) ?? "order_ended";
};

const storedMessage = (end: OrderStatus): string | null => {
  if (end._tag === "failed") return end.message;
  return end._tag === "canceled" ? STORED_ENDINGS[end.message] : null;
};

const status = (row: Row): OrderStatus => {
  const at = row.closed_at ?? row.created_at;
  switch (row.status) {
    case "pending":
      return { _tag: "pending" };
    case "paid":
    case "unfulfillable":
    case "expired":
      return { _tag: row.status, at };
    case "failed":
      return { _tag: "failed", at, message: row.failure_message ?? "", decline_code: row.decline_code };
    case "canceled":
      return { _tag: "canceled", at, by: row.canceled_by ?? "buyer", message: endingMessage(row.failure_message) };
  }
};

/** Returns the columns that store an order's status. Columns that don't apply to the status are null. */
export const statusColumns = (end: OrderStatus) =>
  ({
    status: end._tag,
    closed_at: end._tag === "pending" ? null : end.at,
    failure_message: storedMessage(end),
    decline_code: end._tag === "failed" ? end.decline_code : null,
    canceled_by: end._tag === "canceled" ? end.by : null,
  }) satisfies Partial<Insertable<Tables["orders"]>>;

const item = (row: ItemRow): OrderItem => {
  const { kind, plan_variant_id, subscription_id, replaces_payment } = row;
  switch (kind) {
    case "plan":
      if (plan_variant_id === null) break;
      return { kind, plan_variant_id };
    case "plan-change":
      if (plan_variant_id === null || subscription_id === null) break;
      return { kind, plan_variant_id, subscription_id, replaces_payment };
    case "credit-pack":
      if (row.credits === null) break;
      return { kind, credits: credits(row.credits) };
    case "product":
      if (row.collection_variant_id === null) break;
      return {
        kind,
        collection_variant_id: row.collection_variant_id,
        raised_from: row.raised_from === null ? null : licenseId(row.raised_from),
      };
    default:
      kind satisfies never;
  }
  throw new Error(`item ${row.position} of order ${row.order_id} is incomplete`);
};

/** Converts an order item to columns. */
export const itemColumns = (
  order_id: string,
  sold: OrderItem,
  position: number,
): Insertable<Tables["order_items"]> => ({
  order_id,
  position,
  kind: sold.kind,
  plan_variant_id: planVariantOf(sold),
  credits: creditsOf(sold),
  collection_variant_id: variantOf(sold),
  raised_from: raisedFrom(sold),
  subscription_id: sold.kind === "plan-change" ? sold.subscription_id : null,
  replaces_payment: sold.kind === "plan-change" ? sold.replaces_payment : null,
});

export const toOrder = (row: Row, rows: readonly ItemRow[]): Order => {
  const [first, ...rest] = rows.map(item);
  if (first === undefined) throw new Error(`order ${row.id} has no items`);
  return {
    id: row.id,
    user_id: row.user_id,
    license_id: licenseId(row.license_id),
    items: [first, ...rest],
    quote: decodeQuote(row.quote),
    provider: row.provider,
    customer_id: row.customer_id,
    payment_method_id: row.payment_method_id,
    payment_reference: row.payment_reference,
    idempotency_key: row.idempotency_key,
    cart_token: row.cart_token,
    guest_email: row.guest_email,
    status: status(row),
    attempts: row.attempts,
    expires_at: row.expires_at,
    created_at: row.created_at,
  };
};
