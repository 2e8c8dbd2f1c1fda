import type Stripe from "stripe";
import { ApiError, badState } from "./errors.ts";
import { addInterval } from "../calendar.ts";
import type { Due } from "../clock.ts";
import {
  idOf,
  listOf,
  makeCustomerBalanceTransaction,
  makeInvoice,
  makeInvoiceLineItem,
  makePaymentIntent,
  makeSubscriptionItem,
  paidInvoice,
} from "./factories.ts";
import type { Intent } from "./intents.ts";
import type { State } from "./state.ts";

const DAY = 86_400;
/**
 * When a failed invoice is tried again, in days after the first try; after the last one the subscription is cancelled.
 */
const RETRY_DAYS = [1, 3, 5, 7] as const;
/** How long the first payment, and a change that waits for its payment, may take, in seconds. */
const OPEN_FOR = 23 * 3_600;

type Confirm = (intent: Intent, methodId: string | undefined, how: { readonly offSession: boolean }) => Intent;
type Reason = Stripe.Invoice.BillingReason;

export const subscriptionOf = (invoice: Stripe.Invoice): string =>
  idOf(invoice.parent?.subscription_details?.subscription ?? "");
export const intentOf = (invoice: Stripe.Invoice): string =>
  idOf(invoice.payments?.data[0]?.payment.payment_intent ?? "");

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error(`${subscription.id} has no item`);
  return item;
};

/** Where a period that begins now ends, on the anchor's day of the month. */
const periodEnd = (anchor: number, start: number, price: Stripe.Price): number => {
  const interval = price.recurring?.interval ?? "month";
  const count = price.recurring?.interval_count ?? 1;
  for (let periods = 1; ; periods += 1) {
    const end = addInterval(anchor, interval, periods * count);
    if (end > start) return end;
  }
};

