import {
  type CreatedSetup,
  PaymentProviderUnavailable,
  type ProviderCall,
  type ProviderSetup,
  type SetupFinding,
  isPublicUrl,
  setupOk,
  setupUnreachable,
  setupWrong,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { PlanIds } from "./agreements.ts";
import { type Answer, type Client, type ClientOptions, decode, isLivePayPal, makeClient } from "./client.ts";

/** The settings to check. Plan ids and the webhook id are "" if they aren't set. */
export interface PayPalSetupOptions extends ClientOptions {
  readonly plans: PlanIds;
  readonly webhookId: string;
  /** The URL that should receive PayPal's events. */
  readonly webhookUrl: string;
}

export const WEBHOOK_EVENTS = [
  "BILLING.SUBSCRIPTION.CREATED",
  "BILLING.SUBSCRIPTION.ACTIVATED",
  "BILLING.SUBSCRIPTION.UPDATED",
  "BILLING.SUBSCRIPTION.EXPIRED",
  "BILLING.SUBSCRIPTION.CANCELLED",
  "BILLING.SUBSCRIPTION.SUSPENDED",
  "BILLING.SUBSCRIPTION.RE-ACTIVATED",
  "BILLING.SUBSCRIPTION.PAYMENT.FAILED",
  "PAYMENT.SALE.COMPLETED",
  "PAYMENT.SALE.REFUNDED",
  "PAYMENT.SALE.REVERSED",
  "CHECKOUT.ORDER.APPROVED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "CUSTOMER.DISPUTE.CREATED",
  "CUSTOMER.DISPUTE.UPDATED",
  "CUSTOMER.DISPUTE.RESOLVED",
] as const;

const Plan = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  billing_cycles: Schema.Array(
    Schema.Struct({
      frequency: Schema.Struct({ interval_unit: Schema.String, interval_count: Schema.optional(Schema.Number) }),
      tenure_type: Schema.String,
      total_cycles: Schema.optional(Schema.Number),
      pricing_scheme: Schema.optional(
        Schema.Struct({ fixed_price: Schema.optional(Schema.Struct({ currency_code: Schema.String })) }),
      ),
    }),
  ),
});
const Webhook = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  event_types: Schema.Array(Schema.Struct({ name: Schema.String })),
});
const Webhooks = Schema.Struct({ webhooks: Schema.Array(Webhook) });
const Created = Schema.Struct({ id: Schema.String });

/** The plans that agreements are based on: each one's setting, name, and billing cycles. */
const PLANS = [
  { key: "month", setting: "PAYPAL_PLAN_MONTH", name: "Monthly", cycles: ["MONTH REGULAR"] },
  { key: "year", setting: "PAYPAL_PLAN_YEAR", name: "Yearly", cycles: ["YEAR REGULAR"] },
  {
    key: "trial",
    setting: "PAYPAL_PLAN_TRIAL",
    name: "Monthly with a trial",
    cycles: ["MONTH TRIAL", "MONTH REGULAR"],
  },
] as const;

type OwnPlan = (typeof PLANS)[number];

const created = (answer: Answer): ProviderCall<string> =>
  answer.status === 201 || answer.status === 200
    ? Effect.map(decode(Created, answer.body), ({ id }) => id)
    : Effect.fail(new PaymentProviderUnavailable({ cause: answer }));

/** Creates a plan whose prices don't matter, because each agreement sets its own. */
const createPlan = Effect.fnUntraced(function* (
  { send }: Client,
  { setting, name, cycles }: OwnPlan,
): Effect.fn.Return<CreatedSetup, PaymentProviderUnavailable> {
  const product = yield* Effect.flatMap(
    send({
      method: "POST",
      path: "/v1/catalogs/products",
      id: crypto.randomUUID(),
      body: { name: `Plan: ${name}`, type: "DIGITAL", category: "DIGITAL_MEDIA_BOOKS_MOVIES_MUSIC" },
    }),
    created,
  );
  const id = yield* Effect.flatMap(
    send({
      method: "POST",
      path: "/v1/billing/plans",
      id: crypto.randomUUID(),
      body: {
        product_id: product,
        name,
        billing_cycles: cycles.map((cycle, index) => {
          const [interval_unit, tenure_type] = cycle.split(" ");
          return {
            frequency: { interval_unit, interval_count: 1 },
            tenure_type,
            sequence: index + 1,
            total_cycles: tenure_type === "TRIAL" ? 1 : 0,
            pricing_scheme: { fixed_price: { value: "10.00", currency_code: "USD" } },
          };
        }),
        payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 0 },
      },
    }),
    created,
  );
  return { says: `Created the plan “${name}”: ${id}.`, settings: { [setting]: id } };
});

/** Returns billing cycles such as "MONTH TRIAL" in words. */
const named = (cycles: readonly string[]): string => cycles.join(", ").toLowerCase();

