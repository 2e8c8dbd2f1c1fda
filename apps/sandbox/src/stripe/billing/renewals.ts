import type Stripe from "stripe";
import { type Due, earlier } from "../../clock.ts";
import { idOf } from "../ids.ts";
import { subscriptionOf } from "../objects/invoice.ts";
import { discountsOf } from "../objects/subscription-schedule.ts";
import { withPeriod } from "../objects/subscription.ts";
import type { StripeState } from "../state.ts";
import type { Collection } from "./collection.ts";
import type { Invoicing } from "./invoicing.ts";
import { PAYMENT_WINDOW, itemOf, periodEnd } from "./periods.ts";

const DAY = 86_400;
/**
 * The days after a renewal's invoice on which a failed payment is retried. After the last one, the subscription is
 * canceled.
 */
const RETRY_DAYS = [1, 3, 5, 7] as const;
/**
 * How long a renewal's invoice stays a draft, in seconds, from the start of its period
 * (https://docs.stripe.com/billing/invoices/subscription#subscription-renewal-invoices).
 */
const DRAFT_SECONDS = 3_600;

/** Creates the functions that renew, retry, and end subscriptions as time passes. */
export const makeRenewals = (state: StripeState, invoicing: Invoicing, collection: Collection) => {
  /** Cancels a subscription immediately. */
  const cancel = (
    subscription: Stripe.Subscription,
    reason: Stripe.Subscription.CancellationDetails.Reason | null,
  ): void => {
    state.put(subscription);
    subscription.status = "canceled";
    subscription.canceled_at ??= state.now();
    subscription.ended_at = state.now();
    subscription.cancel_at_period_end = false;
    subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
    state.emit("customer.subscription.deleted", subscription);
  };

  const release = (schedule: Stripe.SubscriptionSchedule, subscription: Stripe.Subscription): void => {
    schedule.status = "released";
    schedule.released_at = state.now();
    schedule.released_subscription = subscription.id;
    schedule.subscription = null;
    schedule.current_phase = null;
    subscription.schedule = null;
    state.emit("subscription_schedule.released", schedule);
  };

  /**
   * Returns the scheduled price for the new period with its discounts, and applies its tax rates; null if none is
   * scheduled. Releases a schedule that is over.
   */
  const nextScheduled = (
    subscription: Stripe.Subscription,
  ): { readonly price: Stripe.Price; readonly discounts: string[] } | null => {
    if (subscription.schedule === null) return null;
    const schedule = state.get("subscription_schedule", idOf(subscription.schedule));
    const phase = schedule.phases.find((each) => each.start_date <= state.now() && state.now() < each.end_date);
    if (phase === undefined) {
      release(schedule, subscription);
      return null;
    }
    schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
    subscription.default_tax_rates = phase.default_tax_rates ?? [];
    state.emit("subscription_schedule.updated", schedule);
    return { price: state.get("price", idOf(phase.items[0]?.price ?? "")), discounts: discountsOf(phase) };
  };

  /** Ends a subscription at the end of its period, or bills the next period. */
  const renew = (subscription: Stripe.Subscription): void => {
    state.put(subscription);
    if (subscription.cancel_at_period_end) {
      cancel(subscription, "cancellation_requested");
      return;
    }
    const before = itemOf(subscription);
    const { price, discounts } = nextScheduled(subscription) ?? before;
    const start = before.current_period_end;
    if (price.recurring?.interval !== before.price.recurring?.interval) subscription.billing_cycle_anchor = start;
    const end = periodEnd(subscription.billing_cycle_anchor, start, price);
    const item = withPeriod({ ...before, discounts }, price, { start, end });
    subscription.items = { ...subscription.items, data: [item] };
    const invoice = invoicing.draft(subscription, "subscription_cycle", [item]);
    invoice.auto_advance = true;
    invoice.automatically_finalizes_at = state.now() + DRAFT_SECONDS;
    invoice.next_payment_attempt = invoice.automatically_finalizes_at;
    state.emit("customer.subscription.updated", subscription);
    state.emit("invoice.created", invoice);
  };

  /**
   * Opens the draft of a renewal and charges it to the subscription's current card, even if the subscription was
   * canceled in the meantime, because, after a cancellation, Stripe stops collecting finalized invoices but not drafts
   * (https://docs.stripe.com/api/subscriptions/cancel).
   */
  const collectDraft = (draft: Stripe.Invoice): void => {
    const subscription = state.get("subscription", subscriptionOf(draft));
    const invoice = invoicing.finalize(draft, collection.defaultMethodOf(subscription));
    state.emit("invoice.finalized", invoice);
    if (invoice.status === "paid") {
      invoicing.applyPayment(invoice);
      return;
    }
    if (collection.tryToCollect(invoice, { offSession: true }) || subscription.status === "canceled") return;
    subscription.status = "past_due";
    invoice.next_payment_attempt = invoice.created + RETRY_DAYS[0] * DAY;
    state.emit("customer.subscription.updated", subscription);
  };

  const retry = (invoice: Stripe.Invoice): void => {
    state.put(invoice);
    if (collection.tryToCollect(invoice, { offSession: true })) return;
    const next = RETRY_DAYS.find((days) => invoice.created + days * DAY > state.now());
    invoice.next_payment_attempt = next === undefined ? null : invoice.created + next * DAY;
    if (next === undefined) cancel(state.get("subscription", subscriptionOf(invoice)), "payment_failed");
  };

  /** Returns a subscription's next due task: its renewal, or voiding an invoice that was not paid in time. */
  const dueOf = (subscription: Stripe.Subscription): Due | null => {
    const isRunning = subscription.status === "active" || subscription.status === "past_due";
    const renewal = isRunning ? { at: itemOf(subscription).current_period_end, run: () => renew(subscription) } : null;
    if (subscription.status !== "incomplete" && subscription.pending_update === null) return renewal;
    const invoice = state.findOf("invoice", idOf(subscription.latest_invoice ?? ""));
    if (invoice?.status !== "open") return renewal;
    const at = subscription.pending_update?.expires_at ?? invoice.created + PAYMENT_WINDOW;
    // A pending update ends at the end of the period at the latest, before the renewal.
    return earlier({ at, run: () => invoicing.voidInvoice(invoice) }, renewal);
  };

  const retryOf = (invoice: Stripe.Invoice): Due | null => {
    const at = invoice.next_payment_attempt;
    if (invoice.status !== "open" || at === null) return null;
    const isPastDue = state.get("subscription", subscriptionOf(invoice)).status === "past_due";
    return isPastDue ? { at, run: () => retry(invoice) } : null;
  };

  const draftOf = (invoice: Stripe.Invoice): Due | null => {
    const at = invoice.automatically_finalizes_at;
    return invoice.status === "draft" && at !== null ? { at, run: () => collectDraft(invoice) } : null;
  };

  /** Returns when the last draft will be charged, in Unix seconds, or null if there are no drafts. */
  const draftsEnd = (): number | null => {
    const ends = state.all("invoice").flatMap((invoice) => draftOf(invoice)?.at ?? []);
    return ends.length === 0 ? null : Math.max(...ends);
  };

  /** Returns the next due task, or null if there is none. */
  const nextDue = (): Due | null =>
    [
      ...state.all("subscription").map(dueOf),
      ...state.all("invoice").flatMap((invoice) => [draftOf(invoice), retryOf(invoice)]),
    ].reduce(earlier, null);

  return { cancel, release, nextDue, draftsEnd };
};

export type Renewals = ReturnType<typeof makeRenewals>;
