// The objects of the sandbox's PayPal. Amounts are in US cents, times in Unix seconds.

/** Whether the buyer's funding source has the money. */
export type Funding = "ok" | "insufficient";

/**
 * A completed payment: the capture of an order, or the sale of an agreement. Amounts are in cents, `time` is in Unix
 * seconds.
 */
export interface StoredPayment {
  readonly id: string;
  status: "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  readonly amount: number;
  readonly time: number;
  refunded: number;
  /** Whether PayPal holds the refunds of this payment until they are ended. */
  holds_refunds?: true;
}

/** The URLs to which the buyer returns after approving or canceling. */
interface ReturnUrls {
  readonly return_url: string;
  readonly cancel_url: string;
}

/** A one-time payment that a buyer approves. `amount` is in cents, times are in Unix seconds. */
export interface StoredOrder extends ReturnUrls {
  readonly kind: "order";
  readonly id: string;
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  readonly custom_id: string | null;
  readonly description: string;
  readonly amount: number;
  readonly created: number;
  updated: number;
  funding: Funding;
  captures: StoredPayment[];
}

/** A subscription. Its setup fee is charged at activation, and its price in every period after that. */
export interface StoredAgreement extends ReturnUrls {
  readonly kind: "subscription";
  readonly id: string;
  status: "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED";
  readonly plan_id: string;
  readonly unit: "month" | "year";
  readonly custom_id: string | null;
  readonly created: number;
  readonly start: number;
  updated: number;
  readonly setup_fee: number;
  /** The tax percentage included in the prices; null for no tax. Missing in agreements that older versions stored. */
  readonly tax?: string | null;
  /**
   * The price of a trial period in cents, and the number of trial periods; null for no trial. Missing in agreements
   * that older versions stored.
   */
  trial?: { price: number; readonly cycles: number } | null;
  /** The price of a regular period, in cents. */
  price: number;
  /** The number of periods billed since the start. */
  billed: number;
  outstanding: number;
  failed_count: number;
  last_failed: number | null;
  retry_at: number | null;
  funding: Funding;
  transactions: StoredPayment[];
}

/** A refund of a payment. */
export interface StoredRefund {
  readonly kind: "refund";
  readonly id: string;
  readonly payment_id: string;
  readonly custom_id: string | null;
  /** The merchant's reference for the refund. */
  readonly invoice_id: string | null;
  readonly amount: number;
  /** The payment's total refunds so far, including this one, in cents. */
  readonly total: number;
  /** Missing for refunds from before refunds could be held, which are completed. */
  status?: "COMPLETED" | "PENDING" | "FAILED";
  readonly time: number;
}

/** A dispute of a payment. */
export interface StoredDispute {
  readonly kind: "dispute";
  readonly id: string;
  readonly payment_id: string;
  readonly buyer_payment_id: string;
  readonly custom_id: string | null;
  readonly amount: number;
  /** Null while the dispute is open. */
  outcome: "won" | "lost" | null;
  /** The amount that the buyer got back, in cents. 0 unless the dispute was lost. */
  refunded: number;
  readonly created: number;
  updated: number;
}

/** A product of the merchant, which plans belong to. */
export interface StoredProduct {
  readonly kind: "product";
  readonly id: string;
  readonly name: string;
  readonly created: number;
}

/** A plan that agreements are based on. */
export interface StoredPlan {
  readonly kind: "plan";
  readonly id: string;
  readonly product_id: string;
  readonly name: string;
  status: "ACTIVE" | "INACTIVE";
  /** The billing cycles in sequence. `total_cycles` is 0 for a cycle that repeats forever. */
  readonly cycles: readonly {
    readonly unit: "MONTH" | "YEAR";
    readonly tenure_type: "TRIAL" | "REGULAR";
    readonly total_cycles: number;
    readonly price: number;
  }[];
  readonly created: number;
}

/** One of the app's webhooks, and the names of the events it receives, or "*" for all. */
export interface StoredWebhook {
  readonly kind: "webhook";
  readonly id: string;
  readonly url: string;
  events: readonly string[];
}

export type StoredObject =
  | StoredOrder
  | StoredAgreement
  | StoredRefund
  | StoredDispute
  | StoredProduct
  | StoredPlan
  | StoredWebhook;

/** The type of a stored object, by its kind. */
export type OfKind<K extends StoredObject["kind"]> = Extract<StoredObject, { kind: K }>;
