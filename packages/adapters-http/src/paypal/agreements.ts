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
import { type ProviderCall, type PaidInvoice, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { CAPTURED, toCents } from "./charge-state.ts";
import type { Answer, Client } from "./client.ts";
import { Subscription, Transactions } from "./schemas.ts";

/**
 * The ids of the PayPal plans that agreements are based on. Each agreement sets its own prices. `trial` bills monthly
 * and starts with a trial.
 */
export type PlanIds = Readonly<Record<Interval | "trial", string>>;

/** A PayPal subscription. */
export type Agreement = typeof Subscription.Type;

/** Returns the tax rate included in an agreement's prices. We send prices with tax, so that only the store rounds. */
export const taxOf = ({ plan }: Agreement): Ratio => (plan?.taxes ? taxRate(Number(plan.taxes.percentage)) : NO_TAX);

const REASON = "Requested in the store";

/** How long before its period starts a payment may arrive, in milliseconds. */
const EARLY_MS = 24 * 3_600_000;

/** How far past an agreement's latest known time to look for payments, in milliseconds. */
const DAY_MS = 24 * 3_600_000;

/** Returns the time range that covers all of an agreement's payments so far. */
const rangeOf = ({ billing_info, update_time }: Agreement, start_time: string): URLSearchParams => {
  const named = [billing_info?.last_payment?.time, update_time].flatMap((time) =>
    time ? epochMs(instantOf(time)) : [],
  );
  const end_time = instant(Math.max(Date.now(), ...named) + DAY_MS);
  return new URLSearchParams({ start_time, end_time });
};

/** Creates the operations on PayPal subscriptions, which this code calls agreements. */
export const makeAgreements = ({ send, read, readPages }: Client, plans: PlanIds) => {
  const pathOf = (id: string): string => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  // PayPal omits these two fields unless the request names them.
  const retrieve = (id: string): ProviderCall<Agreement | null> =>
    read(Subscription, `${pathOf(id)}?fields=last_failed_payment,plan`);

  /** Returns an agreement's payments, oldest first: the setup fee, then one per period. */
  const invoicesOf = (agreement: Agreement): ProviderCall<readonly PaidInvoice[]> =>
    Effect.gen(function* () {
      const { id, start_time, create_time } = agreement;
      if (!start_time || !create_time) return [];
      const pages = yield* readPages(Transactions, `${pathOf(id)}/transactions?${rangeOf(agreement, create_time)}`);
      const paid = pages
        .flatMap(({ transactions }) => transactions ?? [])
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
          // A payment may arrive hours before its period, or days after the period starts.
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

  /**
   * Changes an agreement's state. If PayPal refuses, the state has already changed or can't change, so the agreement is
   * read again.
   */
  const transition = (id: string, step: "activate" | "suspend" | "cancel"): ProviderCall<Answer> =>
    Effect.flatMap(
      send({ method: "POST", path: `${pathOf(id)}/${step}`, body: { reason: REASON }, id: crypto.randomUUID() }),
      (answer) =>
        [200, 204, 404, 422].includes(answer.status)
          ? Effect.succeed(answer)
          : Effect.fail(new PaymentProviderUnavailable({ cause: answer })),
    );

  return { pathOf, retrieve, invoicesOf, transition };
};

/** Operations on PayPal agreements. */
export type Agreements = ReturnType<typeof makeAgreements>;
