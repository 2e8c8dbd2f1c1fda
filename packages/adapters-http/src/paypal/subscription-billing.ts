import { type Cents, type Discount, instantOf, loweredPrice, withTax, withoutTax } from "@backlot/domain";
import { PaymentProviderUnavailable, SubscriptionEnded, type SubscriptionBilling } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Agreement, type Agreements, taxOf } from "./agreements.ts";
import { toCents, toMoney } from "./charge-state.ts";
import type { Client } from "./client.ts";

interface Cycles {
  /** The sequence number of the regular cycle, which repeats forever. */
  readonly regular: number;
  /** The sequence number of the trial cycle, or null if no trial cycles are left. */
  readonly trial: number | null;
}

/** Returns the sequence numbers of an agreement's upcoming cycles. */
const cyclesOf = ({ billing_info }: Agreement): Cycles => {
  const executions = billing_info?.cycle_executions ?? [];
  const trial = executions.find((each) => each.tenure_type === "TRIAL" && (each.cycles_remaining ?? 0) > 0);
  const regular = executions.find((each) => each.tenure_type === "REGULAR");
  return { regular: regular?.sequence ?? 1, trial: trial?.sequence ?? null };
};

const nextAmount = (agreement: Agreement): Cents | null => {
  const { regular, trial } = cyclesOf(agreement);
  const next = agreement.plan?.billing_cycles?.find(({ sequence }) => sequence === (trial ?? regular));
  const price = next?.pricing_scheme?.fixed_price;
  return price ? withoutTax(toCents(price), taxOf(agreement)) : null;
};

/** Creates the billing port on top of agreements. An agreement stores a price, not a plan. */
export const makeSubscriptionBilling = ({ send }: Client, agreements: Agreements): SubscriptionBilling => {
  const { pathOf, retrieve, invoicesOf, transition } = agreements;

  /**
   * Reactivates an agreement at a price, starting with its next period and less any remaining discount. Fails if the
   * agreement has ended or PayPal rejects the price.
   */
  const reactivateAtPrice = (
    id: string,
    amount: Cents,
    discount: Discount | null,
  ): Effect.Effect<void, SubscriptionEnded | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      yield* transition(id, "activate");
      const now = yield* retrieve(id);
      if (now?.status !== "ACTIVE") return yield* new SubscriptionEnded({ subscription_id: id });
      const { regular, trial } = cyclesOf(now);
      const replace = (sequence: number, price: Cents) => ({
        op: "replace",
        path: `/plan/billing_cycles/@sequence==${sequence}/pricing_scheme/fixed_price`,
        value: toMoney(withTax(price, taxOf(now))),
      });
      const lowered = discount === null ? amount : loweredPrice(amount, discount);
      const answer = yield* send({
        method: "PATCH",
        path: pathOf(id),
        body: [...(trial === null ? [] : [replace(trial, lowered)]), replace(regular, amount)],
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
        const isOver = status === "CANCELLED" || status === "EXPIRED";
        const hasStarted = invoices.length > 0;
        const failed = isFailing ? billing_info?.last_failed_payment : null;
        // PayPal no longer bills a canceled agreement. The plan remains usable for the paid time, and then our jobs end
        // the plan.
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
          next_invoice_amount: nextAmount(agreement),
          next_invoice_at: null,
          failed_at: failed ? instantOf(failed.time) : null,
          failed_unconfirmed: false,
          invoices,
        };
      }),
    cancelAtPeriodEnd: (id) => Effect.asVoid(transition(id, "suspend")),
    schedulePlan: (id, plan) => reactivateAtPrice(id, plan.amount, null),
    resume: (id, plan, discount) => reactivateAtPrice(id, plan.amount, discount),
    cancelNow: (id) => Effect.asVoid(transition(id, "cancel")),
  };
};
