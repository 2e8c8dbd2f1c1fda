import type Stripe from "stripe";
import { ApiError, badState, unknownParam } from "./errors.ts";
import {
  idOf,
  listOf,
  makeCoupon,
  makeCustomerBalanceTransaction,
  makeDiscount,
  makeInvoice,
  makePaymentIntent,
  makePrice,
  makeSubscription,
  now,
  paidInvoice,
} from "./factories.ts";
import { arr, bool, int, mergeMetadata, obj, str } from "./form.ts";
import type { Intent } from "./intents.ts";
import type { Route } from "./routes.ts";
import type { State } from "./state.ts";

const subscriptionOf = (invoice: Stripe.Invoice): string => idOf(invoice.parent?.subscription_details?.subscription ?? "");
const intentOf = (invoice: Stripe.Invoice): string => idOf(invoice.payments?.data[0]?.payment.payment_intent ?? "");

/** A paid intent pays its invoice, and its invoice starts or keeps its subscription. */
export const invoicePaid =
  (state: State) =>
  (intent: Stripe.PaymentIntent): void => {
    for (const each of state.all<Stripe.Invoice>("invoice")) {
      if (intentOf(each) !== intent.id) continue;
      const invoice = state.put(paidInvoice(each));
      const subscription = state.get<Stripe.Subscription>("subscription", subscriptionOf(invoice));
      subscription.status = "active";
      state.emit("invoice.paid", invoice);
      state.emit("customer.subscription.updated", subscription);
    }
  };

type Confirm = (intent: Intent, methodId: string | undefined, how: { readonly offSession: boolean }) => Intent;

