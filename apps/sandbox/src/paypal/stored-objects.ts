/** What the sandbox's PayPal stores. Amounts are cents of US dollars, times are Unix seconds. */

/** Whether the account that a buyer pays from has the money. */
export type Funding = "ok" | "insufficient";

/** A payment that came in: the capture of an order, or the sale of an agreement. */
export interface StoredPayment {
  readonly id: string;
  status: "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  readonly amount: number;
  readonly time: number;
  refunded: number;
}

/** Where the buyer goes afterwards. */
interface ReturnUrls {
  readonly return_url: string;
  readonly cancel_url: string;
}

/** A payment that a buyer approves. */
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

/** An agreement about a plan. It is paid at its start and then period after period. */
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
  /** The percentage of tax that its prices contain; agreements of before have none. */
  readonly tax?: string | null;
  /** What the first periods after the start cost, and how many they are; agreements of before have none. */
  trial?: { price: number; readonly cycles: number } | null;
  /** What every period costs after them. */
  price: number;
  /** How many periods have been billed since the start. */
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
  /** The reference that the merchant gave the refund. */
  readonly invoice_id: string | null;
  readonly amount: number;
  /** What has been refunded of the payment with it. */
  readonly total: number;
  readonly time: number;
}

/** A dispute of a payment. */
export interface StoredDispute {
  readonly kind: "dispute";
  readonly id: string;
  readonly payment_id: string;
  /** What the buyer knows the payment by. */
  readonly buyer_payment_id: string;
  readonly custom_id: string | null;
  readonly amount: number;
  /** Null while it is open. */
  outcome: "won" | "lost" | null;
  /** What the buyer got in the end. */
  refunded: number;
  readonly created: number;
  updated: number;
}

/** Every object that the sandbox's PayPal stores. */
export type StoredObject = StoredOrder | StoredAgreement | StoredRefund | StoredDispute;

/** The object of a kind. */
export type OfKind<K extends StoredObject["kind"]> = Extract<StoredObject, { kind: K }>;
