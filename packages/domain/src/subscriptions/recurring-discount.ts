/**
 * What lowers the next periods of a plan, by a promo code or a sale. `cycles_left` periods are still to come. (DSC-03)
 */
export interface RecurringDiscount {
  readonly code: string | null;
  readonly percent_off: number;
  readonly cycles_left: number;
}

/** What still lowers the periods after the first one, of what lowered that; null where nothing does. (DSC-03) */
export const discountToCome = (
  lowered: { readonly code: string | null; readonly percent_off: number; readonly cycles: number } | null,
): RecurringDiscount | null =>
  lowered === null || lowered.cycles < 2
    ? null
    : { code: lowered.code, percent_off: lowered.percent_off, cycles_left: lowered.cycles - 1 };

/** What is left of a discount after one more period; null once nothing is. */
export const afterCycle = (discount: RecurringDiscount | null): RecurringDiscount | null =>
  discount === null || discount.cycles_left <= 1 ? null : { ...discount, cycles_left: discount.cycles_left - 1 };
