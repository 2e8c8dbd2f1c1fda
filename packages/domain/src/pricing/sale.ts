import { type Instant, epochMs } from "../kernel/calendar.ts";
import type { DiscountMessage } from "./discount-messages.ts";
import { monthsText } from "./discount.ts";
import type { Sale } from "./discount.schema.ts";

/** The sale that staff of a new store can start, and that the banner announces while it runs. */
export const BANNER_SALE: Sale = { percent_off: 30, months: 6 };

/** Returns the text of the banner that announces a sale. */
export const saleBanner = ({ percent_off, months }: Sale): string =>
  `Sale: ${percent_off}% off new plans for the first ${monthsText(months)}, or the first year if you pay yearly.`;

/**
 * Returns why a sale can't end at a given time, or null if it can. A null `ends_at` is valid: staff end that sale
 * manually.
 */
export const saleEndError = (ends_at: Instant | null, now: Instant): DiscountMessage | null =>
  ends_at !== null && epochMs(ends_at) <= epochMs(now) ? "sale_ends_in_past" : null;

/** Returns the sale to offer a customer: null if they have a plan, because sales only apply to new plans. */
export const saleFor = (sale: Sale | null, { hasPlan }: { readonly hasPlan: boolean }): Sale | null =>
  hasPlan ? null : sale;
