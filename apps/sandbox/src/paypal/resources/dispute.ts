import type { StoredDispute, StoredPayment } from "../stored-objects.ts";
import { BUYER, type Link, type Money, PAYEE, readLink, toMoney, toTime } from "./values.ts";

/** A disputed payment. */
interface DisputedTransaction {
  readonly buyer_transaction_id: string;
  /** The id of the capture or sale. */
  readonly seller_transaction_id: string;
  readonly create_time: string;
  readonly transaction_status: "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  readonly gross_amount: Money;
  /** The merchant's reference for the payment. */
  readonly custom?: string;
  readonly buyer: { readonly name: string };
  readonly seller: { readonly email: string; readonly merchant_id: string; readonly name: string };
  readonly items: readonly never[];
  readonly seller_protection_eligible: boolean;
}

/** A dispute: `GET /v1/customer/disputes/{id}`. */
export interface DisputeResource {
  readonly dispute_id: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly disputed_transactions: readonly [DisputedTransaction];
  readonly reason: "UNAUTHORISED";
  readonly status: "WAITING_FOR_SELLER_RESPONSE" | "RESOLVED";
  readonly dispute_state: "REQUIRED_ACTION" | "RESOLVED";
  readonly dispute_amount: Money;
  readonly dispute_outcome?: {
    readonly outcome_code: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR";
    readonly amount_refunded?: Money;
  };
  readonly dispute_life_cycle_stage: "CHARGEBACK";
  readonly dispute_channel: "INTERNAL";
  readonly links: readonly Link[];
}

const outcomeOf = ({ outcome, refunded }: StoredDispute): Pick<DisputeResource, "dispute_outcome"> => {
  switch (outcome) {
    case null:
      return {};
    case "won":
      return { dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" } };
    case "lost":
      return { dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: toMoney(refunded) } };
  }
};

/** Returns a dispute in the API's format. `base` is the sandbox's own URL. */
export const toDispute = (dispute: StoredDispute, payment: StoredPayment, base: string): DisputeResource => {
  const isOpen = dispute.outcome === null;
  const { given_name, surname } = BUYER.name;
  return {
    dispute_id: dispute.id,
    create_time: toTime(dispute.created),
    update_time: toTime(dispute.updated),
    disputed_transactions: [
      {
        buyer_transaction_id: dispute.buyer_payment_id,
        seller_transaction_id: payment.id,
        create_time: toTime(payment.time),
        transaction_status: payment.status,
        gross_amount: toMoney(payment.amount),
        ...(dispute.custom_id === null ? {} : { custom: dispute.custom_id }),
        buyer: { name: `${given_name} ${surname}` },
        seller: { email: PAYEE.email_address, merchant_id: PAYEE.merchant_id, name: "Store" },
        items: [],
        seller_protection_eligible: true,
      },
    ],
    reason: "UNAUTHORISED",
    status: isOpen ? "WAITING_FOR_SELLER_RESPONSE" : "RESOLVED",
    dispute_state: isOpen ? "REQUIRED_ACTION" : "RESOLVED",
    dispute_amount: toMoney(dispute.amount),
    ...outcomeOf(dispute),
    dispute_life_cycle_stage: "CHARGEBACK",
    dispute_channel: "INTERNAL",
    links: [readLink("self", `${base}/v1/customer/disputes/${dispute.id}`)],
  };
};
