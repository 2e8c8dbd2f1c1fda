import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Credits } from "./credits.schema.ts";

/**
 * The origin of a lot of credits: a plan's period, a purchased pack, a plan from the old price list ("legacy"), or a
 * grant by support.
 */
export const LotKind = Schema.Literals(["plan", "pack", "legacy", "grant"]);
export type LotKind = typeof LotKind.Type;

/**
 * Credits that were granted together, and how many of them remain. `source` is the payment or decision behind them, and
 * is unique. `subscription_id` is null if they belong to no subscription.
 */
export const CreditLot = Schema.Struct({
  id: Schema.String,
  kind: LotKind,
  granted: Credits,
  remaining: Credits,
  granted_at: Instant,
  source: Schema.String,
  subscription_id: Schema.NullOr(Schema.String),
});
export type CreditLot = typeof CreditLot.Type;

/**
 * Why a lot's balance changed. "return" gives credits back to the store for an upgrade, "refund" undoes a spend or a
 * return, and "revoke" takes credits whose payment was refunded.
 */
export const EntryReason = Schema.Literals(["grant", "spend", "expire", "return", "refund", "revoke"]);
export type EntryReason = typeof EntryReason.Type;

/**
 * A change to one lot's balance, in credits: positive adds, negative subtracts. Append-only. `reference` identifies the
 * cause, such as a purchase or an order.
 */
export const CreditEntry = Schema.Struct({
  lot_id: Schema.String,
  amount: Schema.Int,
  reason: EntryReason,
  reference: Schema.String,
  at: Instant,
});
export type CreditEntry = typeof CreditEntry.Type;
