import type { Discount } from "../pricing/discount.ts";

/** The rest of a discount after the current period. `cycles_left` is at least 1. */
export interface RecurringDiscount extends Pick<Discount, "code" | "percent_off"> {
  readonly cycles_left: number;
}

/** Returns the discount that remains after the first period, or null if it ends with that period. */
export const discountToCome = (
  lowered: Pick<Discount, "code" | "percent_off" | "cycles"> | null,
): RecurringDiscount | null =>
  lowered === null || lowered.cycles < 2
    ? null
    : { code: lowered.code, percent_off: lowered.percent_off, cycles_left: lowered.cycles - 1 };

/** Returns the discount that remains after one more period, or null if it ends with that period. */
export const afterCycle = (discount: RecurringDiscount | null): RecurringDiscount | null =>
  discount === null || discount.cycles_left <= 1 ? null : { ...discount, cycles_left: discount.cycles_left - 1 };
