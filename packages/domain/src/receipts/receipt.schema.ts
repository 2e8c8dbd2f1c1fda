import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";
import { PAYMENT_METHODS } from "../pricing/payer.ts";

/** The seller, as shown on receipts. */
export const Seller = Schema.Struct({
  name: Schema.String,
  address: Schema.Array(Schema.String),
  tax_id: Schema.NullOr(Schema.String),
});
export type Seller = typeof Seller.Type;

/** The buyer, as shown on a receipt. For a guest, only the email address is set. */
export const ReceiptBuyer = Schema.Struct({
  name: Schema.String,
  company_name: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  email: Schema.String,
});
export type ReceiptBuyer = typeof ReceiptBuyer.Type;

/** A line of a receipt, in cents. */
export const ReceiptLine = Schema.Struct({ label: Schema.String, amount: Cents });
export type ReceiptLine = typeof ReceiptLine.Type;

/**
 * What a payment was for, as it was recorded with the payment. Amounts in cents. `period` is null unless the payment
 * is for a billing period.
 */
export const ReceiptFacts = Schema.Struct({
  seller: Seller,
  license_id: Schema.NullOr(LicenseId),
  paid_at: Instant,
  paid_with: Schema.Literals([...PAYMENT_METHODS, "account-credit", "nothing"]),
  period: Schema.NullOr(Schema.Struct({ start: Instant, end: Instant })),
  lines: Schema.Array(ReceiptLine),
  discounts: Schema.Array(ReceiptLine),
  subtotal: Cents,
  /** The customer's earlier debt, paid with this payment. */
  balance_due: Schema.optionalKey(Cents),
  /** The amount that was too small to charge. It is due with the next payment. */
  carried_over: Schema.optionalKey(Cents),
  account_credit: Cents,
  tax: Cents,
  total: Cents,
});
export type ReceiptFacts = typeof ReceiptFacts.Type;

/** The receipt of a payment. It never changes. `order_id` is null for a renewal. */
export const Receipt = Schema.Struct({
  number: Schema.String,
  payment_id: Schema.String,
  order_id: Schema.NullOr(Schema.String),
  buyer: ReceiptBuyer,
  ...ReceiptFacts.fields,
});
export type Receipt = typeof Receipt.Type;
