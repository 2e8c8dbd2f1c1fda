import {
  type Cents,
  type Instant,
  type Interval,
  epochMs,
  instant,
  instantOf,
  message,
  periodContaining,
} from "@backlot/domain";
import {
  ForgedWebhook,
  PaymentProviderDown,
  PlanOver,
  type ProviderPlan,
  type Wallet,
  type WalletStanding,
  type WebhookHint,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { type Answer, type ClientOptions, issuesOf, makeClient, shaped } from "./client.ts";
import { Event, Events, Order, Refund, Subscription, Transactions, Verification } from "./shapes.ts";
import { CAME_IN, dollars, hint, inCents, linkOf, orderStanding } from "./standing.ts";

/** Keys, the webhook to verify by, and the two plans that every subscription stands on: its own price is told with it. */
export interface PayPalOptions extends ClientOptions {
  readonly webhookId: string;
  readonly plans: Readonly<Record<Interval, string>>;
  /** The shop's name on the provider's pages. */
  readonly brand: string;
}

const REASON = "Asked for in the store";
/** How much earlier than its period a payment may come, in milliseconds. */
const EARLY_MS = 24 * 3_600_000;

const encoded = encodeURIComponent;

/** The wallet port over PayPal's REST API; a sandbox that speaks the same HTTP does as well. (CHK-04) */
export const makeWallet = (options: PayPalOptions): Wallet => {
  const { send, read } = makeClient(options);
  const intervalOf = (plan: string | null | undefined): Interval => (plan === options.plans.year ? "year" : "month");

  const orderAt = (id: string) => read(Order, `/v2/checkout/orders/${encoded(id)}`);
  const subscriptionAt = (id: string) => read(Subscription, `/v1/billing/subscriptions/${encoded(id)}?fields=plan`);

  /** What was paid for a subscription, oldest first: what was due at its start, then period after period. */
  const invoicesOf = (
    subscription: typeof Subscription.Type,
  ): Effect.Effect<ProviderPlan["invoices"], PaymentProviderDown> =>
    Effect.gen(function* () {
      const { id, start_time, create_time } = subscription;
      if (start_time === null || start_time === undefined || create_time === null || create_time === undefined)
        return [];
      const range = new URLSearchParams({ start_time: create_time, end_time: "9999-12-31T23:59:59Z" });
      const found = yield* read(Transactions, `/v1/billing/subscriptions/${encoded(id)}/transactions?${range}`);
      const paid = (found?.transactions ?? [])
        .filter((each) => CAME_IN.has(each.status))
        .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
      const anchor = instantOf(start_time);
      const interval = intervalOf(subscription.plan_id);
      return paid.map((each, index) => {
        const amount = inCents(each.amount_with_breakdown.gross_amount);
        const at = instantOf(each.time);
        return {
          id: each.id,
          reason: index === 0 ? "start" : "renewal",
          total: amount,
          amount_paid: amount,
          // Money may come some hours before the period that it is for, and days after its start.
          period:
            index === 0
              ? { start: at, end: anchor }
              : periodContaining(anchor, interval, instant(epochMs(at) + EARLY_MS)),
          plan_variant_id: null,
          payment_id: each.id,
          paid_at: at,
        };
      });
    });

  const planStandingOf = (subscription: typeof Subscription.Type): Effect.Effect<WalletStanding, PaymentProviderDown> =>
    Effect.gen(function* () {
      const known = { reference: subscription.id, order_id: subscription.custom_id ?? null };
      if (subscription.status === "APPROVAL_PENDING") {
        return { _tag: "Waiting", ...known, approve_url: linkOf(subscription.links, "approve") ?? "" };
      }
      if (subscription.status === "APPROVED") return { _tag: "Approved", ...known };
      const [first] = yield* invoicesOf(subscription);
      if (first !== undefined) {
        return {
          _tag: "Paid",
          ...known,
          payment_id: first.id,
          amount_paid: first.amount_paid,
          paid_at: first.paid_at,
          period: first.period,
        };
      }
      return subscription.status === "ACTIVE"
        ? { _tag: "Processing", ...known }
        : { _tag: "Ended", ...known, message: message("paypal_declined") };
    });

  const planStanding = (reference: string): Effect.Effect<WalletStanding | null, PaymentProviderDown> =>
    Effect.flatMap(subscriptionAt(reference), (found) =>
      found === null ? Effect.succeed(null) : planStandingOf(found),
    );

  /** Moves a subscription on. Refused means that it has moved already, or can't: the object says which. */
  const move = (id: string, step: "activate" | "suspend" | "cancel"): Effect.Effect<Answer, PaymentProviderDown> =>
    Effect.flatMap(
      send({
        method: "POST",
        path: `/v1/billing/subscriptions/${encoded(id)}/${step}`,
        body: { reason: REASON },
        id: crypto.randomUUID(),
      }),
      (answer) =>
        [200, 204, 404, 422].includes(answer.status)
          ? Effect.succeed(answer)
          : Effect.fail(new PaymentProviderDown({ cause: answer })),
    );

  /** What was asked for, or why it never will be: a request that is refused for what it says is refused for good. */
  const asked = <A>(
    answer: Answer,
    orderId: string,
    standing: (body: unknown) => Effect.Effect<A | WalletStanding, PaymentProviderDown>,
  ): Effect.Effect<A | WalletStanding, PaymentProviderDown> => {
    if (answer.status === 200 || answer.status === 201) return standing(answer.body);
    if (answer.status !== 400 && answer.status !== 422) return Effect.fail(new PaymentProviderDown({ cause: answer }));
    return Effect.as(Effect.logError(`PayPal refuses order ${orderId}: ${issuesOf(answer).join(", ")}`), {
      _tag: "Ended",
      reference: null,
      order_id: orderId,
      message: message("error_occured"),
    });
  };

  /** Lets an agreement go on, at a price from its next period on. One that has ended, or takes no other price, can't. */
  const goOnAs = (id: string, amount: Cents): Effect.Effect<void, PlanOver | PaymentProviderDown> =>
    Effect.gen(function* () {
      yield* move(id, "activate");
      const now = yield* subscriptionAt(id);
      if (now?.status !== "ACTIVE") return yield* new PlanOver({ subscription_id: id });
      const path = "/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price";
      const answer = yield* send({
        method: "PATCH",
        path: `/v1/billing/subscriptions/${encoded(id)}`,
        body: [{ op: "replace", path, value: dollars(amount) }],
      });
      if (answer.status === 400 || answer.status === 422) return yield* new PlanOver({ subscription_id: id });
      if (answer.status !== 200 && answer.status !== 204) return yield* new PaymentProviderDown({ cause: answer });
    });

  const wallet: Wallet = {
    requestPayment: (order) =>
      Effect.flatMap(
        send({
          method: "POST",
          path: "/v2/checkout/orders",
          id: `${order.order_id}:order`,
          body: {
            intent: "CAPTURE",
            purchase_units: [
              {
                custom_id: order.order_id,
                invoice_id: order.order_id,
                description: order.description,
                amount: dollars(order.amount),
              },
            ],
            payment_source: {
              paypal: {
                experience_context: {
                  brand_name: options.brand,
                  shipping_preference: "NO_SHIPPING",
                  user_action: "PAY_NOW",
                  return_url: order.return_url,
                  cancel_url: order.cancel_url,
                },
              },
            },
          },
        }),
        (answer) => asked(answer, order.order_id, (body) => Effect.map(shaped(Order, body), orderStanding)),
      ),
    payment: (reference) => Effect.map(orderAt(reference), (order) => (order === null ? null : orderStanding(order))),
    takePayment: (reference) =>
      Effect.gen(function* () {
        // Each attempt has a key of its own: a refusal must not be replayed once the buyer has chosen another way to pay.
        const answer = yield* send({
          method: "POST",
          path: `/v2/checkout/orders/${encoded(reference)}/capture`,
          body: {},
          id: crypto.randomUUID(),
        });
        if (issuesOf(answer).includes("INSTRUMENT_DECLINED"))
          return { _tag: "Ended", reference, order_id: null, message: message("paypal_declined") };
        const now = yield* orderAt(reference);
        return now === null ? { _tag: "Ended", reference, order_id: null, message: null } : orderStanding(now);
      }),
    requestPlan: (order) =>
      Effect.flatMap(
        send({
          method: "POST",
          path: "/v1/billing/subscriptions",
          id: `${order.order_id}:plan`,
          body: {
            plan_id: options.plans[order.interval],
            custom_id: order.order_id,
            start_time: order.next_at.replace(/\.\d+Z$/, "Z"),
            plan: {
              billing_cycles: [
                { sequence: 1, total_cycles: 0, pricing_scheme: { fixed_price: dollars(order.amount) } },
              ],
              payment_preferences: {
                auto_bill_outstanding: true,
                setup_fee: dollars(order.due_today),
                setup_fee_failure_action: "CANCEL",
                // Never suspended by the provider: the store ends what stays unpaid, and suspends what is cancelled.
                payment_failure_threshold: 0,
              },
            },
            application_context: {
              brand_name: options.brand,
              shipping_preference: "NO_SHIPPING",
              // The store starts what was approved, once it is sure that it still wants it.
              user_action: "CONTINUE",
              return_url: order.return_url,
              cancel_url: order.cancel_url,
            },
          },
        }),
        (answer) => asked(answer, order.order_id, (body) => Effect.flatMap(shaped(Subscription, body), planStandingOf)),
      ),
    planStanding,
    startPlan: (reference) =>
      Effect.gen(function* () {
        yield* move(reference, "activate");
        return (yield* planStanding(reference)) ?? { _tag: "Ended", reference, order_id: null, message: null };
      }),
    plan: (subscriptionId) =>
      Effect.gen(function* () {
        const subscription = yield* subscriptionAt(subscriptionId);
        if (subscription === null) return null;
        const invoices = yield* invoicesOf(subscription);
        const { status, billing_info } = subscription;
        const failing = (billing_info?.failed_payments_count ?? 0) > 0;
        const price = subscription.plan?.billing_cycles?.at(-1)?.pricing_scheme?.fixed_price ?? undefined;
        const over = status === "CANCELLED" || status === "EXPIRED";
        const started = invoices.length > 0;
        const updated: Instant | null =
          subscription.status_update_time === null || subscription.status_update_time === undefined
            ? null
            : instantOf(subscription.status_update_time);
        const failed_at =
          failing && billing_info?.last_failed_payment ? instantOf(billing_info.last_failed_payment.time) : null;
        // What is over at the provider is billed no more; what was paid is used to its end, which the store's own jobs see to.
        const ended = over && (failing || !started);
        return {
          subscription_id: subscription.id,
          order_id: subscription.custom_id ?? null,
          status: ended ? "ended" : !started ? "incomplete" : failing ? "past-due" : "active",
          ended_at: ended ? updated : null,
          ended_unpaid: ended && failing,
          cancels_at_period_end: over || status === "SUSPENDED",
          has_schedule: null,
          bills: status === "ACTIVE",
          next_amount: price === undefined ? null : inCents(price),
          failed_at,
          invoices,
        };
      }),
    cancelAtPeriodEnd: (subscriptionId) => Effect.asVoid(move(subscriptionId, "suspend")),
    changeAtPeriodEnd: (subscriptionId, plan) => goOnAs(subscriptionId, plan.amount),
    keepPlan: (subscriptionId, plan) => goOnAs(subscriptionId, plan.amount),
    endPlan: (subscriptionId) => Effect.asVoid(move(subscriptionId, "cancel")),
    refundBehind: ({ refund_id }) =>
      Effect.gen(function* () {
        const refund = refund_id === null ? null : yield* read(Refund, `/v2/payments/refunds/${encoded(refund_id)}`);
        const payment_id = linkOf(refund?.links, "up")?.split("/").at(-1);
        if (refund === null || payment_id === undefined) return null;
        return {
          payment_id,
          refunded: inCents(refund.seller_payable_breakdown?.total_refunded_amount ?? refund.amount),
        };
      }),
    eventsSince: (at) =>
      Effect.gen(function* () {
        const found: WebhookHint[] = [];
        let path: string | null =
          `/v1/notifications/webhooks-events?${new URLSearchParams({ start_time: at, page_size: "300" })}`;
        while (path !== null) {
          const page: typeof Events.Type | null = yield* read(Events, path);
          found.push(...(page?.events ?? []).map(hint));
          const next: string | null = linkOf(page?.links, "next");
          const url: URL | null = next === null ? null : new URL(next);
          path = url === null ? null : `${url.pathname}${url.search}`;
        }
        return found.reverse();
      }),
    readWebhook: (rawBody, headers) =>
      Effect.gen(function* () {
        const forged = (why: string) => new ForgedWebhook({ message: why });
        const parsed = Result.try((): unknown => JSON.parse(rawBody));
        if (Result.isFailure(parsed)) return yield* forged("the body is no JSON");
        const claims = ["auth-algo", "cert-url", "transmission-id", "transmission-sig", "transmission-time"].map(
          (name) => [name.replace("-", "_"), headers[`paypal-${name}`]],
        );
        if (claims.some(([, value]) => value === undefined)) return yield* forged("it carries no signature");
        // The event goes back as it came: written anew it would no longer fit its signature.
        const claim = JSON.stringify({ ...Object.fromEntries(claims), webhook_id: options.webhookId });
        const answer = yield* send({
          method: "POST",
          path: "/v1/notifications/verify-webhook-signature",
          body: `${claim.slice(0, -1)},"webhook_event":${rawBody}}`,
        });
        if (answer.status !== 200) return yield* forged(`the provider does not know it (${answer.status})`);
        const { verification_status } = yield* shaped(Verification, answer.body);
        if (verification_status !== "SUCCESS") return yield* forged("its signature does not fit");
        return hint(yield* shaped(Event, parsed.success));
      }),
  };
  return wallet;
};
