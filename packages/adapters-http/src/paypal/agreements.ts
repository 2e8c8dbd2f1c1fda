import {
  type Interval,
  NO_TAX,
  type Ratio,
  cents,
  epochMs,
  instant,
  instantOf,
  periodContaining,
  taxRate,
  withoutTax,
} from "@backlot/domain";
import { type Asked, type PaidInvoice, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { CAPTURED, toCents } from "./charge-state.ts";
import type { Answer, Client } from "./client.ts";
import { Subscription, Transactions } from "./schemas.ts";

/**
 * The plans that every agreement stands on: its own price is told with it. `trial` is monthly and begins with a trial.
 */
export type PlanIds = Readonly<Record<Interval | "trial", string>>;

/** An agreement as the provider has it. */
export type Agreement = typeof Subscription.Type;

/** The tax that the prices of an agreement contain. They are told with it, so that nobody rounds but the store. */
export const taxOf = ({ plan }: Agreement): Ratio => (plan?.taxes ? taxRate(Number(plan.taxes.percentage)) : NO_TAX);

const REASON = "Asked for in the store";

/** How much earlier than its period a payment may come, in milliseconds. */
const EARLY_MS = 24 * 3_600_000;

/** PayPal's subscriptions, called agreements here: what they are, what was paid for them, and how they move. */
export const makeAgreements = ({ send, read }: Client, plans: PlanIds) => {
  const pathOf = (id: string): string => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  const retrieve = (id: string): Asked<Agreement | null> => read(Subscription, `${pathOf(id)}?fields=plan`);

  /** What was paid for an agreement, oldest first: what was due at its start, then period after period. */
  const invoicesOf = (agreement: Agreement): Asked<readonly PaidInvoice[]> =>
    Effect.gen(function* () {
      const { id, start_time, create_time } = agreement;
      if (!start_time || !create_time) return [];
      const range = new URLSearchParams({ start_time: create_time, end_time: "9999-12-31T23:59:59Z" });
      const found = yield* read(Transactions, `${pathOf(id)}/transactions?${range}`);
      const paid = (found?.transactions ?? [])
        .filter((each) => CAPTURED.has(each.status))
        .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
      const anchor = instantOf(start_time);
      const interval: Interval = agreement.plan_id === plans.year ? "year" : "month";
      return paid.map((each, index) => {
        const amount = toCents(each.amount_with_breakdown.gross_amount);
        const at = instantOf(each.time);
        return {
          id: each.id,
          reason: index === 0 ? "start" : "renewal",
          total: amount,
          tax: cents(amount - withoutTax(amount, taxOf(agreement))),
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

  /** Moves an agreement on. Refused means that it has moved already, or can't: the object says which. */
  const transition = (id: string, step: "activate" | "suspend" | "cancel"): Asked<Answer> =>
    Effect.flatMap(
      send({ method: "POST", path: `${pathOf(id)}/${step}`, body: { reason: REASON }, id: crypto.randomUUID() }),
      (answer) =>
        [200, 204, 404, 422].includes(answer.status)
          ? Effect.succeed(answer)
          : Effect.fail(new PaymentProviderUnavailable({ cause: answer })),
    );

  return { pathOf, retrieve, invoicesOf, transition };
};

/** What is known and done of agreements. */
export type Agreements = ReturnType<typeof makeAgreements>;
