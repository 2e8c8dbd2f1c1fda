import * as Schema from "effect/Schema";
import { Cents } from "../kernel/money.schema.ts";

/** What a customer loses in a refund. Amounts in cents. */
export const RefundTakes = Schema.Struct({
  credits: Schema.Int,
  /** The names of the items that the customer loses. */
  items: Schema.Array(Schema.String),
  ends_plan: Schema.Boolean,
  /**
   * Further refunds that this one triggers: of license upgrades, and of unused time at a provider without account
   * credit.
   */
  also_refunded: Cents,
  /** The part of this refund for which nothing is left to revoke. */
  unrecovered: Cents,
}).annotate({ identifier: "RefundTakes" });

export type RefundTakes = typeof RefundTakes.Type;
