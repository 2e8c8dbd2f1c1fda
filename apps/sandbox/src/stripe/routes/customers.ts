import type { Route } from "../api.ts";
import { notFound, missingParam, tooLong } from "../errors.ts";
import { int, mergeMetadata, obj, str } from "../form.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makeCustomer, makeCustomerBalanceTransaction } from "../objects/customer.ts";
import type { StripeState } from "../state.ts";

/** The maximum length of a customer's name at Stripe, in characters. */
const MAX_NAME = 256;

/** The statuses of ended subscriptions, which a customer's list omits. */
const OVER = ["canceled", "incomplete_expired"];

/** Adds the routes for customers, their cards and their balance. */
export const customerRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    route("post", "/v1/customers", ({ form }) => {
      if ([...(str(form["name"]) ?? "")].length > MAX_NAME) throw tooLong("name", MAX_NAME);
      const clock = str(form["test_clock"]) ?? null;
      if (clock !== null) state.get("test_helpers.test_clock", clock, "test_clock");
      const customer = state.put(
        makeCustomer(state.now(), {
          email: str(form["email"]) ?? null,
          name: str(form["name"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
          test_clock: clock,
        }),
      );
      state.emit("customer.created", customer);
      return customer;
    });
    route("get", "/v1/customers/:id", ({ id }) => {
      const subscriptions = state
        .all("subscription")
        .filter((plan) => plan.customer === id && !OVER.includes(plan.status));
      return {
        ...state.get("customer", id),
        subscriptions: pageOf(`/v1/customers/${id}/subscriptions`, subscriptions),
      };
    });
    route("post", "/v1/customers/:id", ({ id, form }) => {
      const customer = state.get("customer", id);
      const method = str(obj(form["invoice_settings"])["default_payment_method"]);
      if (method !== undefined) {
        const param = "invoice_settings[default_payment_method]";
        if (state.get("payment_method", method, param).customer !== id) throw notFound("payment_method", method, param);
        customer.invoice_settings.default_payment_method = method;
      }
      return customer;
    });
    route("get", "/v1/customers/:id/payment_methods", ({ id, form }) => {
      const paymentMethods = state.all("payment_method").filter((method) => method.customer === id);
      return pageOf(`/v1/customers/${id}/payment_methods`, paymentMethods, pageQuery(form));
    });
    route("post", "/v1/customers/:id/balance_transactions", ({ id, form }) => {
      const customer = state.get("customer", id);
      const amount = int(form["amount"]);
      const currency = str(form["currency"]);
      if (amount === undefined) throw missingParam("amount");
      if (currency === undefined) throw missingParam("currency");
      const description = str(form["description"]) ?? null;
      const movement = { amount, currency, type: "adjustment", invoice: null, description };
      const transaction = state.put(makeCustomerBalanceTransaction(state.now(), customer, movement));
      customer.balance = transaction.ending_balance;
      return transaction;
    });
  };