/** Returns why a plan can't be the base of the store's agreements, or null if it can. */
const planError = (plan: typeof Plan.Type, { cycles }: OwnPlan): string | null => {
  if (plan.status !== "ACTIVE") return `is ${plan.status.toLowerCase()}`;
  const planCycles = plan.billing_cycles.map(
    ({ frequency, tenure_type }) => `${frequency.interval_unit} ${tenure_type}`,
  );
  if (planCycles.join(", ") !== cycles.join(", "))
    return `has the billing cycles “${named(planCycles)}”, but needs “${named(cycles)}”`;
  if (plan.billing_cycles.some(({ frequency }) => (frequency.interval_count ?? 1) !== 1))
    return "bills at an interval other than one month or one year";
  if ((plan.billing_cycles.at(-1)?.total_cycles ?? 0) !== 0) return "ends after a number of payments";
  const currencies = plan.billing_cycles.flatMap((cycle) => cycle.pricing_scheme?.fixed_price?.currency_code ?? []);
  return currencies.every((code) => code === "USD")
    ? null
    : `is priced in ${currencies.join(" and ")}, but must be priced in USD`;
};

const checkPlan = Effect.fnUntraced(function* (
  client: Client,
  ownPlan: OwnPlan,
  id: string,
): Effect.fn.Return<SetupFinding, PaymentProviderUnavailable> {
  const what = `Plan “${ownPlan.name}”`;
  const remedy = "Create it under Subscriptions, or run backlot providers check --create FILE.";
  const create = createPlan(client, ownPlan);
  if (id === "") return setupWrong(what, `${ownPlan.setting} isn't set.`, remedy, create);
  const plan = yield* client.read(Plan, `/v1/billing/plans/${encodeURIComponent(id)}`);
  if (plan === null) return setupWrong(what, `PayPal has no plan with the ID in ${ownPlan.setting}.`, remedy, create);
  const error = planError(plan, ownPlan);
  return error === null
    ? setupOk(what, "The store can use it for subscriptions.")
    : setupWrong(what, `${ownPlan.setting} ${error}.`, remedy, create);
});

const checkWebhook = Effect.fnUntraced(function* (
  { send, read }: Client,
  options: PayPalSetupOptions,
): Effect.fn.Return<SetupFinding, PaymentProviderUnavailable> {
  const what = "Webhook";
  const { webhookUrl: url, webhookId } = options;
  if (!isPublicUrl(url))
    return setupUnreachable(
      what,
      url,
      options.baseUrl !== undefined && !isLivePayPal(options.baseUrl),
      webhookId === ""
        ? "On your own machine, set PAYPAL_WEBHOOK_ID=NONE. The store asks for missed events every 15 minutes."
        : "Meanwhile, the store asks for missed events every 15 minutes.",
    );
  const { webhooks } = (yield* read(Webhooks, "/v1/notifications/webhooks")) ?? { webhooks: [] };
  const webhook = webhooks.find((each) => each.url === url);
  const types = (names: readonly string[]) => names.map((name) => ({ name }));
  if (webhook === undefined)
    return setupWrong(
      what,
      `No webhook sends events to ${url}.`,
      "Add it in the app's Webhooks section, or run backlot providers check --create FILE.",
      Effect.gen(function* () {
        const body = { url, event_types: types(WEBHOOK_EVENTS) };
        const id = yield* Effect.flatMap(send({ method: "POST", path: "/v1/notifications/webhooks", body }), created);
        return { says: `Created a webhook for ${url}.`, settings: { PAYPAL_WEBHOOK_ID: id } };
      }),
    );
  const sent = webhook.event_types.map(({ name }) => name);
  const missing = WEBHOOK_EVENTS.filter((name) => !sent.includes("*") && !sent.includes(name));
  if (missing.length > 0)
    return setupWrong(
      what,
      `The webhook doesn't send ${missing.join(", ")}.`,
      "Add these events in the app's Webhooks section, or run backlot providers check --create FILE.",
      Effect.gen(function* () {
        const body = [{ op: "replace", path: "/event_types", value: types([...sent, ...missing]) }];
        const path = `/v1/notifications/webhooks/${encodeURIComponent(webhook.id)}`;
        yield* Effect.flatMap(send({ method: "PATCH", path, body }), created);
        return { says: `Added ${missing.join(", ")} to the webhook.`, settings: {} };
      }),
    );
  return webhook.id === webhookId
    ? setupOk(what, `PayPal sends every event that the store needs to ${url}.`)
    : setupWrong(what, "PAYPAL_WEBHOOK_ID isn't the ID of that webhook.", `Set it to ${webhook.id}.`);
});

/** Creates the checks for a PayPal app. They change nothing. */
export const makePayPalSetup = (options: PayPalSetupOptions): ProviderSetup => {
  const client = makeClient(options);
  return {
    name: "PayPal",
    check: Effect.gen(function* () {
      const webhook = yield* checkWebhook(client, options);
      const plans = yield* Effect.all(
        PLANS.map((ownPlan) => checkPlan(client, ownPlan, options.plans[ownPlan.key])),
        { concurrency: 3 },
      );
      return [setupOk("Keys", "PayPal accepts the client ID and its secret."), ...plans, webhook];
    }),
  };
};
