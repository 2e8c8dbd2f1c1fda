import { type Instant, epochMs, instant } from "../kernel/calendar.ts";
import type { Provider } from "../kernel/provider.ts";
import { payerOf } from "../pricing/payer.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** How long the buyer can pay for an order that reserves a use of a limited code, in milliseconds. */
const CODE_HOLD_MS = HOUR_MS;

/**
 * How long before a renewal an upgrade's order ends, in milliseconds. Anything that the upgrade removed from the
 * current plan must be restored at the provider before it bills the next period.
 */
const RENEWAL_MARGIN_MS = HOUR_MS;

/**
 * The limits that can end an order before its provider's limit. `renews_at` is when the plan that it changes in place
 * renews.
 */
export interface OrderLimits {
  readonly holdsLimitedCode?: boolean;
  readonly renews_at?: Instant | null;
}

/** Returns the latest time at which an upgrade's order ends, in milliseconds. `renewal` is when its plan renews. */
const orderEnd = (renewal: Instant): number => epochMs(renewal) - RENEWAL_MARGIN_MS;

/**
 * Returns when an order expires: after an hour at the latest if it reserves a use of a limited code, and an hour before
 * the renewal of the plan that it changes in place.
 */
export const orderExpiry = (
  provider: Provider,
  at: Instant,
  { holdsLimitedCode = false, renews_at = null }: OrderLimits = {},
): Instant => {
  const lifetime = Math.min(payerOf(provider).lifetime_ms, holdsLimitedCode ? CODE_HOLD_MS : Infinity);
  const beforeRenewal = renews_at === null ? Infinity : orderEnd(renews_at);
  return instant(Math.min(epochMs(at) + lifetime, beforeRenewal));
};

/** Why a plan can't be changed in place around the end of its period, as the name of the message to show. */
export type RenewalBlock = "period_ends_soon" | "period_renewing";

/**
 * How long before a period's end its plan counts as renewing, in milliseconds. A change requires several calls, and the
 * store's clock may differ from the provider's.
 */
const RENEWING_MARGIN_MS = 2 * MINUTE_MS;

/**
 * Returns why a plan can't be changed in place, or null if it can. It can't once its paid period is over or ends within
 * two minutes, because the provider then starts the next period and charges for it within the hour.
 */
export const renewalBlock = (periodEnd: Instant, at: Instant): "period_renewing" | null =>
  epochMs(periodEnd) - RENEWING_MARGIN_MS <= epochMs(at) ? "period_renewing" : null;

/**
 * Returns why an upgrade can't change a plan in place (its period is over or ends within an hour), or null if it can.
 */
export const upgradeBlock = (periodEnd: Instant, at: Instant): RenewalBlock | null =>
  renewalBlock(periodEnd, at) ?? (orderEnd(periodEnd) <= epochMs(at) ? "period_ends_soon" : null);

/**
 * Returns when to retry a pending order: 1, 2, 4, and so on up to 30 minutes from now, or when it expires if that is
 * sooner. `attempts` counts the retries so far.
 */
export const nextAttempt = (attempts: number, at: Instant, expires_at: Instant): Instant => {
  const wait = Math.min(30, 2 ** Math.min(attempts, 10)) * MINUTE_MS;
  const next = epochMs(at) + wait;
  const expiry = epochMs(expires_at);
  return instant(expiry > epochMs(at) && expiry < next ? expiry : next);
};
