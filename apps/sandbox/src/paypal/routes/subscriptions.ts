import type { PayPalAgreements } from "../agreements.ts";
import type { Route } from "../api.ts";
import { PayPalError } from "../errors.ts";
import { newId } from "../ids.ts";
import { addressOf, centsOf, textOf, valueAt } from "../json-body.ts";
import { cyclesOf, toSubscription, toTransactions } from "../resources/subscription.ts";
import type { PayPalState } from "../state.ts";
import type { StoredAgreement } from "../stored-objects.ts";

/** The merchant's plans: the billing interval, and whether a trial comes first. */
const PLANS: Readonly<Record<string, { readonly unit: "month" | "year"; readonly withTrial: boolean }>> = {
  "P-BACKLOTMONTH": { unit: "month", withTrial: false },
  "P-BACKLOTYEAR": { unit: "year", withTrial: false },
  "P-BACKLOTTRIAL": { unit: "month", withTrial: true },
};

/** The only path that an update may replace: the price of a billing cycle. */
const PRICE_PATH = /^\/plan\/billing_cycles\/@sequence==(\d)\/pricing_scheme\/fixed_price$/;

/** Adds the routes for subscriptions, which the sandbox calls agreements. `base` returns the sandbox's own URL. */
export const subscriptionRoutes =
  (state: PayPalState, agreements: PayPalAgreements, base: () => string) =>
  (route: Route): void => {
    const requireAgreement = (id: string): StoredAgreement => {
      const found = state.find("subscription", id);
      if (found === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return found;
    };

    route(
      "post",
      "/v1/billing/subscriptions",
      ({ body }) => {
        const plan_id = textOf(valueAt(body, "plan_id"));
        const known = PLANS[plan_id];
        if (known === undefined) throw new PayPalError(404, "INVALID_RESOURCE_ID");
        const { unit, withTrial } = known;
        const start = Math.floor(Date.parse(textOf(valueAt(body, "start_time"))) / 1_000);
        if (!Number.isFinite(start) || start < state.now()) throw new PayPalError(422, "START_TIME_IN_PAST");
        const plan = valueAt(body, "plan");
        const urls = valueAt(body, "application_context");
        const priceAt = (index: number) =>
          centsOf(valueAt(plan, "billing_cycles", index, "pricing_scheme", "fixed_price"));
        const cycles = withTrial ? 2 : 1;
        const sent = valueAt(plan, "billing_cycles");
        // A plan override has to list exactly the cycles of the plan.
        if (!Array.isArray(sent) || sent.length !== cycles)
          throw new PayPalError(422, "BILLING_CYCLE_SEQUENCE_INVALID");
        const taxes = valueAt(plan, "taxes");
        const tax = textOf(valueAt(taxes, "percentage")) || null;
        // The store rounds tax itself and sends inclusive prices, so reject anything else.
        if (tax !== null && valueAt(taxes, "inclusive") !== true) throw new PayPalError(422, "TAX_INCLUSIVE_REQUIRED");
        const agreement = state.put<StoredAgreement>({
          kind: "subscription",
          id: newId("I-", 12),
          status: "APPROVAL_PENDING",
          plan_id,
          unit,
          custom_id: textOf(valueAt(body, "custom_id")) || null,
          created: state.now(),
          start,
          updated: state.now(),
          setup_fee: centsOf(valueAt(plan, "payment_preferences", "setup_fee")),
          tax,
          trial: withTrial
            ? { price: priceAt(0), cycles: Number(valueAt(plan, "billing_cycles", 0, "total_cycles")) }
            : null,
          price: priceAt(cycles - 1),
          billed: 0,
          outstanding: 0,
          failed_count: 0,
          last_failed: null,
          retry_at: null,
          funding: "ok",
          transactions: [],
          return_url: addressOf(valueAt(urls, "return_url")),
          cancel_url: addressOf(valueAt(urls, "cancel_url")),
        });
        const made = toSubscription(agreement, base());
        state.emit("BILLING.SUBSCRIPTION.CREATED", made);
        return made;
      },
      201,
    );
    route("get", "/v1/billing/subscriptions/:id", ({ id, query }) =>
      toSubscription(requireAgreement(id), base(), query.get("fields")?.includes("plan")),
    );
    route("get", "/v1/billing/subscriptions/:id/transactions", ({ id, query }) => {
      const [from, to] = ["start_time", "end_time"].map((name) => Date.parse(query.get(name) ?? "") / 1_000);
      if (from === undefined || to === undefined || Number.isNaN(from + to))
        throw new PayPalError(400, "MISSING_REQUIRED_PARAMETER");
      return toTransactions(requireAgreement(id), base(), { from, to });
    });
    route("patch", "/v1/billing/subscriptions/:id", ({ id, body }) => {
      const agreement = requireAgreement(id);
      if (agreement.status !== "ACTIVE" && agreement.status !== "SUSPENDED")
        throw new PayPalError(422, "SUBSCRIPTION_STATUS_INVALID");
      const prices = new Map<"TRIAL" | "REGULAR", number>();
      for (const change of Array.isArray(body) ? body : []) {
        const sequence = Number(PRICE_PATH.exec(textOf(valueAt(change, "path")))?.[1]);
        const cycle = cyclesOf(agreement)[sequence - 1]?.tenure_type;
        if (valueAt(change, "op") !== "replace" || cycle === undefined)
          throw new PayPalError(422, "UNSUPPORTED_PATCH_OPERATION");
        prices.set(cycle, centsOf(valueAt(change, "value")));
      }
      if (prices.size === 0) throw new PayPalError(422, "UNSUPPORTED_PATCH_OPERATION");
      agreements.setPrices(agreement, prices);
      return null;
    });
    for (const action of ["activate", "suspend", "cancel"] as const) {
      route("post", `/v1/billing/subscriptions/:id/${action}`, ({ id }) => {
        if (!agreements[action](requireAgreement(id))) throw new PayPalError(422, "SUBSCRIPTION_STATUS_INVALID");
        return null;
      });
    }
  };
