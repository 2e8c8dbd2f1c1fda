import type { PayPalAgreements } from "../agreements.ts";
import type { Route } from "../api.ts";
import { PayPalError } from "../errors.ts";
import { newId } from "../ids.ts";
import { addressOf, centsOf, textOf, valueAt } from "../json-body.ts";
import { toSubscription, toTransactions } from "../resources/subscription.ts";
import type { PayPalState } from "../state.ts";
import type { StoredAgreement } from "../stored-objects.ts";

/** The plans that the merchant has made: one a month, one a year. */
const PLANS: Readonly<Record<string, "month" | "year">> = { "P-BACKLOTMONTH": "month", "P-BACKLOTYEAR": "year" };

/** The one path that an update may replace: what each period costs. */
const PRICE_PATH = "/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price";

/** Subscriptions, which the sandbox calls agreements. `base` is the sandbox's own address. */
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
        const unit = PLANS[plan_id];
        if (unit === undefined) throw new PayPalError(404, "INVALID_RESOURCE_ID");
        const start = Math.floor(Date.parse(textOf(valueAt(body, "start_time"))) / 1_000);
        if (!Number.isFinite(start) || start < state.now()) throw new PayPalError(422, "START_TIME_IN_PAST");
        const plan = valueAt(body, "plan");
        const urls = valueAt(body, "application_context");
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
          price: centsOf(valueAt(plan, "billing_cycles", 0, "pricing_scheme", "fixed_price")),
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
      if (query.get("start_time") === null || query.get("end_time") === null)
        throw new PayPalError(400, "MISSING_REQUIRED_PARAMETER");
      return toTransactions(requireAgreement(id), base());
    });
    route("patch", "/v1/billing/subscriptions/:id", ({ id, body }) => {
      const agreement = requireAgreement(id);
      if (agreement.status !== "ACTIVE" && agreement.status !== "SUSPENDED")
        throw new PayPalError(422, "SUBSCRIPTION_STATUS_INVALID");
      const change = valueAt(body, 0);
      if (valueAt(change, "op") !== "replace" || valueAt(change, "path") !== PRICE_PATH)
        throw new PayPalError(422, "UNSUPPORTED_PATCH_OPERATION");
      agreements.setPrice(agreement, centsOf(valueAt(change, "value")));
      return null;
    });
    for (const action of ["activate", "suspend", "cancel"] as const) {
      route("post", `/v1/billing/subscriptions/:id/${action}`, ({ id }) => {
        if (!agreements[action](requireAgreement(id))) throw new PayPalError(422, "SUBSCRIPTION_STATUS_INVALID");
        return null;
      });
    }
  };
