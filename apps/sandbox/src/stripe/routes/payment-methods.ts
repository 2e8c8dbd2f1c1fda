import type Stripe from "stripe";
import type { Route } from "../api.ts";
import { createCard, usableCard } from "../cards.ts";
import { badState, cardError, missingParam } from "../errors.ts";
import { type Form, int, obj, str } from "../form.ts";
import { idOf } from "../ids.ts";
import type { StripeState } from "../state.ts";
import { passesLuhn } from "../test-cards.ts";

const billingDetailsOf = (form: Form | undefined): Stripe.PaymentMethod.BillingDetails => {
  const billing = obj(form);
  const address = obj(billing["address"]);
  return {
    address: {
      city: str(address["city"]) ?? null,
      country: str(address["country"]) ?? null,
      line1: str(address["line1"]) ?? null,
      line2: str(address["line2"]) ?? null,
      postal_code: str(address["postal_code"]) ?? null,
      state: str(address["state"]) ?? null,
    },
    email: str(billing["email"]) ?? null,
    name: str(billing["name"]) ?? null,
    phone: str(billing["phone"]) ?? null,
    tax_id: null,
  };
};

/** Adds the routes for cards. */
export const paymentMethodRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    /** Removes a card as the default of its customer and of all subscriptions. */
    const removeDefaults = (customer: Stripe.Customer, methodId: string): void => {
      if (customer.invoice_settings.default_payment_method === methodId) {
        customer.invoice_settings.default_payment_method = null;
        state.emit("customer.updated", customer);
      }
      for (const subscription of state.all("subscription")) {
        if (subscription.default_payment_method !== methodId) continue;
        state.put(subscription).default_payment_method = null;
        state.emit("customer.subscription.updated", subscription);
      }
    };

    route(
      "post",
      "/v1/payment_methods",
      ({ form }) => {
        if (form["type"] !== "card") throw missingParam("type");
        const card = obj(form["card"]);
        const number = (str(card["number"]) ?? "").replace(/\s/g, "");
        if (!passesLuhn(number))
          throw cardError({ code: "incorrect_number", message: "Your card number is incorrect.", param: "number" });
        const year = int(card["exp_year"]) ?? 0;
        const expiry = { exp_month: int(card["exp_month"]) ?? 0, exp_year: year < 100 ? 2000 + year : year };
        return createCard(state, number, expiry, billingDetailsOf(form["billing_details"]));
      },
      { browser: true },
    );
    route("post", "/v1/payment_methods/:id/attach", ({ id, form }) => {
      const customer = state.get("customer", str(form["customer"]) ?? "", "customer");
      const method = usableCard(state, id);
      method.customer = customer.id;
      return state.put(method);
    });
    route("post", "/v1/payment_methods/:id/detach", ({ id }) => {
      const method = state.get("payment_method", id);
      if (method.customer === null) {
        throw badState(
          "payment_method_unexpected_state",
          "The payment method you provided is not attached to a customer so detachment is impossible.",
        );
      }
      const customer = state.get("customer", idOf(method.customer));
      method.customer = null;
      state.setCard(id, { ...state.card(id), detached: true });
      removeDefaults(customer, id);
      state.emit("payment_method.detached", method);
      return method;
    });
  };
