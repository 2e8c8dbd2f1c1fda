import type Stripe from "stripe";
import { addInterval } from "../../calendar.ts";
import type { Route } from "../api.ts";
import type { Invoicing } from "../billing/invoicing.ts";
import { itemOf } from "../billing/periods.ts";
import type { PlanChanges } from "../billing/plan-changes.ts";
import type { Renewals } from "../billing/renewals.ts";
import { badState, notFound, unknownParam } from "../errors.ts";
import { type Form, type FormObject, arr, bool, int, mergeMetadata, obj, str } from "../form.ts";
import { idOf } from "../ids.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makeDiscount } from "../objects/coupon.ts";
import { makeInvoiceItem } from "../objects/invoice-item.ts";
import { makeSubscription } from "../objects/subscription.ts";
import { redeem } from "./promotion-codes.ts";
import type { StripeState } from "../state.ts";
import { priceOf } from "./prices.ts";
import { taxRatesOf } from "./tax-rates.ts";

/** The only parameters that Stripe accepts with `payment_behavior: pending_if_incomplete`. */
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

const requirePendingUpdateParams = (form: FormObject): void => {
  const refused =
    Object.keys(form).find((param) => !PENDING_UPDATE.has(param)) ??
    arr(form["items"]).flatMap((item) => Object.keys(obj(item)).filter((param) => !PENDING_ITEM.has(param)))[0];
  if (refused !== undefined)
    throw badState("parameter_invalid", `${refused} can't be given with payment_behavior pending_if_incomplete.`);
};

const requireWithoutSchedule = (subscription: Stripe.Subscription): void => {
  if (subscription.schedule === null) return;
  throw badState(
    "subscription_managed_by_schedule",
    "The subscription is managed by a subscription schedule: release it first.",
  );
};

