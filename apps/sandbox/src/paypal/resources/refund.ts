import type { StoredRefund } from "../stored-objects.ts";
import { type Link, type Money, readLink, toMoney, toTime } from "./values.ts";

/** A refund: `GET /v2/payments/refunds/{id}`. */
export interface RefundResource {
  readonly id: string;
  readonly status: "COMPLETED" | "PENDING" | "FAILED";
  readonly status_details?: { readonly reason: "ECHECK" };
  readonly amount: Money;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly seller_payable_breakdown: {
    readonly gross_amount: Money;
    readonly paypal_fee: Money;
    readonly net_amount: Money;
    readonly total_refunded_amount: Money;
  };
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly Link[];
}

/** Returns a refund in the API's format. `base` is the sandbox's own URL. */
export const toRefund = (refund: StoredRefund, base: string): RefundResource => ({
  id: refund.id,
  status: refund.status ?? "COMPLETED",
  ...(refund.status === "PENDING" ? { status_details: { reason: "ECHECK" } } : {}),
  amount: toMoney(refund.amount),
  ...(refund.custom_id === null ? {} : { custom_id: refund.custom_id }),
  ...(refund.invoice_id === null ? {} : { invoice_id: refund.invoice_id }),
  seller_payable_breakdown: {
    gross_amount: toMoney(refund.amount),
    paypal_fee: toMoney(0),
    net_amount: toMoney(refund.amount),
    total_refunded_amount: toMoney(refund.total),
  },
  create_time: toTime(refund.time),
  update_time: toTime(refund.time),
  links: [
    readLink("self", `${base}/v2/payments/refunds/${refund.id}`),
    readLink("up", `${base}/v2/payments/captures/${refund.payment_id}`),
  ],
});
