import type Stripe from "stripe";
import type { Confirmation, Presence } from "../confirmation.ts";
import { ApiError, badState } from "../errors.ts";
import { idOf } from "../ids.ts";
import { intentOf, subscriptionOf } from "../objects/invoice.ts";
import type { StripeState } from "../state.ts";

/** Creates the functions that charge open invoices. */
export const makeCollection = (state: StripeState, { confirm }: Confirmation) => {
  /** Returns the card for a subscription's next invoice: its own default or its customer's; null if there is none. */
  const defaultMethodOf = (subscription: Stripe.Subscription): string | null => {
    const customer = state.get("customer", idOf(subscription.customer));
    const method = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
    return method === null ? null : idOf(method);
  };

  const requireDefaultMethod = (subscription: Stripe.Subscription): string => {
    const method = defaultMethodOf(subscription);
    if (method !== null) return method;
    throw badState(
      "resource_missing",
      "This customer has no attached payment source or default payment method. Please consider adding a default " +
        "payment method.",
    );
  };

  /**
   * Charges an open invoice to a card; undefined for the default card. Throws the decline, or a 402 if the bank
   * requires 3-D Secure.
   */
  const collect = (invoice: Stripe.Invoice, methodId: string | undefined, presence: Presence): void => {
    const intent = state.get("payment_intent", intentOf(invoice));
    const subscription = state.get("subscription", subscriptionOf(invoice));
    state.put(invoice).attempted = true;
    invoice.attempt_count += 1;
    try {
      const confirmed = confirm(intent, methodId ?? requireDefaultMethod(subscription), presence);
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

  /**
   * Charges an open invoice to the default card, as `collect` does. Returns true if the invoice was already paid or the
   * charge was accepted, and false instead of throwing the API's error.
   */
  const tryToCollect = (invoice: Stripe.Invoice, presence: Presence): boolean => {
    if (invoice.status === "paid") return true;
    try {
      collect(invoice, undefined, presence);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };

  return { defaultMethodOf, collect, tryToCollect };
};

export type Collection = ReturnType<typeof makeCollection>;
