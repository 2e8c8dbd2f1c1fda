import type { Cents, Receipt, ReceiptPlace } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A receipt with its owner, and its payment's refunds and disputes since. Amounts in cents. */
export interface StoredReceipt {
  readonly user_id: string;
  readonly receipt: Receipt;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
  /** Whether a dispute of the payment is open. */
  readonly dispute_open: boolean;
  /** The status of the payment's order; null for a renewal. */
  readonly order_status: "paid" | "unfulfillable" | null;
}

/**
 * Read-only queries for receipts. A receipt is recorded with its payment, and gets its number when the transaction
 * commits.
 */
export interface ReceiptReads {
  readonly get: (place: ReceiptPlace) => Effect.Effect<StoredReceipt | null>;
  /** Returns the receipt of a payment, or null if there is no such payment. */
  readonly ofPayment: (paymentId: string) => Effect.Effect<StoredReceipt | null>;
  /** Returns the receipt of an order's payment, or null if the order has none. */
  readonly ofOrder: (orderId: string) => Effect.Effect<StoredReceipt | null>;
  /**
   * Returns up to `limit` of an account's receipts, newest first, after the receipt `starting_after`; null starts with
   * the newest.
   */
  readonly ofAccount: (
    accountId: string,
    page: { readonly starting_after: ReceiptPlace | null; readonly limit: number },
  ) => Effect.Effect<readonly StoredReceipt[]>;
}
