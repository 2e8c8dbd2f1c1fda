import type { StoredAgreement, StoredPayment, StoredRefund } from "../stored-objects.ts";
import { type Link, readLink, toMoney, toTime } from "./values.ts";

/** An amount in the format of PayPal's v1 API, which events about sales use. */
interface V1Amount {
  readonly total: string;
  readonly currency: string;
  readonly details?: { readonly subtotal: string };
}

/** A payment of an agreement, as in the event PAYMENT.SALE.COMPLETED. */
export interface SaleResource {
  readonly id: string;
  readonly state: "completed";
  readonly amount: V1Amount;
  readonly payment_mode: "INSTANT_TRANSFER";
  readonly protection_eligibility: "ELIGIBLE";
  readonly protection_eligibility_type: string;
  readonly transaction_fee: { readonly value: string; readonly currency: string };
  readonly billing_agreement_id: string;
  readonly custom?: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly Link[];
}

/** A refund of a sale, as in the event PAYMENT.SALE.REFUNDED. */
export interface SaleRefundResource {
  readonly id: string;
  readonly sale_id: string;
  readonly state: "completed";
  readonly amount: V1Amount;
  readonly total_refunded_amount: { readonly value: string; readonly currency: string };
  readonly custom?: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly Link[];
}

const dollars = (cents: number): string => toMoney(cents).value;

/** Returns a payment of an agreement as events show it. `base` is the sandbox's own URL. */
export const toSale = (sale: StoredPayment, agreement: StoredAgreement, base: string): SaleResource => ({
  id: sale.id,
  state: "completed",
  amount: { total: dollars(sale.amount), currency: "USD", details: { subtotal: dollars(sale.amount) } },
  payment_mode: "INSTANT_TRANSFER",
  protection_eligibility: "ELIGIBLE",
  protection_eligibility_type: "ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE",
  transaction_fee: { value: dollars(0), currency: "USD" },
  billing_agreement_id: agreement.id,
  ...(agreement.custom_id === null ? {} : { custom: agreement.custom_id }),
  create_time: toTime(sale.time),
  update_time: toTime(sale.time),
  links: [
    readLink("self", `${base}/v1/payments/sale/${sale.id}`),
    { href: `${base}/v1/payments/sale/${sale.id}/refund`, rel: "refund", method: "POST" },
  ],
});

/** Returns a refund of a sale as events show it. `base` is the sandbox's own URL. */
export const toSaleRefund = (refund: StoredRefund, base: string): SaleRefundResource => ({
  id: refund.id,
  sale_id: refund.payment_id,
  state: "completed",
  amount: { total: dollars(refund.amount), currency: "USD" },
  total_refunded_amount: { value: dollars(refund.total), currency: "USD" },
  ...(refund.custom_id === null ? {} : { custom: refund.custom_id }),
  create_time: toTime(refund.time),
  update_time: toTime(refund.time),
  links: [
    readLink("self", `${base}/v1/payments/refund/${refund.id}`),
    readLink("sale", `${base}/v1/payments/sale/${refund.payment_id}`),
  ],
});
