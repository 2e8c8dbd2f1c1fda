import {
  ACCOUNT,
  type Cents,
  type PlanTerms,
  type Ratio,
  cents,
  creditUsedOf,
  planLineLabel,
  planVariant,
  payerOf,
  receiptOfRenewal,
} from "@backlot/domain";
import {
  type PromisedPeriod,
  type discountOfPeriod,
  promisedMoney,
} from "@backlot/domain/subscriptions/promised-period";
import { type PaidInvoice, type ProviderSubscriptionRef, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { currentSeller } from "../shop.ts";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { openFunding } from "../funding/open-funding.ts";
import { invoiceKey } from "./save-transition.ts";

/** The owner of a paid period. `subscription_id` is null if we have no record of its subscription. */
interface RenewalOwner {
  readonly user_id: string;
  readonly subscription_id: string | null;
}

/** Returns the name of the billed plan, or a general one if the plan is not known. */
const planLabel = Effect.fnUntraced(function* (variantId: number | null, terms: BilledTerms | null) {
  const repos = yield* Repositories;
  const id = variantId ?? terms?.variant_id ?? null;
  const offer = id === null ? null : yield* repos.plans.get(id);
  return offer === null || terms === null ? "Plan renewal" : planLineLabel(planVariant(offer, terms.license_id));
});

/** The terms that a period was billed under. */
type BilledTerms = Pick<PlanTerms, "variant_id" | "license_id">;

/**
 * The facts of a billed period: its terms, or null if the plan no longer exists; whether it is kept or refunded
 * immediately; the discount that lowered it; and the price of its plan, in cents with tax, or null if that doesn't
 * matter.
 */
interface BilledPeriod {
  readonly terms: BilledTerms | null;
  readonly isKept: boolean;
  readonly discounted: ReturnType<typeof discountOfPeriod>;
  readonly charge: Cents | null;
}

/**
 * Records the payment of a period with its receipt, and emails the receipt if the period is kept. Returns false if the
 * payment was already recorded.
 */
export const recordRenewal = Effect.fnUntraced(function* (
  owner: RenewalOwner,
  { provider }: ProviderSubscriptionRef,
  invoice: PaidInvoice,
  { terms, isKept, discounted, charge }: BilledPeriod,
) {
  const repos = yield* Repositories;
  const { mailsReceipts } = yield* Settings;
  const id = invoiceKey(invoice.id);
  // Nearly every sync finds nothing new, so don't read the plan for payments that are known.
  if ((yield* repos.payments.get(id)) !== null) return false;
  // If account credit covered everything, it still contains the amount that was not billed.
  const missing = charge === null || invoice.amount_paid === 0 ? 0 : charge - invoice.total;
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
    ...(missing > 0 ? { quoted: cents(invoice.amount_paid + missing) } : {}),
  };
  const receipt = receiptOfRenewal(invoice, {
    seller: yield* currentSeller,
    license_id: terms?.license_id ?? null,
    paid_at: invoice.paid_at,
    method: payerOf(provider).method,
    period: invoice.period,
    label: yield* planLabel(invoice.plan_variant_id, terms),
    discounted,
  });
  const isMailed = mailsReceipts && isKept;
  return yield* repos.payments.record(payment, receipt, isMailed ? yield* currentTime : null);
});

/**
 * Enqueues the refund of a period that gives the customer nothing, because its subscription has ended or another one is
 * active.
 */
export const refundBilledTwice = ({ provider_subscription_id }: ProviderSubscriptionRef, invoice: PaidInvoice) =>
  enqueueRefund({
    cause: "billed-twice",
    cause_reference: provider_subscription_id,
    payment_id: invoiceKey(invoice.id),
    amount: invoice.amount_paid,
    account_credit: creditUsedOf(invoice),
  });

/**
 * Records the funding of a renewed period. Enqueues the refund of any amount billed beyond the promised price, with its
 * tax; that refund revokes nothing. The part paid with account credit becomes account credit again.
 */
export const fundRenewal = Effect.fnUntraced(function* (
  user_id: string,
  invoice: PaidInvoice,
  promised: PromisedPeriod,
  tax: Ratio,
) {
  const repos = yield* Repositories;
  const id = invoiceKey(invoice.id);
  const at = invoice.period.start;
  const { kept, over, refund } = promisedMoney(invoice, promised, tax);
  const price = promised.payment.paid;
  yield* openFunding(user_id, { holder: id, payment: id, price, paid: kept, proration_credit: null, at });
  if (promised.over === 0) return;
  // This money funds nothing, so its refund revokes nothing.
  const entry = { holder: ACCOUNT, payment: id, reference: `overbilled:${id}`, at };
  if (over > 0)
    yield* repos.funding.post(user_id, [
      { ...entry, cents: over, reason: "paid" },
      { ...entry, cents: -over, reason: "refund" },
    ]);
  yield* Effect.logError(`${invoice.id} billed ${promised.over} cents more than promised. The excess will be refunded`);
  yield* enqueueRefund({
    cause: "overbilled",
    cause_reference: invoice.id,
    payment_id: id,
    ...refund,
  });
});
