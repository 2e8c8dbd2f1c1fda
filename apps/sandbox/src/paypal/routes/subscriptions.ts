import type { PayPalAgreements } from "../agreements.ts";
import type { Route } from "../api.ts";
import { PayPalError } from "../errors.ts";
import { newId } from "../ids.ts";
import { addressOf, centsOf, textOf, valueAt } from "../json-body.ts";
import { cyclesOf, toSubscription, toTransactions } from "../resources/subscription.ts";
import type { PayPalState } from "../state.ts";
import type { StoredAgreement, StoredPlan } from "../stored-objects.ts";

/**
 * Throws the API's 422 unless an override's cycles fit the plan's: the same number, in the same sequence, and without
 * an end if the plan's has none. "The subscription billing cycle definition has to adhere to the plan billing cycle
 * definition" (https://developer.paypal.com/docs/api/subscriptions/v1/#subscriptions_create).
 */
const requireFitting = ({ cycles }: StoredPlan, sent: unknown): void => {
  const fits =
    Array.isArray(sent) &&
    sent.length === cycles.length &&
    cycles.every(({ tenure_type, total_cycles }, index) => {
      const total = valueAt(sent, index, "total_cycles") ?? total_cycles;
      const isEndless = tenure_type === "REGULAR" && total_cycles === 0;
      return valueAt(sent, index, "sequence") === index + 1 && (isEndless ? total === 0 : Number(total) > 0);
    });
  if (!fits) throw new PayPalError(422, "BILLING_CYCLE_SEQUENCE_INVALID");
};

/** The only path that an update may replace: the price of a billing cycle. */
const PRICE_PATH = /^\/plan\/billing_cycles\/@sequence==(\d)\/pricing_scheme\/fixed_price$/;

/** Returns the fields of a subscription that a request names, besides those that PayPal always sends. */
const fieldsOf = (query: URLSearchParams): ReadonlySet<string> => new Set((query.get("fields") ?? "").split(","));

/** Adds the routes for subscriptions, which the sandbox calls agreements. `base` returns the sandbox's own URL. */
export const subscriptionRoutes =
  (state: PayPalState, agreements: PayPalAgreements, base: () => string) =>
  (route: Route): void => {
    const requireAgreement = (id: string): StoredAgreement => {
      const agreement = state.find("subscription", id);
      if (agreement === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return agreement;
    };

    route(
      "post",
      "/v1/billing/subscriptions",
      ({ body }) => {
        const plan_id = textOf(valueAt(body, "plan_id"));
        const base_plan = state.find("plan", plan_id);
        if (base_plan === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
        if (base_plan.status !== "ACTIVE") throw new PayPalError(422, "PLAN_STATUS_INVALID");
        const [first] = base_plan.cycles;
        const withTrial = first?.tenure_type === "TRIAL";
        const start = Math.floor(Date.parse(textOf(valueAt(body, "start_time"))) / 1_000);
        if (!Number.isFinite(start) || start < state.now()) throw new PayPalError(422, "START_TIME_IN_PAST");
        const plan = valueAt(body, "plan");
        const urls = valueAt(body, "application_context");
        const priceAt = (index: number) =>
          centsOf(valueAt(plan, "billing_cycles", index, "pricing_scheme", "fixed_price"));
        requireFitting(base_plan, valueAt(plan, "billing_cycles"));
        const taxes = valueAt(plan, "taxes");
        const tax = textOf(valueAt(taxes, "percentage")) || null;
        // The store rounds tax itself and sends inclusive prices, so reject anything else.
        if (tax !== null && valueAt(taxes, "inclusive") !== true) throw new PayPalError(422, "TAX_INCLUSIVE_REQUIRED");
        const agreement = state.put<StoredAgreement>({
          kind: "subscription",
          id: newId("I-", 12),
          status: "APPROVAL_PENDING",
          plan_id,
          unit: first?.unit === "YEAR" ? "year" : "month",
          custom_id: textOf(valueAt(body, "custom_id")) || null,
          created: state.now(),
          start,
          updated: state.now(),
          setup_fee: centsOf(valueAt(plan, "payment_preferences", "setup_fee")),
          tax,
          trial: withTrial
            ? { price: priceAt(0), cycles: Number(valueAt(plan, "billing_cycles", 0, "total_cycles")) }
            : null,
          price: priceAt(base_plan.cycles.length - 1),
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
        const subscription = toSubscription(agreement, base());
        state.emit("BILLING.SUBSCRIPTION.CREATED", subscription);
        return subscription;
      },
      201,
    );
    route("get", "/v1/billing/subscriptions/:id", ({ id, query }) =>
      toSubscription(requireAgreement(id), base(), fieldsOf(query)),
    );
    route("get", "/v1/billing/subscriptions/:id/transactions", ({ id, query }) => {
      const [from, to] = ["start_time", "end_time"].map((name) => Date.parse(query.get(name) ?? "") / 1_000);
      if (from === undefined || to === undefined || Number.isNaN(from + to))
        throw new PayPalError(400, "MISSING_REQUIRED_PARAMETER");
      return toTransactions(requireAgreement(id), base(), { from, to }, Number(query.get("page") ?? 1));
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
