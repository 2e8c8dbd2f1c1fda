import { type Cents, instantOf } from "@backlot/domain";
import { PaymentProviderUnavailable, SubscriptionEnded, type SubscriptionBilling } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Agreements } from "./agreements.ts";
import { toCents, toMoney } from "./charge-state.ts";
import type { Client } from "./client.ts";

/** What happens to an agreement after its first payment. It knows a price, not a plan. */
export const makeSubscriptionBilling = ({ send }: Client, agreements: Agreements): SubscriptionBilling => {
  const { pathOf, retrieve, invoicesOf, transition } = agreements;

  /**
   * Lets an agreement go on, at a price from its next period on. One that has ended, or takes no other price, can't.
   */
  const reactivateAtPrice = (
    id: string,
    amount: Cents,
  ): Effect.Effect<void, SubscriptionEnded | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      yield* transition(id, "activate");
      const now = yield* retrieve(id);
      if (now?.status !== "ACTIVE") return yield* new SubscriptionEnded({ subscription_id: id });
      const path = "/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price";
      const answer = yield* send({
        method: "PATCH",
        path: pathOf(id),
        body: [{ op: "replace", path, value: toMoney(amount) }],
      });
      if (answer.status === 400 || answer.status === 422) return yield* new SubscriptionEnded({ subscription_id: id });
      if (answer.status !== 200 && answer.status !== 204)
        return yield* new PaymentProviderUnavailable({ cause: answer });
    });

  return {
    plansKnown: false,
    retrieve: (id) =>
      Effect.gen(function* () {
        const agreement = yield* retrieve(id);
        if (agreement === null) return null;
        const invoices = yield* invoicesOf(agreement);
        const { status, billing_info, status_update_time } = agreement;
        const isFailing = (billing_info?.failed_payments_count ?? 0) > 0;
        const price = agreement.plan?.billing_cycles?.at(-1)?.pricing_scheme?.fixed_price ?? undefined;
        const isOver = status === "CANCELLED" || status === "EXPIRED";
        const hasStarted = invoices.length > 0;
        const failed = isFailing ? billing_info?.last_failed_payment : null;
        // What is over at the provider is billed no more; what was paid is used to its end, which our own jobs see to.
        const hasEnded = isOver && (isFailing || !hasStarted);
        return {
          subscription_id: agreement.id,
          order_id: agreement.custom_id ?? null,
          status: hasEnded ? "ended" : !hasStarted ? "incomplete" : isFailing ? "past-due" : "active",
          ended_at: hasEnded && status_update_time ? instantOf(status_update_time) : null,
          ended_unpaid: hasEnded && isFailing,
          cancels_at_period_end: isOver || status === "SUSPENDED",
          has_schedule: null,
          auto_renews: status === "ACTIVE",
          next_invoice_amount: price === undefined ? null : toCents(price),
          failed_at: failed ? instantOf(failed.time) : null,
          invoices,
        };
      }),
    cancelAtPeriodEnd: (id) => Effect.asVoid(transition(id, "suspend")),
    schedulePlan: (id, plan) => reactivateAtPrice(id, plan.amount),
    resume: (id, plan) => reactivateAtPrice(id, plan.amount),
    cancelNow: (id) => Effect.asVoid(transition(id, "cancel")),
  };
};