/** Adds the routes for subscriptions and their items. */
export const subscriptionRoutes =
  (state: StripeState, { bill, applyPayment }: Invoicing, { changeNow }: PlanChanges, { cancel }: Renewals) =>
  (route: Route): void => {
    const requireOwnCard = (customer: string, methodId: string): void => {
      if (state.get("payment_method", methodId, "default_payment_method").customer !== customer) {
        throw badState("resource_missing", "The customer does not have a payment method with this ID.");
      }
    };

    const createDiscount = (subscription: Stripe.Subscription, given: Form): string => {
      const code = str(obj(given)["promotion_code"]);
      const promotion = code === undefined ? null : redeem(state, code, "discounts[0][promotion_code]");
      const named = promotion === null ? str(obj(given)["coupon"]) : idOf(promotion.promotion.coupon ?? "");
      const coupon = state.get("coupon", named ?? "", "discounts[0][coupon]");
      const months = coupon.duration === "repeating" ? (coupon.duration_in_months ?? 1) : null;
      return state.put(
        makeDiscount(state.now(), {
          customer: idOf(subscription.customer),
          subscription: subscription.id,
          coupon: coupon.id,
          promotion_code: promotion?.id ?? null,
          end: months === null ? null : addInterval(state.now(), "month", months),
        }),
      ).id;
    };

    const addInvoiceItem = (subscription: Stripe.Subscription, given: Form): void => {
      const price = obj(obj(given)["price_data"]);
      const param = "add_invoice_items[0][price_data][product]";
      const product = state.get("product", str(price["product"]) ?? "", param);
      state.put(
        makeInvoiceItem(state.now(), {
          customer: idOf(subscription.customer),
          subscription: subscription.id,
          amount: int(price["unit_amount"]) ?? 0,
          currency: str(price["currency"]) ?? "usd",
          description: product.name,
          metadata: {},
        }),
      );
    };

    const setCancellation = (subscription: Stripe.Subscription, atPeriodEnd: boolean): void => {
      if (atPeriodEnd) requireWithoutSchedule(subscription);
      subscription.cancel_at_period_end = atPeriodEnd;
      subscription.cancel_at = atPeriodEnd ? itemOf(subscription).current_period_end : null;
      subscription.canceled_at = atPeriodEnd ? state.now() : null;
    };

    route("post", "/v1/subscriptions", ({ form }) => {
      if (form["coupon"]) throw unknownParam("coupon");
      const customer = state.get("customer", str(form["customer"]) ?? "", "customer");
      const items = arr(form["items"]).map((item) => ({
        price: priceOf(state, item, "items[0]"),
        quantity: int(obj(item)["quantity"]) ?? 1,
      }));
      const methodId = str(form["default_payment_method"]) ?? null;
      if (methodId !== null) requireOwnCard(customer.id, methodId);
      const subscription = state.put(
        makeSubscription(state.now(), {
          customer: customer.id,
          items,
          default_payment_method: methodId,
          default_tax_rates: taxRatesOf(state, form["default_tax_rates"], "default_tax_rates[0]"),
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
      const discount = (given: Form): string => createDiscount(subscription, given);
      subscription.discounts.push(...arr(form["discounts"]).map(discount));
      for (const [index, item] of arr(form["items"]).entries())
        subscription.items.data[index]?.discounts.push(...arr(obj(item)["discounts"]).map(discount));
      for (const added of arr(form["add_invoice_items"])) addInvoiceItem(subscription, added);
      const invoice = bill(subscription, "subscription_create", subscription.items.data, methodId);
      if (invoice.status === "paid") subscription.status = "active";
      state.emit("customer.subscription.created", subscription);
      if (invoice.status === "paid") applyPayment(invoice);
      return subscription;
    });
    route("get", "/v1/subscriptions", ({ form }) => {
      const customer = str(form["customer"]);
      const withCanceled = str(form["status"]) === "all";
      const all = state
        .all("subscription")
        .filter(
          (each) =>
            (customer === undefined || each.customer === customer) && (withCanceled || each.status !== "canceled"),
        );
      return pageOf("/v1/subscriptions", all, pageQuery(form));
    });
    route("get", "/v1/subscriptions/:id", ({ id }) => state.get("subscription", id));
    route("post", "/v1/subscriptions/:id", ({ id, form }) => {
      const subscription = state.get("subscription", id);
      if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
        throw badState("resource_missing", `No such subscription: '${id}'`);
      }
      const pending = form["payment_behavior"] === "pending_if_incomplete";
      if (pending) requirePendingUpdateParams(form);
      const methodId = str(form["default_payment_method"]);
      if (methodId !== undefined) {
        requireOwnCard(idOf(subscription.customer), methodId);
        subscription.default_payment_method = methodId;
      }
      const atPeriodEnd = bool(form["cancel_at_period_end"]);
      if (atPeriodEnd !== undefined) setCancellation(subscription, atPeriodEnd);
      if (form["default_tax_rates"] !== undefined) {
        requireWithoutSchedule(subscription);
        subscription.default_tax_rates = taxRatesOf(state, form["default_tax_rates"], "default_tax_rates[0]");
      }
      subscription.metadata = mergeMetadata(subscription.metadata, form["metadata"]);
      const item = arr(form["items"])[0];
      if (item === undefined) {
        state.emit("customer.subscription.updated", subscription);
        return subscription;
      }
      requireWithoutSchedule(subscription);
      if (form["proration_behavior"] !== "none" || obj(form["billing_cycle_anchor"])["type"] !== "now" || !pending) {
        throw badState(
          "parameter_invalid",
          "The sandbox changes plans with proration_behavior none, billing_cycle_anchor now and payment_behavior " +
            "pending_if_incomplete.",
        );
      }
      changeNow(subscription, priceOf(state, item, "items[0]"));
      return subscription;
    });
    route("delete", "/v1/subscriptions/:id", ({ id }) => {
      const subscription = state.get("subscription", id);
      if (subscription.status === "canceled") throw badState("resource_missing", `No such subscription: '${id}'`);
      cancel(subscription, "cancellation_requested");
      return subscription;
    });
    route("post", "/v1/subscription_items/:id", ({ id, form }) => {
      const subscription = state.all("subscription").find((each) => each.items.data.some((item) => item.id === id));
      const item = subscription?.items.data.find((each) => each.id === id);
      if (subscription === undefined || item === undefined) throw notFound("subscription_item", id);
      state.put(subscription);
      if (form["discounts"] !== undefined)
        item.discounts = arr(form["discounts"]).map((each) => createDiscount(subscription, each));
      state.emit("customer.subscription.updated", subscription);
      return item;
    });
  };