/** Invoices, their payment, and what happens to subscriptions by time alone. */
export const makeBilling = (state: State, confirm: () => Confirm) => {
  const subscription = (id: string): Stripe.Subscription => state.get<Stripe.Subscription>("subscription", id);

  const moveBalance = (
    customer: Stripe.Customer,
    amount: number,
    type: Stripe.CustomerBalanceTransaction["type"],
    invoice: string,
  ): void => {
    if (amount === 0) return;
    state.put(makeCustomerBalanceTransaction(state.now(), customer, { amount, currency: "usd", type, invoice }));
    customer.balance += amount;
  };

  const discountFor = (of: Stripe.Subscription, items: readonly Stripe.SubscriptionItem[], amount: number): number => {
    let off = 0;
    for (const id of [...of.discounts, ...items.flatMap((item) => item.discounts)].map(idOf)) {
      const discount = state.get<Stripe.Discount>("discount", id);
      if (discount.end !== null && discount.end <= state.now()) continue;
      const coupon = state.get<Stripe.Coupon>("coupon", idOf(discount.source.coupon ?? ""));
      off += coupon.amount_off ?? Math.round((amount * (coupon.percent_off ?? 0)) / 100);
      if (coupon.duration === "once") discount.end = state.now();
    }
    return Math.min(amount, off);
  };

  /** Makes an invoice of a subscription's items, of the sums that waited, its discounts and the customer's credit. */
  const bill = (
    of: Stripe.Subscription,
    reason: Reason,
    items: readonly Stripe.SubscriptionItem[],
    methodId: string | null,
  ): Stripe.Invoice => {
    const customer = state.get<Stripe.Customer>("customer", idOf(of.customer));
    const waiting = state
      .all<Stripe.InvoiceItem>("invoiceitem")
      .filter(
        (each) =>
          each.invoice === null &&
          each.customer === customer.id &&
          [undefined, of.id].includes(each.parent?.subscription_details?.subscription),
      );
    const plan = items.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0);
    const discount_total = discountFor(of, items, plan);
    const owed = waiting.reduce((sum, each) => sum + each.amount, 0);
    const total = plan + owed - discount_total;
    const credit_used = Math.min(Math.max(0, -customer.balance), Math.max(0, total));
    const due = Math.max(0, total) - credit_used;
    const intent =
      due === 0
        ? null
        : state.put(
            makePaymentIntent(state.now(), {
              amount: due,
              currency: of.currency,
              customer: customer.id,
              payment_method: methodId,
              status: methodId === null ? "requires_payment_method" : "requires_confirmation",
              setup_future_usage: "off_session",
            }),
          );
    const made = makeInvoice(state.now(), customer, of, intent, {
      billing_reason: reason,
      discount_total,
      credit_used,
    });
    const lines = [
      ...items.map((item) => makeInvoiceLineItem(made.id ?? "", item)),
      ...waiting.map((each) => {
        const line = makeInvoiceLineItem(made.id ?? "", items[0] ?? itemOf(of));
        return {
          ...line,
          amount: each.amount,
          subtotal: each.amount,
          description: each.description,
          metadata: each.metadata ?? {},
          discountable: false,
        };
      }),
    ];
    const subtotal = plan + owed;
    const invoice: Stripe.Invoice = {
      ...made,
      lines: listOf(`/v1/invoices/${made.id}/lines`, lines),
      subtotal,
      subtotal_excluding_tax: subtotal,
      total,
      total_excluding_tax: total,
      amount_due: due,
      amount_remaining: due,
      ending_balance: customer.balance + credit_used + Math.min(0, total),
    };
    for (const each of waiting) state.put(Object.assign(each, { invoice: invoice.id ?? "" }));
    moveBalance(customer, credit_used, "applied_to_invoice", invoice.id ?? "");
    moveBalance(customer, Math.min(0, total), "applied_to_invoice", invoice.id ?? "");
    const kept = state.put(
      (intent === null ? paidInvoice(invoice, state.now()) : invoice) as Stripe.Invoice & { id: string },
    );
    of.latest_invoice = kept.id;
    return kept;
  };

  const applyPending = (of: Stripe.Subscription): void => {
    const waiting = of.pending_update;
    if (waiting === null) return;
    const item = waiting.subscription_items?.[0];
    if (item !== undefined) of.items = { ...of.items, data: [item] };
    if (waiting.billing_cycle_anchor !== null) of.billing_cycle_anchor = waiting.billing_cycle_anchor;
    of.pending_update = null;
    state.emit("customer.subscription.pending_update_applied", of);
  };

  /** A paid invoice starts, keeps or changes its subscription. */
  const paid = (invoice: Stripe.Invoice): void => {
    const of = subscription(subscriptionOf(invoice));
    if (of.status === "incomplete" || of.status === "past_due") of.status = "active";
    if (invoice.billing_reason === "subscription_update") applyPending(of);
    state.emit("invoice.paid", invoice as Stripe.Invoice & { id: string });
    state.emit("customer.subscription.updated", of);
  };

  /** A payment that came in may be an invoice's. */
  const onPaid = (intent: Stripe.PaymentIntent): void => {
    const invoice = state.all<Stripe.Invoice & { id: string }>("invoice").find((each) => intentOf(each) === intent.id);
    if (invoice !== undefined) paid(state.put(paidInvoice(invoice, state.now()) as Stripe.Invoice & { id: string }));
  };

  /** Charges an open invoice's card. Throws the refusal, or a 402 where the bank wants to ask. */
  const collect = (
    invoice: Stripe.Invoice & { id: string },
    how: { readonly methodId?: string | undefined; readonly offSession: boolean },
  ): void => {
    const intent = state.get<Stripe.PaymentIntent>("payment_intent", intentOf(invoice));
    const of = subscription(subscriptionOf(invoice));
    state.put(Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 }));
    try {
      const confirmed = confirm()(intent, how.methodId ?? (idOf(of.default_payment_method ?? "") || undefined), {
        offSession: how.offSession,
      });
      if (confirmed.status !== "requires_action") return;
      throw new ApiError(402, {
        type: "card_error",
        code: "invoice_payment_intent_requires_action",
        message: "This payment requires additional user action before it can be completed successfully.",
        payment_intent: intent,
      });
    } catch (error) {
      if (error instanceof ApiError) {
        state.emit("invoice.payment_failed", invoice);
        if (/requires_action|authentication_required/.test(error.error.code ?? ""))
          state.emit("invoice.payment_action_required", invoice);
      }
      throw error;
    }
  };

  const tryToCollect = (invoice: Stripe.Invoice & { id: string }, how: { readonly offSession: boolean }): boolean => {
    if (invoice.status === "paid") return true;
    try {
      collect(invoice, how);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };

  /** Takes an open invoice back: its intent is cancelled, credit that it used comes back. */
  const voidInvoice = (invoice: Stripe.Invoice & { id: string }): void => {
    const intent = state.find(intentOf(invoice));
    if (intent !== undefined) state.put(Object.assign(intent, { status: "canceled" }));
    const customer = state.get<Stripe.Customer>("customer", idOf(invoice.customer ?? ""));
    const used = Math.max(0, invoice.total) - invoice.amount_due;
    moveBalance(customer, -used, "unapplied_from_invoice", invoice.id);
    state.put(
      Object.assign(invoice, {
        status: "void",
        status_transitions: { ...invoice.status_transitions, voided_at: state.now() },
        next_payment_attempt: null,
      }),
    );
    const of = subscription(subscriptionOf(invoice));
    if (of.status === "incomplete") {
      Object.assign(of, { status: "incomplete_expired", ended_at: state.now() });
      state.emit("customer.subscription.updated", of);
    }
    if (of.pending_update !== null && invoice.billing_reason === "subscription_update") {
      of.pending_update = null;
      state.emit("customer.subscription.pending_update_expired", of);
    }
    state.emit("invoice.voided", invoice);
  };

  const cancel = (of: Stripe.Subscription, reason: Stripe.Subscription.CancellationDetails.Reason | null): void => {
    state.put(
      Object.assign(of, {
        status: "canceled",
        canceled_at: of.canceled_at ?? state.now(),
        ended_at: state.now(),
        cancel_at_period_end: false,
      }),
    );
    of.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
    state.emit("customer.subscription.deleted", of);
  };

  const scheduleOf = (of: Stripe.Subscription): Stripe.SubscriptionSchedule | null =>
    of.schedule === null ? null : state.get<Stripe.SubscriptionSchedule>("subscription_schedule", idOf(of.schedule));

  /** The schedule's word at the end of a period: the next phase's price, or its release. */
  const followSchedule = (of: Stripe.Subscription): Stripe.Price | null => {
    const schedule = scheduleOf(of);
    if (schedule === null) return null;
    const phase = schedule.phases.find((each) => each.start_date <= state.now() && state.now() < each.end_date);
    if (phase === undefined) {
      Object.assign(schedule, {
        status: "released",
        released_at: state.now(),
        released_subscription: of.id,
        subscription: null,
        current_phase: null,
      });
      of.schedule = null;
      state.emit("subscription_schedule.released", schedule);
      return null;
    }
    schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
    state.emit("subscription_schedule.updated", schedule);
    return state.get<Stripe.Price>("price", idOf(phase.items[0]?.price ?? ""));
  };

  /** The end of a paid period: the subscription ends, or its next period is billed. */
  const cycle = (of: Stripe.Subscription): void => {
    state.put(of);
    if (of.cancel_at_period_end) {
      cancel(of, "cancellation_requested");
      return;
    }
    const before = itemOf(of);
    const price = followSchedule(of) ?? before.price;
    const start = before.current_period_end;
    if (price.recurring?.interval !== before.price.recurring?.interval) of.billing_cycle_anchor = start;
    const discounts = price.id === before.price.id ? before.discounts : [];
    const item = makeSubscriptionItem(state.now(), of.id, price, {
      id: before.id,
      created: before.created,
      current_period_start: start,
      discounts,
    });
    item.current_period_end = periodEnd(of.billing_cycle_anchor, start, price);
    of.items = { ...of.items, data: [item] };
    const method = idOf(of.default_payment_method ?? "") || null;
    const invoice = bill(of, "subscription_cycle", [item], method) as Stripe.Invoice & { id: string };
    if (invoice.status === "paid") {
      paid(invoice);
      return;
    }
    if (tryToCollect(invoice, { offSession: true })) return;
    of.status = "past_due";
    invoice.next_payment_attempt = state.now() + RETRY_DAYS[0] * DAY;
    state.emit("customer.subscription.updated", of);
  };

  const retry = (invoice: Stripe.Invoice & { id: string }): void => {
    state.put(invoice);
    const of = subscription(subscriptionOf(invoice));
    if (tryToCollect(invoice, { offSession: true })) return;
    const next = RETRY_DAYS.find((days) => invoice.created + days * DAY > state.now());
    invoice.next_payment_attempt = next === undefined ? null : invoice.created + next * DAY;
    if (next === undefined) cancel(of, "payment_failed");
  };

  /** The next thing that happens by itself. */
  const next = (): Due | null => {
    const due: Due[] = [];
    for (const of of state.all<Stripe.Subscription>("subscription")) {
      if (of.status === "active" || of.status === "past_due")
        due.push({ at: itemOf(of).current_period_end, run: () => cycle(of) });
      const open =
        of.status === "incomplete" || of.pending_update !== null
          ? state.find(idOf(of.latest_invoice ?? ""))
          : undefined;
      const invoice = open as (Stripe.Invoice & { id: string }) | undefined;
      if (invoice?.status === "open") due.push({ at: invoice.created + OPEN_FOR, run: () => voidInvoice(invoice) });
    }
    for (const invoice of state.all<Stripe.Invoice & { id: string }>("invoice")) {
      const at = invoice.next_payment_attempt;
      if (invoice.status === "open" && at !== null && subscription(subscriptionOf(invoice)).status === "past_due") {
        due.push({ at, run: () => retry(invoice) });
      }
    }
    return due.reduce<Due | null>((first, each) => (first === null || each.at < first.at ? each : first), null);
  };

  /** Changes a subscription's plan now: at once where nothing is due, else once the money is in. */
  const changeNow = (of: Stripe.Subscription, price: Stripe.Price): void => {
    if (of.pending_update !== null)
      throw badState("pending_update_exists", "The subscription has a pending update already: void its invoice first.");
    const before = itemOf(of);
    const start = state.now();
    const item = makeSubscriptionItem(state.now(), of.id, price, {
      id: before.id,
      created: before.created,
      current_period_start: start,
    });
    of.pending_update = {
      billing_cycle_anchor: start,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: start + OPEN_FOR,
      metadata: null,
      subscription_items: [item],
      trial_end: null,
      trial_from_plan: null,
    };
    const invoice = bill(
      of,
      "subscription_update",
      [item],
      idOf(of.default_payment_method ?? "") || null,
    ) as Stripe.Invoice & { id: string };
    if (invoice.status === "paid") paid(invoice);
    else {
      tryToCollect(invoice, { offSession: false });
      if (of.pending_update !== null) state.emit("customer.subscription.updated", of);
    }
  };

  return { bill, paid, onPaid, collect, voidInvoice, cancel, changeNow, next };
};

/** What bills and collects. */
export type Billing = ReturnType<typeof makeBilling>;
