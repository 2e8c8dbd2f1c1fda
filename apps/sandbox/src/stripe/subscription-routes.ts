import type Stripe from "stripe";
import { addInterval } from "../calendar.ts";
import { ApiError, badState, missing, unknownParam } from "./errors.ts";
import { type Billing, intentOf } from "./billing.ts";
import {
  idOf,
  makeCoupon,
  makeDiscount,
  makeInvoiceItem,
  makePrice,
  makeRefund,
  makeSubscription,
  makeSubscriptionSchedule,
} from "./factories.ts";
import { type Form, type FormObject, arr, bool, int, mergeMetadata, obj, str } from "./form.ts";
import type { Route } from "./routes.ts";
import { page } from "./page-of.ts";
import type { State } from "./state.ts";

type Kept<T> = T & { id: string };

/** What an update that waits for its payment may carry; the provider refuses anything else. */
const PENDING_UPDATE = new Set([
  "payment_behavior",
  "proration_behavior",
  "proration_date",
  "billing_cycle_anchor",
  "items",
  "trial_end",
  "trial_from_plan",
  "add_invoice_items",
]);
const PENDING_ITEM = new Set(["id", "price", "quantity"]);

const onlyPendingUpdate = (form: FormObject): void => {
  const refused =
    Object.keys(form).find((param) => !PENDING_UPDATE.has(param)) ??
    arr(form["items"]).flatMap((item) => Object.keys(obj(item)).filter((param) => !PENDING_ITEM.has(param)))[0];
  if (refused !== undefined)
    throw badState("parameter_invalid", `${refused} can't be given with payment_behavior pending_if_incomplete.`);
};

