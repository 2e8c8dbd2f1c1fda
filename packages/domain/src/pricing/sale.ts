import { type Instant, epochMs } from "../kernel/calendar.ts";
import type { DiscountMessage } from "./discount-messages.ts";
import type { Sale } from "./discount.schema.ts";

/** The sale that the banner announces. */
export const BANNER_SALE: Sale = { percent_off: 30, months: 6 };

/** Returns the text of a sale's banner. */
export const saleBanner = ({ percent_off, months }: Sale): string =>
  `Sale: ${percent_off}% off new plans, for the first ${months} months or the first year.`;

/** Returns why a sale can't end at a given time, or null if it can. A null `ends_at` is valid: staff end that sale. */
export const saleEndError = (ends_at: Instant | null, now: Instant): DiscountMessage | null =>
  ends_at !== null && epochMs(ends_at) <= epochMs(now) ? "sale_ends_in_past" : null;

/** Returns the sale for a customer: null for one with a plan, because sales only apply to new plans. */
export const saleFor = (sale: Sale | null, { hasPlan }: { readonly hasPlan: boolean }): Sale | null =>
  hasPlan ? null : sale;
