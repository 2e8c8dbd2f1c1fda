import type Stripe from "stripe";
import { idOf, newId } from "../ids.ts";
import { makeCustomerBalanceTransaction } from "../objects/customer.ts";
import { type DiscountAmount, amountOf, makeInvoiceItemLine, makeSubscriptionLine } from "../objects/invoice-line.ts";
import { amountDue, intentOf, makeInvoice, markOpen, markPaid, subscriptionOf } from "../objects/invoice.ts";
import { makePaymentIntent } from "../objects/payment-intent.ts";
import type { StripeState } from "../state.ts";

/** Creates the functions that create invoices, record their payments, and void them. */
export const makeInvoicing = (state: StripeState) => {
  const moveBalance = (
    customer: Stripe.Customer,
    amount: number,
    type: Stripe.CustomerBalanceTransaction["type"],
    invoice: string,
  ): void => {
    if (amount === 0) return;
    const movement = { amount, currency: "usd", type, invoice, description: null };
    state.put(makeCustomerBalanceTransaction(state.now(), customer, movement));
    customer.balance += amount;
  };

  /** Returns each active discount's reduction of an amount, in cents. Ends discounts that apply only once. */
  const discountsOn = (discounts: readonly (string | Stripe.Discount)[], amount: number): DiscountAmount[] => {
    let remainder = amount;
    return discounts.map(idOf).flatMap((id) => {
      const discount = state.get("discount", id);
      if (discount.end !== null && discount.end <= state.now()) return [];
      const coupon = state.get("coupon", idOf(discount.source.coupon ?? ""));
      const off = Math.min(remainder, coupon.amount_off ?? Math.round((amount * (coupon.percent_off ?? 0)) / 100));
      remainder -= off;
      if (coupon.duration === "once") discount.end = state.now();
      return off === 0 ? [] : [{ amount: off, discount: id }];
    });
  };

  /** Returns the pending invoice items for a subscription's next invoice, newest first. */
  const pendingItemsOf = (subscription: Stripe.Subscription): Stripe.InvoiceItem[] =>
    state
      .all("invoiceitem")
      .filter(
        (each) =>
          each.invoice === null &&
          each.customer === idOf(subscription.customer) &&
          [undefined, subscription.id].includes(each.parent?.subscription_details?.subscription),
      );

  /**
   * Creates the draft of a subscription's invoice for items, with its pending invoice items and discounts. Doesn't
   * charge anything or use the customer's balance.
   */
  const draft = (
    subscription: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
    items: readonly Stripe.SubscriptionItem[],
  ): Stripe.Invoice => {
    const id = newId("in");
    const customer = state.get("customer", idOf(subscription.customer));
    const pending = pendingItemsOf(subscription);
    const rates = subscription.default_tax_rates ?? [];
    const planLines = items.map((item, index) =>
      makeSubscriptionLine(
        id,
        item,
        // Discounts on the whole subscription apply to its first item, because the sandbox's subscriptions have only
        // one.
        discountsOn(index === 0 ? [...subscription.discounts, ...item.discounts] : item.discounts, amountOf(item)),
        rates,
      ),
    );
    const lines = [...planLines, ...pending.map((item) => makeInvoiceItemLine(id, subscription.id, item, rates))];
    const discounts = lines
      .flatMap((line) => line.discount_amounts ?? [])
      .map((each) => ({
        amount: each.amount,
        discount: idOf(each.discount),
      }));
    const invoice = state.put(makeInvoice(state.now(), { id, customer, subscription, reason, lines, discounts }));
    for (const item of pending) state.put(item).invoice = id;
    subscription.latest_invoice = id;
    return invoice;
  };

  /**
   * Opens a draft: uses the customer's balance, credit or debt, and creates the payment intent for the rest. `methodId`
   * is the intent's card, or null. Marks an invoice with nothing due as paid.
   */
  const finalize = (invoice: Stripe.Invoice, methodId: string | null): Stripe.Invoice => {
    state.put(invoice);
    const customer = state.get("customer", idOf(invoice.customer ?? ""));
    const due = amountDue(invoice.total, customer.balance);
    const intent =
      due.amount_due === 0
        ? null
        : state.put(
            makePaymentIntent(state.now(), {
              amount: due.amount_due,
              currency: invoice.currency,
              customer: customer.id,
              payment_method: methodId,
              description: null,
              metadata: {},
              setup_future_usage: "off_session",
            }),
          );
    markOpen(invoice, state.now(), customer, due, intent);
    customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
    const carried = Math.max(0, due.ending_balance);
    moveBalance(customer, due.ending_balance - carried - customer.balance, "applied_to_invoice", invoice.id);
    moveBalance(customer, carried, "invoice_too_small", invoice.id);
    if (intent === null) markPaid(invoice, state.now());
    return invoice;
  };

  /** Creates and opens a subscription's invoice at once. Only a renewal's invoice stays a draft for an hour. */
  const bill = (
    subscription: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
    items: readonly Stripe.SubscriptionItem[],
    methodId: string | null,
  ): Stripe.Invoice => finalize(draft(subscription, reason, items), methodId);

  const applyPendingUpdate = (subscription: Stripe.Subscription): void => {
    const update = subscription.pending_update;
    if (update === null) return;
    const item = update.subscription_items?.[0];
    if (item !== undefined) subscription.items = { ...subscription.items, data: [item] };
    if (update.billing_cycle_anchor !== null) subscription.billing_cycle_anchor = update.billing_cycle_anchor;
    subscription.pending_update = null;
    state.emit("customer.subscription.pending_update_applied", subscription);
  };

  /** Activates a paid invoice's subscription and applies its pending update, if any. */
  const applyPayment = (invoice: Stripe.Invoice): void => {
    const subscription = state.get("subscription", subscriptionOf(invoice));
    if (subscription.status === "incomplete" || subscription.status === "past_due") subscription.status = "active";
    if (invoice.billing_reason === "subscription_update") applyPendingUpdate(subscription);
    state.emit("invoice.paid", invoice);
    state.emit("customer.subscription.updated", subscription);
  };

  /** Marks the invoice of a succeeded payment intent as paid, if it has one. */
  const onPaid = (intent: Stripe.PaymentIntent): void => {
    const invoice = state.all("invoice").find((each) => intentOf(each) === intent.id);
    if (invoice === undefined) return;
    markPaid(state.put(invoice), state.now());
    applyPayment(invoice);
  };

  /**
   * Voids an open invoice, cancels its payment intent, and returns the customer's credit or debt that it used. Voiding
   * a first invoice ends the subscription, voiding a renewal means that the subscription is no longer past due, and
   * voiding the invoice for a change drops the change.
   */
  const voidInvoice = (invoice: Stripe.Invoice): void => {
    const intent = state.findOf("payment_intent", intentOf(invoice));
    if (intent !== undefined) state.put(intent).status = "canceled";
    const customer = state.get("customer", idOf(invoice.customer ?? ""));
    const balanceUsed = invoice.amount_due - invoice.total;
    moveBalance(customer, balanceUsed, "unapplied_from_invoice", invoice.id);
    state.put(invoice);
    invoice.status = "void";
    invoice.status_transitions.voided_at = state.now();
    invoice.next_payment_attempt = null;
    const subscription = state.get("subscription", subscriptionOf(invoice));
    if (subscription.status === "incomplete") {
      subscription.status = "incomplete_expired";
      subscription.ended_at = state.now();
      state.emit("customer.subscription.updated", subscription);
    }
    if (subscription.status === "past_due" && invoice.billing_reason === "subscription_cycle") {
      subscription.status = "active";
      state.emit("customer.subscription.updated", subscription);
    }
    if (subscription.pending_update !== null && invoice.billing_reason === "subscription_update") {
      subscription.pending_update = null;
      state.emit("customer.subscription.pending_update_expired", subscription);
    }
    state.emit("invoice.voided", invoice);
  };

  return { draft, finalize, bill, applyPayment, onPaid, voidInvoice };
};

export type Invoicing = ReturnType<typeof makeInvoicing>;
