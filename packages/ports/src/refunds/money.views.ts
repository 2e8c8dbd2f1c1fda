import { PROVIDERS } from "@backlot/domain/kernel/provider";
import * as Schema from "effect/Schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { RefundCause } from "@backlot/domain/orders/refund-cause.schema";
import { Receipt } from "@backlot/domain/receipts/receipt.schema";
import { RefundTakes } from "@backlot/domain/accounts/refund-takes.schema";

/** A refund that is due, is awaiting the provider's confirmation ("issued"), or has failed. Amounts in cents. */
export const UnsettledRefund = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["due", "issued", "failed"]),
  cause: RefundCause,
  cause_reference: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  account_credit: Cents,
  created_at: Instant,
}).annotate({ identifier: "UnsettledRefund" });

export type UnsettledRefund = typeof UnsettledRefund.Type;

/** A payment whose amount differs from its order's quote, or from the promised amount. Amounts in cents. */
export const MismatchedPaymentView = Schema.Struct({
  payment_id: Schema.String,
  order_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  amount: Cents,
  quoted: Cents,
  at: Instant,
}).annotate({ identifier: "MismatchedPayment" });

export type MismatchedPaymentView = typeof MismatchedPaymentView.Type;

/** Money refunded or lost in a dispute for credits, time, or items that could no longer be revoked. In cents. */
export const UnrecoveredMoneyView = Schema.Struct({
  user_id: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  at: Instant,
}).annotate({ identifier: "UnrecoveredMoney" });

export type UnrecoveredMoneyView = typeof UnrecoveredMoneyView.Type;

/** An open dispute. Amounts in cents. */
export const OpenDispute = Schema.Struct({
  dispute_id: Schema.String,
  provider: Schema.Literals(PROVIDERS),
  user_id: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  opened_at: Instant,
}).annotate({ identifier: "OpenDispute" });

export type OpenDispute = typeof OpenDispute.Type;

/** A dispute of a customer's payment. `closed_at` is null while it is open. The amount is in cents. */
export const CustomerDispute = Schema.Struct({
  ...OpenDispute.fields,
  status: Schema.Literals(["open", "won", "lost"]),
  closed_at: Schema.NullOr(Instant),
}).annotate({ identifier: "CustomerDispute" });

export type CustomerDispute = typeof CustomerDispute.Type;

/** A payment with its receipt, and its refunds and disputes since. Amounts in cents. */
export const SupportPayment = Schema.Struct({
  receipt: Receipt,
  email: Schema.String,
  /** The amount refunded or lost in disputes. */
  refunded: Cents,
  /** Every refund of the payment that the store made or attempted, oldest first. */
  refunds: Schema.Array(
    Schema.Struct({
      cause: RefundCause,
      amount: Cents,
      status: Schema.Literals(["due", "issued", "applied", "failed"]),
      created_at: Instant,
    }),
  ),
  disputes: Schema.Array(CustomerDispute),
}).annotate({ identifier: "SupportPayment" });

export type SupportPayment = typeof SupportPayment.Type;

/** The outcome of a refund. The amount is in cents. */
export const RefundState = Schema.Struct({
  amount: Cents,
  status: Schema.Literals(["refunded", "issued", "due", "failed"]),
  /** What it revokes, immediately or once the provider has made the refund. */
  takes: RefundTakes,
});

/** A preview of a refund of a payment: what it would pay and revoke. Amounts in cents. */
export const RefundPreview = Schema.Struct({
  payment_id: Schema.String,
  /** The receipt's number. */
  receipt: Schema.String,
  title: Schema.String,
  email: Schema.String,
  paid: Cents,
  /** The amount already refunded or lost in disputes. */
  refunded: Cents,
  amount: Cents,
  takes: RefundTakes,
}).annotate({ identifier: "RefundPreview" });

export type RefundPreview = typeof RefundPreview.Type;
