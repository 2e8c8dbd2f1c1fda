import type { Cents, Interval } from "@backlot/domain";

/** A plan as the provider bills it. `amount` is the price per period, in cents without tax. */
export interface BilledPlan {
  readonly plan_variant_id: number;
  readonly plan_name: string;
  readonly interval: Interval;
  readonly amount: Cents;
}
