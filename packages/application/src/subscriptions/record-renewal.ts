import {
  type PlanTerms,
  cents,
  creditUsedOf,
  planLineLabel,
  planVariant,
  providerTraits,
  receiptOfRenewal,
} from "@backlot/domain";
import { Clock, type PaidInvoice, type ProviderSubscriptionRef, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { invoiceKey } from "./save-transition.ts";

/** The owner of a paid period. `subscription_id` is null if we have no record of its subscription. */
export interface RenewalOwner {
  readonly user_id: string;
  readonly subscription_id: string | null;
}

/** Returns the name of the billed plan, or a general one if the plan is not known. */
const planLabel = (variantId: number | null, terms: BilledTerms | null) =>
  Effect.gen(function* () {
    const { plans } = yield* Repositories;
    const id = variantId ?? terms?.variant_id ?? null;
    const offer = id === null ? null : yield* plans.get(id);
    return offer === null || terms === null ? "Plan renewal" : planLineLabel(planVariant(offer, terms.license_id));
  });

/** The terms that a period was billed under. */
type BilledTerms = Pick<PlanTerms, "variant_id" | "license_id">;

/**
 * Records the payment of a period with its receipt. `terms` are null if the plan isn't ours any more. Emails the
 * receipt if `isKept`, which a period that is refunded at once is not. Returns false if the payment was recorded
 * before.
 */
export const recordRenewal = (
  owner: RenewalOwner,
  { provider }: ProviderSubscriptionRef,
  invoice: PaidInvoice,
  terms: BilledTerms | null,
  isKept: boolean,
) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    const { seller, mailsReceipts } = yield* Settings;
    const id = invoiceKey(invoice.id);
    // Nearly every sync finds nothing new, so don't read the plan for payments that are known.
    if ((yield* repos.payments.get(id)) !== null) return false;
    const payment = {
      id,
      user_id: owner.user_id,
      subscription_id: owner.subscription_id,
      order_id: null,
      provider,
      reason: "renewal" as const,
      provider_reference: invoice.payment_id,
      amount: invoice.amount_paid,
      refunded: cents(0),
      period: invoice.period,
      at: invoice.paid_at,
    };
    const receipt = receiptOfRenewal(invoice, {
      seller,
      license_id: terms?.license_id ?? null,
      paid_at: invoice.paid_at,
      method: providerTraits(provider).method,
      period: invoice.period,
      label: yield* planLabel(invoice.plan_variant_id, terms),
    });
    const isMailed = mailsReceipts && isKept;
    return yield* repos.payments.record(payment, receipt, isMailed ? (yield* Clock).now() : null);
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
