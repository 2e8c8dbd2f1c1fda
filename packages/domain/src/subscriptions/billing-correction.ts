import type { Instant } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import { type Subscription, hasEnded, isCanceledInGrace, upcomingAmount } from "./subscription.ts";

/** What a provider says of a subscription's next payment. Its amount is in cents, null where it is unknown. */
export interface ProviderBilling {
  readonly status: "incomplete" | "active" | "past-due" | "ended";
  readonly auto_renews: boolean;
  readonly failed_at: Instant | null;
  readonly next_invoice_amount: Cents | null;
}

/** What is set right at a provider. */
export type BillingCorrection =
  /** Its open renewal is voided, and none follows. */
  | "cancel-at-period-end"
  /** It ends there as it has ended here. */
  | "cancel-now"
  /** It bills the plan that was chosen for the next period. */
  | "schedule-plan"
  /** It bills the running plan again. */
  | "resume-plan";

/**
 * What a provider has to be told, because it disagrees with our records; null where nothing is wrong. A plan that was
 * canceled in its grace had its renewal voided, a plan that ended here is not billed again, and a price that is left
 * over from an interrupted change is replaced. (CHG-02, CHK-07)
 */
export const billingCorrection = (
  subscription: Subscription,
  found: ProviderBilling,
  provider: { readonly chargesSavedCards: boolean },
): BillingCorrection | null => {
  if (isCanceledInGrace(subscription))
    return found.failed_at !== null && provider.chargesSavedCards ? "cancel-at-period-end" : null;
  if (!found.auto_renews) return null;
  if (hasEnded(subscription)) return "cancel-now";
  const { at_period_end } = subscription;
  // A period that is refused counts as billed there already, and not here yet.
  const isUnknown = found.next_invoice_amount === null || found.status === "past-due";
  if (isUnknown || at_period_end._tag === "cancels" || found.next_invoice_amount === upcomingAmount(subscription))
    return null;
  return at_period_end._tag === "changes" ? "schedule-plan" : "resume-plan";
};
