import type Stripe from "stripe";
import { ApiError, missing, missingParam } from "./errors.ts";
import { listOf, makeCustomer, makeCustomerBalanceTransaction, makeProduct } from "./factories.ts";
import { int, mergeMetadata, obj, str } from "./form.ts";
import type { Route } from "./routes.ts";
import type { State } from "./state.ts";

/** Customers, their balance, and products. */
export const customerRoutes =
  (state: State) =>
  (route: Route): void => {
    route("post", "/v1/customers", ({ form }) => {
      const customer = state.put(
        makeCustomer(state.now(), {
          email: str(form["email"]) ?? null,
          name: str(form["name"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
      state.emit("customer.created", customer);
      return customer;
    });
    route("get", "/v1/customers/:id", ({ id }) => state.get<Stripe.Customer>("customer", id));
    route("post", "/v1/customers/:id", ({ id, form }) => {
      const customer = state.get<Stripe.Customer>("customer", id);
      const method = str(obj(form["invoice_settings"])["default_payment_method"]);
      if (method !== undefined) {
        if (
          state.get<Stripe.PaymentMethod>("payment_method", method, "invoice_settings[default_payment_method]")
            .customer !== id
        ) {
          throw missing("payment_method", method, "invoice_settings[default_payment_method]");
        }
        customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: method };
      }
      return customer;
    });
    route("get", "/v1/customers/:id/payment_methods", ({ id }) => {
      const own = state.all<Stripe.PaymentMethod>("payment_method").filter((method) => method.customer === id);
      return listOf(`/v1/customers/${id}/payment_methods`, own);
    });
    route("post", "/v1/customers/:id/balance_transactions", ({ id, form }) => {
      const customer = state.get<Stripe.Customer>("customer", id);
      const amount = int(form["amount"]);
      const currency = str(form["currency"]);
      if (amount === undefined) throw missingParam("amount");
      if (currency === undefined) throw missingParam("currency");
      const made = state.put(
        makeCustomerBalanceTransaction(state.now(), customer, {
          amount,
          currency,
          description: str(form["description"]) ?? null,
        }),
      );
      customer.balance = made.ending_balance;
      return made;
    });
    route("get", "/v1/products/:id", ({ id }) => state.get<Stripe.Product>("product", id));
    route("post", "/v1/products", ({ form }) => {
      const id = str(form["id"]);
      if (id !== undefined && state.find(id) !== undefined) {
        throw new ApiError(400, {
          type: "invalid_request_error",
          code: "resource_already_exists",
          message: "Product already exists.",
        });
      }
      const product = makeProduct(state.now(), { name: str(form["name"]) ?? "" });
      return state.put(id === undefined ? product : { ...product, id });
    });
  };