/** Subscriptions, schedules, invoices, coupons, refunds and events. */
export const subscriptionRoutes =
  (state: State, billing: Billing) =>
  (route: Route): void => {
    const priceOf = (item: Form, param: string): Stripe.Price => {
      const known = str(obj(item)["price"]);
      if (known !== undefined) return state.get<Stripe.Price>("price", known, `${param}[price]`);
      const priceData = obj(obj(item)["price_data"]);
      const recurring = obj(priceData["recurring"]);
      state.get<Stripe.Product>("product", str(priceData["product"]) ?? "", `${param}[price_data][product]`);
      return state.put(
        makePrice(
          state.now(),
          {
            currency: String(priceData["currency"]),
            product: String(priceData["product"]),
            unit_amount: int(priceData["unit_amount"]) ?? 0,
          },
          str(recurring["interval"]) ?? "month",
          int(recurring["interval_count"]) ?? 1,
        ),
      );
    };
    const ownCard = (customer: string, methodId: string): void => {
      if (state.get<Stripe.PaymentMethod>("payment_method", methodId, "default_payment_method").customer !== customer) {
        throw badState("resource_missing", "The customer does not have a payment method with this ID.");
      }
    };

    const discountOf = (subscription: Stripe.Subscription, each: Form): string => {
      const coupon = state.get<Stripe.Coupon>("coupon", str(obj(each)["coupon"]) ?? "", "discounts[0][coupon]");
      const end =
        coupon.duration === "repeating" ? addInterval(state.now(), "month", coupon.duration_in_months ?? 1) : null;
      return state.put(makeDiscount(state.now(), idOf(subscription.customer), subscription.id, coupon.id, { end })).id;
    };

    route("post", "/v1/subscriptions", ({ form }) => {
      if (form["coupon"]) throw unknownParam("coupon");
      const customer = state.get<Stripe.Customer>("customer", str(form["customer"]) ?? "", "customer");
      const prices = arr(form["items"]).map((item) => ({
        price: priceOf(item, "items[0]"),
        quantity: int(obj(item)["quantity"]) ?? 1,
      }));
      const methodId = str(form["default_payment_method"]) ?? null;
      if (methodId !== null) ownCard(customer.id, methodId);
      const subscription = state.put(
        makeSubscription(state.now(), customer.id, prices, {
          default_payment_method: methodId,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
      const discount = (each: Form): string => discountOf(subscription, each);
      subscription.discounts.push(...arr(form["discounts"]).map(discount));
      for (const [index, item] of arr(form["items"]).entries())
        subscription.items.data[index]?.discounts.push(...arr(obj(item)["discounts"]).map(discount));
      for (const added of arr(form["add_invoice_items"])) {
        const price = obj(obj(added)["price_data"]);
        const product = state.get<Stripe.Product>(
          "product",
          str(price["product"]) ?? "",
          "add_invoice_items[0][price_data][product]",
        );
        const amount = int(price["unit_amount"]) ?? 0;
        state.put(
          makeInvoiceItem(state.now(), {
            customer: customer.id,
            subscription: subscription.id,
            amount,
            description: product.name,
          }),
        );
      }
      const invoice = billing.bill(subscription, "subscription_create", subscription.items.data, methodId);
      if (invoice.status === "paid") subscription.status = "active";
      state.emit("customer.subscription.created", subscription);
      if (invoice.status === "paid") billing.paid(invoice);
      return subscription;
    });
    route("get", "/v1/subscriptions", ({ form }) => {
      const customer = str(form["customer"]);
      const status = str(form["status"]);
      const all = state
        .all<Stripe.Subscription>("subscription")
        .filter(
          (each) =>
            (customer === undefined || each.customer === customer) && (status === "all" || each.status !== "canceled"),
        );
      return page("/v1/subscriptions", all, str(form["limit"]), str(form["starting_after"]));
    });
    route("get", "/v1/subscriptions/:id", ({ id }) => state.get<Stripe.Subscription>("subscription", id));
    route("post", "/v1/subscriptions/:id", ({ id, form }) => {
      const subscription = state.get<Stripe.Subscription>("subscription", id);
      if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
        throw badState("resource_missing", `No such subscription: '${id}'`);
      }
      const pending = form["payment_behavior"] === "pending_if_incomplete";
      if (pending) onlyPendingUpdate(form);
      const methodId = str(form["default_payment_method"]);
      if (methodId !== undefined) {
        ownCard(idOf(subscription.customer), methodId);
        subscription.default_payment_method = methodId;
      }
      const atEnd = bool(form["cancel_at_period_end"]);
      if (atEnd !== undefined) {
        if (atEnd && subscription.schedule !== null) {
          throw badState(
            "subscription_managed_by_schedule",
            "The subscription is managed by a subscription schedule: release it before cancelling.",
          );
        }
        const end = subscription.items.data[0]?.current_period_end ?? null;
        Object.assign(subscription, {
          cancel_at_period_end: atEnd,
          cancel_at: atEnd ? end : null,
          canceled_at: atEnd ? state.now() : null,
        });
      }
      subscription.metadata = mergeMetadata(subscription.metadata, form["metadata"]);
      const item = arr(form["items"])[0];
      if (item === undefined) {
        state.emit("customer.subscription.updated", subscription);
        return subscription;
      }
      if (subscription.schedule !== null)
        throw badState(
          "subscription_managed_by_schedule",
          "The subscription is managed by a subscription schedule: release it first.",
        );
      if (form["proration_behavior"] !== "none" || obj(form["billing_cycle_anchor"])["type"] !== "now" || !pending) {
        throw badState(
          "parameter_invalid",
          "The sandbox changes plans with proration_behavior none, billing_cycle_anchor now and payment_behavior pending_if_incomplete.",
        );
      }
      billing.changeNow(subscription, priceOf(item, "items[0]"));
      return subscription;
    });
    route("delete", "/v1/subscriptions/:id", ({ id }) => {
      const subscription = state.get<Stripe.Subscription>("subscription", id);
      if (subscription.status === "canceled") throw badState("resource_missing", `No such subscription: '${id}'`);
      billing.cancel(subscription, "cancellation_requested");
      return subscription;
    });

    route("post", "/v1/prices", ({ form }) => {
      const recurring = obj(form["recurring"]);
      state.get<Stripe.Product>("product", str(form["product"]) ?? "", "product");
      return state.put(
        makePrice(
          state.now(),
          {
            currency: String(form["currency"]),
            product: String(form["product"]),
            unit_amount: int(form["unit_amount"]) ?? 0,
          },
          str(recurring["interval"]) ?? "month",
          int(recurring["interval_count"]) ?? 1,
        ),
      );
    });
    route("post", "/v1/subscription_items/:id", ({ id, form }) => {
      const subscription = state
        .all<Stripe.Subscription>("subscription")
        .find((each) => each.items.data.some((item) => item.id === id));
      const item = subscription?.items.data.find((each) => each.id === id);
      if (subscription === undefined || item === undefined) throw missing("subscription_item", id);
      state.put(subscription);
      if (form["discounts"] !== undefined) {
        item.discounts = arr(form["discounts"]).map((each) => discountOf(subscription, each));
      }
      state.emit("customer.subscription.updated", subscription);
      return item;
    });

    route("post", "/v1/invoiceitems", ({ form }) => {
      const customer = state.get<Stripe.Customer>("customer", str(form["customer"]) ?? "", "customer");
      return state.put(
        makeInvoiceItem(state.now(), {
          customer: customer.id,
          subscription: str(form["subscription"]) ?? null,
          amount: int(form["amount"]) ?? 0,
          currency: str(form["currency"]) ?? "usd",
          description: str(form["description"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
    });
    route("get", "/v1/invoiceitems", ({ form }) => {
      const all = state
        .all<Stripe.InvoiceItem>("invoiceitem")
        .filter((each) => each.customer === str(form["customer"]));
      return page(
        "/v1/invoiceitems",
        form["pending"] === "true" ? all.filter((each) => each.invoice === null) : all,
        str(form["limit"]),
        str(form["starting_after"]),
      );
    });
    route("delete", "/v1/invoiceitems/:id", ({ id }) => {
      const item = state.get<Stripe.InvoiceItem>("invoiceitem", id);
      if (item.invoice !== null) throw badState("invoice_item_attached", "The invoice item is on an invoice already.");
      state.remove(id);
      return { id, object: "invoiceitem", deleted: true };
    });

    route("get", "/v1/invoices", ({ form }) => {
      const of = str(form["subscription"]);
      const all = state
        .all<Kept<Stripe.Invoice>>("invoice")
        .filter((each) => of === undefined || idOf(each.parent?.subscription_details?.subscription ?? "") === of);
      return page("/v1/invoices", all, str(form["limit"]), str(form["starting_after"]));
    });
    route("get", "/v1/invoices/:id", ({ id }) => state.get<Kept<Stripe.Invoice>>("invoice", id));
    route("post", "/v1/invoices/:id/pay", ({ id, form }) => {
      const invoice = state.get<Kept<Stripe.Invoice>>("invoice", id);
      if (invoice.status !== "open")
        throw badState("invoice_not_open", `Invoice is already ${invoice.status ?? "closed"}`);
      billing.collect(invoice, {
        methodId: str(form["payment_method"]),
        offSession: bool(form["off_session"]) ?? true,
      });
      return state.get<Kept<Stripe.Invoice>>("invoice", id);
    });
    route("post", "/v1/invoices/:id/void", ({ id }) => {
      const invoice = state.get<Kept<Stripe.Invoice>>("invoice", id);
      if (invoice.status !== "open")
        throw badState(
          "invoice_not_open",
          `You can only void an open invoice; this one is ${invoice.status ?? "closed"}.`,
        );
      billing.voidInvoice(invoice);
      return invoice;
    });

    route("post", "/v1/subscription_schedules", ({ form }) => {
      const subscription = state.get<Stripe.Subscription>(
        "subscription",
        str(form["from_subscription"]) ?? "",
        "from_subscription",
      );
      if (subscription.schedule !== null)
        throw badState("resource_already_exists", "The subscription has a schedule already.");
      if (subscription.cancel_at_period_end)
        throw badState("subscription_canceled", "The subscription is set to cancel at period end.");
      const schedule = state.put(makeSubscriptionSchedule(state.now(), subscription));
      subscription.schedule = schedule.id;
      state.emit("subscription_schedule.created", schedule);
      return schedule;
    });
    route("get", "/v1/subscription_schedules/:id", ({ id }) =>
      state.get<Stripe.SubscriptionSchedule>("subscription_schedule", id),
    );
    route("post", "/v1/subscription_schedules/:id", ({ id, form }) => {
      const schedule = state.get<Stripe.SubscriptionSchedule>("subscription_schedule", id);
      if (schedule.status !== "active") throw badState("schedule_not_active", `The schedule is ${schedule.status}.`);
      const subscription = state.get<Stripe.Subscription>("subscription", idOf(schedule.subscription ?? ""));
      let start = subscription.items.data[0]?.current_period_start ?? state.now();
      const phases = arr(form["phases"]).map((raw) => {
        const phase = obj(raw);
        const price = priceOf(arr(phase["items"])[0] ?? {}, "phases[0][items][0]");
        const from = int(phase["start_date"]) ?? start;
        const lasts = obj(phase["duration"]);
        const interval = str(lasts["interval"]) ?? price.recurring?.interval ?? "month";
        const end_date = int(phase["end_date"]) ?? addInterval(from, interval, int(lasts["interval_count"]) ?? 1);
        start = end_date;
        return { start_date: from, end_date, price: price.id };
      });
      const made = makeSubscriptionSchedule(state.now(), subscription, phases);
      Object.assign(schedule, {
        phases: made.phases,
        end_behavior: str(form["end_behavior"]) ?? schedule.end_behavior,
      });
      state.emit("subscription_schedule.updated", schedule);
      return schedule;
    });
    route("post", "/v1/subscription_schedules/:id/release", ({ id }) => {
      const schedule = state.get<Stripe.SubscriptionSchedule>("subscription_schedule", id);
      if (schedule.status !== "active") throw badState("schedule_not_active", `The schedule is ${schedule.status}.`);
      const subscription = state.get<Stripe.Subscription>("subscription", idOf(schedule.subscription ?? ""));
      subscription.schedule = null;
      Object.assign(schedule, {
        status: "released",
        released_at: state.now(),
        released_subscription: subscription.id,
        subscription: null,
      });
      state.emit("subscription_schedule.released", schedule);
      state.emit("customer.subscription.updated", subscription);
      return schedule;
    });

    route("post", "/v1/refunds", ({ form }) => {
      const intentId = str(form["payment_intent"]);
      const intent =
        intentId === undefined ? null : state.get<Stripe.PaymentIntent>("payment_intent", intentId, "payment_intent");
      const charge = state.get<Stripe.Charge>(
        "charge",
        str(form["charge"]) ?? idOf(intent?.latest_charge ?? ""),
        "charge",
      );
      const left = charge.amount - charge.amount_refunded;
      const amount = int(form["amount"]) ?? left;
      if (left === 0) throw badState("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
      if (amount <= 0 || amount > left)
        throw badState(
          "amount_too_large",
          `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
        );
      const refund = state.put(
        makeRefund(state.now(), charge, { amount, metadata: mergeMetadata({}, form["metadata"]) }),
      );
      Object.assign(charge, {
        amount_refunded: charge.amount_refunded + amount,
        refunded: charge.amount_refunded + amount === charge.amount,
      });
      state.emit("charge.refunded", charge);
      return refund;
    });
    route("get", "/v1/refunds", ({ form }) => {
      const all = state
        .all<Stripe.Refund>("refund")
        .filter((each) => form["payment_intent"] === undefined || each.payment_intent === form["payment_intent"]);
      return page("/v1/refunds", all, str(form["limit"]), str(form["starting_after"]));
    });

    route("post", "/v1/coupons", ({ form }) => {
      const id = str(form["id"]);
      if (id !== undefined && state.find(id) !== undefined)
        throw badState("resource_already_exists", "Coupon already exists.");
      const duration = str(form["duration"]) ?? "once";
      const duration_in_months = int(form["duration_in_months"]) ?? null;
      return state.put(
        makeCoupon(state.now(), {
          percent_off: int(form["percent_off"]) ?? null,
          duration,
          duration_in_months,
          ...(id === undefined ? {} : { id }),
        }),
      );
    });
    route("get", "/v1/coupons/:id", ({ id }) => state.get<Stripe.Coupon>("coupon", id));

    route("get", "/v1/events", ({ form }) => {
      const since = int(obj(form["created"])["gte"]) ?? 0;
      const all = state.events(100_000).filter((event) => event.created >= since);
      return page("/v1/events", all, str(form["limit"]), str(form["starting_after"]));
    });
    route("get", "/v1/charges", ({ form }) => {
      const customer = str(form["customer"]);
      const charges = state
        .all<Stripe.Charge>("charge")
        .filter((charge) => customer === undefined || charge.customer === customer);
      return page("/v1/charges", charges, str(form["limit"]), str(form["starting_after"]));
    });
    route("post", "/v1/payment_intents/:id/cancel", ({ id }) => {
      const intent = state.get<Stripe.PaymentIntent>("payment_intent", id);
      if (intent.status === "succeeded")
        throw new ApiError(400, {
          type: "invalid_request_error",
          code: "payment_intent_unexpected_state",
          message: "You cannot cancel this PaymentIntent because it has a status of succeeded.",
        });
      const invoice = state.all<Kept<Stripe.Invoice>>("invoice").find((each) => intentOf(each) === id);
      if (invoice !== undefined)
        throw badState("payment_intent_unexpected_state", "The payment intent belongs to an invoice: void that.");
      return Object.assign(intent, { status: "canceled", canceled_at: state.now() });
    });
  };
