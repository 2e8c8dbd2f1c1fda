import type { Route } from "../api.ts";
import { PayPalError } from "../errors.ts";
import { newId } from "../ids.ts";
import { centsOf, textOf, valueAt } from "../json-body.ts";
import { toPlan, toProduct } from "../resources/plan.ts";
import type { PayPalState } from "../state.ts";
import type { StoredPlan } from "../stored-objects.ts";

const regular = (unit: "MONTH" | "YEAR") =>
  ({ unit, tenure_type: "REGULAR", total_cycles: 0, price: 1_000 }) satisfies StoredPlan["cycles"][number];

/** A new sandbox's plans by id, which the store's agreements are based on. */
const OWN: Readonly<Record<string, StoredPlan["cycles"]>> = {
  "P-BACKLOTMONTH": [regular("MONTH")],
  "P-BACKLOTYEAR": [regular("YEAR")],
  "P-BACKLOTTRIAL": [{ unit: "MONTH", tenure_type: "TRIAL", total_cycles: 1, price: 500 }, regular("MONTH")],
};

/** Creates a new sandbox's plans. */
export const addOwnPlans = (state: PayPalState): void => {
  for (const [id, cycles] of Object.entries(OWN)) {
    if (state.find("plan", id) !== null) continue;
    const name = id.replace("P-BACKLOT", "Backlot ");
    const created = state.now();
    state.put<StoredPlan>({ kind: "plan", id, product_id: "PROD-BACKLOT", name, status: "ACTIVE", cycles, created });
  }
  state.commit();
};

const cycleOf = (given: unknown): StoredPlan["cycles"][number] => {
  const unit = textOf(valueAt(given, "frequency", "interval_unit"));
  const tenure_type = textOf(valueAt(given, "tenure_type"));
  if ((unit !== "MONTH" && unit !== "YEAR") || (tenure_type !== "TRIAL" && tenure_type !== "REGULAR"))
    throw new PayPalError(400, "INVALID_PARAMETER_VALUE");
  const total_cycles = Number(valueAt(given, "total_cycles") ?? 1);
  return { unit, tenure_type, total_cycles, price: centsOf(valueAt(given, "pricing_scheme", "fixed_price")) };
};

/** Adds the routes for products and plans. `base` returns the sandbox's own URL. */
export const planRoutes =
  (state: PayPalState, base: () => string) =>
  (route: Route): void => {
    route(
      "post",
      "/v1/catalogs/products",
      ({ body }) => {
        const name = textOf(valueAt(body, "name"));
        if (name === "") throw new PayPalError(400, "MISSING_REQUIRED_PARAMETER");
        return toProduct(state.put({ kind: "product", id: newId("PROD-"), name, created: state.now() }), base());
      },
      201,
    );
    route(
      "post",
      "/v1/billing/plans",
      ({ body }) => {
        const product_id = textOf(valueAt(body, "product_id"));
        if (state.find("product", product_id) === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
        const sent = valueAt(body, "billing_cycles");
        const plan = state.put<StoredPlan>({
          kind: "plan",
          id: newId("P-", 24),
          product_id,
          name: textOf(valueAt(body, "name")),
          status: "ACTIVE",
          cycles: Array.isArray(sent) ? sent.map(cycleOf) : [],
          created: state.now(),
        });
        return toPlan(plan, base());
      },
      201,
    );
    route("get", "/v1/billing/plans/:id", ({ id }) => {
      const plan = state.find("plan", id);
      if (plan === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return toPlan(plan, base());
    });
  };
