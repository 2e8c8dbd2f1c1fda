import * as Schema from "effect/Schema";

/**
 * Why the store refunds: money that fulfilled nothing, a period that was billed beside another, time that a refund left
 * unused where the provider keeps no account credit, or an item that support took back.
 */
export const RefundCause = Schema.Literals(["unfulfillable", "billed-twice", "unused-time", "item"]);
export type RefundCause = typeof RefundCause.Type;
