import { cents, creditUsedOf } from "@backlot/domain";
import { type PaidInvoice, type ProviderSubscriptionRef, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { invoiceKey } from "./save-transition.ts";

/** The owner of a paid period. `subscription_id` is null if we have no record of its subscription. */
export interface RenewalOwner {
  readonly user_id: string;
  readonly subscription_id: string | null;
}

/** Records the payment of a period. Returns false if it was recorded before. */
export const recordRenewal = (owner: RenewalOwner, { provider }: ProviderSubscriptionRef, invoice: PaidInvoice) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    return yield* repos.payments.record({
      ...owner,
      id: invoiceKey(invoice.id),
      order_id: null,
      provider,
      reason: "renewal",
      provider_reference: invoice.payment_id,
      amount: invoice.amount_paid,
      refunded: cents(0),
      period: invoice.period,
      at: invoice.paid_at,
    });
  });

/**
 * Enqueues the refund of a period that gives the customer nothing: its subscription has ended, or another one is
 * running.
 */
export const refundBilledTwice = ({ provider_subscription_id }: ProviderSubscriptionRef, invoice: PaidInvoice) =>
  enqueueRefund({
    cause: "billed-twice",
    cause_reference: provider_subscription_id,
    payment_id: invoiceKey(invoice.id),
    amount: invoice.amount_paid,
    account_credit: creditUsedOf(invoice),
  });
