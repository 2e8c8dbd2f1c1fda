import type { Cents, RecurringDiscount } from "@backlot/domain";
import type { BilledDiscount, BilledPlan } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** A plan as the provider bills it. `amount` is what a period costs, in cents. */
export const billedPlan = (
  ports: Pick<StorePorts, "transactions">,
  planVariantId: number,
  amount: Cents,
): Effect.Effect<BilledPlan> =>
  Effect.map(ports.transactions.read.plans.get(planVariantId), (offer) => {
    if (offer === null) throw new Error(`plan ${planVariantId} is gone`);
    return { plan_variant_id: offer.id, plan_name: offer.plan_name, interval: offer.interval, amount };
  });

/** What is left of a running plan's discount, as the provider takes it off. (DSC-03) */
export const billedDiscount = (discount: RecurringDiscount | null): BilledDiscount | null =>
  discount === null
    ? null
    : { code: discount.code, reference: null, percent_off: discount.percent_off, cycles: discount.cycles_left };
