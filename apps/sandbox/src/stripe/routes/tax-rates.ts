import type Stripe from "stripe";
import type { Route } from "../api.ts";
import { badState } from "../errors.ts";
import { type Form, arr, bool, str } from "../form.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makeTaxRate } from "../objects/tax-rate.ts";
import type { StripeState } from "../state.ts";

/** Returns the tax rates that a form names. Throws the API's 400 if one is archived. */
export const taxRatesOf = (state: StripeState, field: Form | undefined, param: string): Stripe.TaxRate[] =>
  arr(field).map((given) => {
    const rate = state.get("tax_rate", str(given) ?? "", param);
    if (!rate.active) throw badState("tax_rate_inactive", `The tax rate ${rate.id} is archived.`);
    return rate;
  });

/** Adds the routes for tax rates. */
export const taxRateRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    route("post", "/v1/tax_rates", ({ form }) =>
      state.put(
        makeTaxRate(state.now(), {
          display_name: str(form["display_name"]) ?? "",
          percentage: Number(str(form["percentage"]) ?? Number.NaN),
          inclusive: bool(form["inclusive"]) ?? false,
        }),
      ),
    );
    route("get", "/v1/tax_rates", ({ form }) => {
      const active = bool(form["active"]);
      const inclusive = bool(form["inclusive"]);
      const all = state
        .all("tax_rate")
        .filter((rate) => active === undefined || rate.active === active)
        .filter((rate) => inclusive === undefined || rate.inclusive === inclusive);
      return pageOf("/v1/tax_rates", all, pageQuery(form));
    });
    route("get", "/v1/tax_rates/:id", ({ id }) => state.get("tax_rate", id));
    route("post", "/v1/tax_rates/:id", ({ id, form }) => {
      const rate = state.get("tax_rate", id);
      rate.active = bool(form["active"]) ?? rate.active;
      return rate;
    });
  };
