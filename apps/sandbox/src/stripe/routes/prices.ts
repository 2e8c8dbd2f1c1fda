import type Stripe from "stripe";
import type { Route } from "../api.ts";
import { ApiError, badState } from "../errors.ts";
import { type Form, int, mergeMetadata, obj, str } from "../form.ts";
import { makeCoupon } from "../objects/coupon.ts";
import { makePrice, makeProduct } from "../objects/price.ts";
import type { StripeState } from "../state.ts";

/** Creates the price that a form describes. Throws the API's 404 if its product does not exist. */
const createPrice = (state: StripeState, form: Form, param: string): Stripe.Price => {
  const given = obj(form);
  const recurring = obj(given["recurring"]);
  const product = state.get("product", str(given["product"]) ?? "", param);
  return state.put(
    makePrice(state.now(), {
      currency: str(given["currency"]) ?? "usd",
      product: product.id,
      unit_amount: int(given["unit_amount"]) ?? 0,
      interval: str(recurring["interval"]) ?? "month",
      interval_count: int(recurring["interval_count"]) ?? 1,
    }),
  );
};

/** Returns the price that an item names, or creates the one in its `price_data`. */
export const priceOf = (state: StripeState, item: Form, param: string): Stripe.Price => {
  const known = str(obj(item)["price"]);
  return known === undefined
    ? createPrice(state, obj(item)["price_data"] ?? {}, `${param}[price_data][product]`)
    : state.get("price", known, `${param}[price]`);
};

/** Adds the routes for products, prices and coupons. */
export const priceRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    route("get", "/v1/products/:id", ({ id }) => state.get("product", id));
    route("post", "/v1/products", ({ form }) => {
      const id = str(form["id"]);
      if (id !== undefined && state.find(id) !== undefined) {
        throw new ApiError(400, {
          type: "invalid_request_error",
          code: "resource_already_exists",
          message: "Product already exists.",
        });
      }
      return state.put(makeProduct(state.now(), { id, name: str(form["name"]) ?? "" }));
    });
    route("post", "/v1/prices", ({ form }) => createPrice(state, form, "product"));
    route("post", "/v1/coupons", ({ form }) => {
      const id = str(form["id"]);
      if (id !== undefined && state.find(id) !== undefined)
        throw badState("resource_already_exists", "Coupon already exists.");
      return state.put(
        makeCoupon(state.now(), {
          id,
          percent_off: int(form["percent_off"]) ?? null,
          duration: str(form["duration"]) ?? "once",
          duration_in_months: int(form["duration_in_months"]) ?? null,
          max_redemptions: int(form["max_redemptions"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
    });
    route("get", "/v1/coupons/:id", ({ id }) => state.get("coupon", id));
  };
