/** A promo code or sale that discounts upcoming periods. `cycles_left` excludes the current period. */
export interface RecurringDiscount {
  readonly code: string | null;
  readonly percent_off: number;
  readonly cycles_left: number;
}

/** Returns the discount that is left after the first period, or null. */
export const discountToCome = (
  lowered: { readonly code: string | null; readonly percent_off: number; readonly cycles: number } | null,
): RecurringDiscount | null =>
  lowered === null || lowered.cycles < 2
    ? null
    : { code: lowered.code, percent_off: lowered.percent_off, cycles_left: lowered.cycles - 1 };

/** Returns the discount that is left after one more period, or null. */
export const afterCycle = (discount: RecurringDiscount | null): RecurringDiscount | null =>
  discount === null || discount.cycles_left <= 1 ? null : { ...discount, cycles_left: discount.cycles_left - 1 };
