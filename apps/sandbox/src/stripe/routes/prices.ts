import type Stripe from "stripe";
import type { Route } from "../api.ts";
import { ApiError, badState } from "../errors.ts";
import { type Form, arr, bool, int, mergeMetadata, obj, str } from "../form.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makeCoupon } from "../objects/coupon.ts";
import { makePrice, makeProduct } from "../objects/price.ts";
import type { StripeState } from "../state.ts";

const activePrices = (state: StripeState): Stripe.Price[] => state.all("price").filter(({ active }) => active);

/**
 * Creates the price that a form describes. Throws the API's 404 if the product does not exist, and the API's 400 if
 * another price has the same lookup key and the form doesn't transfer the key.
 */
const createPrice = (state: StripeState, form: Form, param: string, isInline: boolean): Stripe.Price => {
  const given = obj(form);
  const lookup_key = str(given["lookup_key"]) ?? null;
  const namesake = lookup_key === null ? undefined : state.all("price").find((each) => each.lookup_key === lookup_key);
  if (namesake !== undefined && bool(given["transfer_lookup_key"]) === true) state.put(namesake).lookup_key = null;
  else if (namesake !== undefined)
    throw new ApiError(400, {
      type: "invalid_request_error",
      code: "resource_already_exists",
      message: `A price (\`${namesake.id}\`) already uses that lookup key.`,
      param: "lookup_key",
    });
  const recurring = obj(given["recurring"]);
  const product = state.get("product", str(given["product"]) ?? "", param);
  return state.put(
    makePrice(state.now(), {
      currency: str(given["currency"]) ?? "usd",
      product: product.id,
      unit_amount: int(given["unit_amount"]) ?? 0,
      interval: str(recurring["interval"]) ?? "month",
      interval_count: int(recurring["interval_count"]) ?? 1,
      lookup_key,
      isInline,
    }),
  );
};

/**
 * Returns the price that an item names, or creates the one in its `price_data`. Throws the API's 400 if the named price
 * is inactive, as inline prices are. Stripe's list of active prices omits inline prices
 * (https://docs.stripe.com/products-prices/pricing-models#inline-pricing).
 */
export const priceOf = (state: StripeState, item: Form, param: string): Stripe.Price => {
  const id = str(obj(item)["price"]);
  if (id === undefined) return createPrice(state, obj(item)["price_data"] ?? {}, `${param}[price_data][product]`, true);
  const price = state.get("price", id, `${param}[price]`);
  if (!price.active)
    throw new ApiError(400, {
      type: "invalid_request_error",
      message: "The price specified is inactive. This field only accepts active prices.",
      param: `${param}[price]`,
    });
  return price;
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
    route("post", "/v1/products/:id", ({ id, form }) => {
      const product = state.get("product", id);
      product.name = str(form["name"]) ?? product.name;
      return product;
    });
    route("post", "/v1/prices", ({ form }) => createPrice(state, form, "product", false));
    route("post", "/v1/prices/:id", ({ id, form }) => {
      const price = state.get("price", id);
      price.active = bool(form["active"]) ?? price.active;
      return price;
    });
    route("get", "/v1/prices", ({ form }) => {
      const keys = arr(form["lookup_keys"]).map(String);
      const prices = activePrices(state).filter(
        ({ lookup_key }) => keys.length === 0 || (lookup_key !== null && keys.includes(lookup_key)),
      );
      return pageOf("/v1/prices", prices, pageQuery(form));
    });
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
    route("post", "/v1/coupons/:id", ({ id, form }) => {
      const coupon = state.get("coupon", id);
      coupon.metadata = mergeMetadata(coupon.metadata ?? {}, form["metadata"]);
      return coupon;
    });
    route("get", "/v1/coupons/:id", ({ id }) => state.get("coupon", id));
  };