/** Subscriptions, invoices and coupons. */
export const billingRoutes =
  (state: State, confirm: Confirm) =>
  (route: Route): void => {
    route("post", "/v1/subscriptions", ({ form }) => {
      if (form["coupon"]) throw unknownParam("coupon");
      const customer = state.get<Stripe.Customer>("customer", str(form["customer"]) ?? "", "customer");
      const prices = arr(form["items"]).map((item) => {
        const priceData = obj(obj(item)["price_data"]);
        const recurring = obj(priceData["recurring"]);
        state.get<Stripe.Product>("product", str(priceData["product"]) ?? "", "items[0][price_data][product]");
        const price = makePrice(
          { currency: String(priceData["currency"]), product: String(priceData["product"]), unit_amount: int(priceData["unit_amount"]) ?? 0 },
          str(recurring["interval"]) ?? "month",
          int(recurring["interval_count"]) ?? 1,
        );
        return { price: state.put(price), quantity: int(obj(item)["quantity"]) ?? 1 };
      });
      const methodId = str(form["default_payment_method"]) ?? null;
      if (methodId !== null && state.get<Stripe.PaymentMethod>("payment_method", methodId, "default_payment_method").customer !== customer.id) {
        throw badState("resource_missing", "The customer does not have a payment method with this ID.");
      }
      const subscription = state.put(
        makeSubscription(customer.id, prices, { default_payment_method: methodId, metadata: mergeMetadata({}, form["metadata"]) }),
      );
      const subtotal = prices.reduce((total, { price, quantity }) => total + (price.unit_amount ?? 0) * quantity, 0);
      let discount_total = 0;
      for (const each of arr(form["discounts"])) {
        const coupon = state.get<Stripe.Coupon>("coupon", str(obj(each)["coupon"]) ?? "", "discounts[0][coupon]");
        subscription.discounts.push(state.put(makeDiscount(customer.id, subscription.id, coupon.id)).id);
        discount_total += coupon.amount_off ?? Math.round((subtotal * (coupon.percent_off ?? 0)) / 100);
      }
      const discounted = Math.max(0, subtotal - discount_total);
      const credit_used = Math.min(Math.max(0, -customer.balance), discounted);
      const due = discounted - credit_used;
      const intent =
        due > 0
          ? state.put(
              makePaymentIntent({
                amount: due,
                currency: subscription.currency,
                customer: customer.id,
                payment_method: methodId,
                status: methodId === null ? "requires_payment_method" : "requires_confirmation",
                setup_future_usage: "off_session",
              }),
            )
          : null;
      const open = makeInvoice(customer, subscription, intent, { discount_total, credit_used });
      if (credit_used > 0) {
        state.put(
          makeCustomerBalanceTransaction(customer, { amount: credit_used, currency: subscription.currency, type: "applied_to_invoice", invoice: open.id }),
        );
        customer.balance += credit_used;
      }
      const invoice = state.put(intent === null ? paidInvoice(open) : open);
      if (intent === null) subscription.status = "active";
      subscription.latest_invoice = invoice.id;
      state.emit("customer.subscription.created", subscription);
      if (intent === null) state.emit("invoice.paid", invoice);
      return subscription;
    });
    route("get", "/v1/subscriptions", ({ form }) => {
      const customer = str(form["customer"]);
      const all = state.all<Stripe.Subscription>("subscription").filter((each) => customer === undefined || each.customer === customer);
      return listOf("/v1/subscriptions", all.slice(0, int(form["limit"]) ?? 10), all.length > (int(form["limit"]) ?? 10));
    });
    route("get", "/v1/subscriptions/:id", ({ id }) => state.get<Stripe.Subscription>("subscription", id));
    route("post", "/v1/subscriptions/:id", ({ id, form }) => {
      const subscription = state.get<Stripe.Subscription>("subscription", id);
      const atEnd = bool(form["cancel_at_period_end"]);
      if (atEnd !== undefined) {
        const end = subscription.items.data[0]?.current_period_end ?? null;
        Object.assign(subscription, { cancel_at_period_end: atEnd, cancel_at: atEnd ? end : null, canceled_at: atEnd ? now() : null });
      }
      subscription.metadata = mergeMetadata(subscription.metadata, form["metadata"]);
      state.emit("customer.subscription.updated", subscription);
      return subscription;
    });
    route("delete", "/v1/subscriptions/:id", ({ id }) => {
      const ended = { status: "canceled", canceled_at: now(), ended_at: now() };
      const subscription = Object.assign(state.get<Stripe.Subscription>("subscription", id), ended);
      state.emit("customer.subscription.deleted", subscription);
      return subscription;
    });
    route("get", "/v1/invoices/:id", ({ id }) => state.get<Stripe.Invoice>("invoice", id));
    route("post", "/v1/invoices/:id/pay", ({ id, form }) => {
      const invoice = state.get<Stripe.Invoice>("invoice", id);
      if (invoice.status !== "open") {
        throw badState("invoice_not_open", `Invoice is already ${invoice.status ?? "closed"}`);
      }
      const intent = state.get<Stripe.PaymentIntent>("payment_intent", intentOf(invoice));
      const subscription = state.get<Stripe.Subscription>("subscription", subscriptionOf(invoice));
      const methodId = str(form["payment_method"]) ?? (idOf(subscription.default_payment_method ?? "") || undefined);
      try {
        const confirmed = confirm(intent, methodId, { offSession: bool(form["off_session"]) ?? true });
        if (confirmed.status === "requires_action") {
          throw new ApiError(402, {
            type: "card_error",
            code: "invoice_payment_intent_requires_action",
            message: "This payment requires additional user action before it can be completed successfully.",
            payment_intent: intent,
          });
        }
      } catch (error) {
        if (error instanceof ApiError) state.emit("invoice.payment_failed", invoice);
        throw error;
      }
      return state.get<Stripe.Invoice>("invoice", id);
    });
    route("post", "/v1/invoices/:id/void", ({ id }) => {
      const invoice = state.get<Stripe.Invoice>("invoice", id);
      if (invoice.status !== "open") throw badState("invoice_not_open", `You can only void an open invoice; this one is ${invoice.status ?? "closed"}.`);
      invoice.status = "void";
      invoice.status_transitions.voided_at = now();
      const intent = state.find(intentOf(invoice));
      if (intent !== undefined) state.put(Object.assign(intent, { status: "canceled" }));
      const subscription = state.get<Stripe.Subscription>("subscription", subscriptionOf(invoice));
      if (subscription.status === "incomplete") {
        Object.assign(subscription, { status: "incomplete_expired", ended_at: now() });
        state.emit("customer.subscription.updated", subscription);
      }
      state.emit("invoice.voided", invoice);
      return invoice;
    });
    route("post", "/v1/coupons", ({ form }) => {
      const id = str(form["id"]);
      return state.put(
        makeCoupon({ percent_off: int(form["percent_off"]) ?? null, duration: str(form["duration"]) ?? "once", ...(id === undefined ? {} : { id }) }),
      );
    });
    route("get", "/v1/events", ({ form }) => {
      const limit = int(form["limit"]) ?? 10;
      const events = state.events(limit + 1);
      return listOf("/v1/events", events.slice(0, limit), events.length > limit);
    });
  };
