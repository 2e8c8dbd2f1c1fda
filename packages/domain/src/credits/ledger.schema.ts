import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Credits } from "./credits.schema.ts";

/** The origin of a lot of credits. */
export const LotKind = Schema.Literals(["plan", "pack", "legacy", "grant"]);
export type LotKind = typeof LotKind.Type;

/** A grant of credits. `source` is the payment or decision behind it, and is unique. */
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

/** Why a balance changed. */
export const EntryReason = Schema.Literals(["grant", "spend", "expire", "return", "refund", "revoke"]);
export type EntryReason = typeof EntryReason.Type;

/** A change of one lot, in credits: positive adds, negative subtracts. Append-only. */
export const CreditEntry = Schema.Struct({
  lot_id: Schema.String,
  amount: Schema.Int,
  reason: EntryReason,
  reference: Schema.String,
  at: Instant,
});
export type CreditEntry = typeof CreditEntry.Type;
