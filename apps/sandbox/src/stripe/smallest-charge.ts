/** The smallest amount that Stripe charges in US dollars, in cents. */
export const SMALLEST_CHARGE = 50;
