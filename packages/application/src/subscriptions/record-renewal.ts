import { cents, creditUsedOf } from "@backlot/domain";
import type { PaidInvoice, ProviderSubscriptionRef, Repositories } from "@backlot/ports";
import type * as Effect from "effect/Effect";
import { enqueueRefund } from "../refunds/enqueue-refund.ts";
import type { OrderPorts } from "../store-ports.ts";
import { invoiceKey } from "./save-transition.ts";

/** Whose period was paid, and the subscription that it was of; null where it never became one of ours. */
export interface RenewalOwner {
  readonly user_id: string;
  readonly subscription_id: string | null;
}

/** Records the payment of a period. Answers false where it was recorded before. (CHK-07) */
export const recordRenewal = (
  repos: Repositories,
  owner: RenewalOwner,
  { provider }: ProviderSubscriptionRef,
  invoice: PaidInvoice,
): Effect.Effect<boolean> =>
  repos.payments.record({
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

/** Makes the refund due of a period that hands nothing over: its subscription is over, or another one runs. (CHG-09) */
export const refundBilledTwice = (
  ports: OrderPorts,
  repos: Repositories,
  { provider_subscription_id }: ProviderSubscriptionRef,
  invoice: PaidInvoice,
): Effect.Effect<void> =>
  enqueueRefund(ports, repos, {
    cause: "billed-twice",
    cause_reference: provider_subscription_id,
    payment_id: invoiceKey(invoice.id),
    amount: invoice.amount_paid,
    account_credit: creditUsedOf(invoice),
  });
