import type { Interval, LicenseId } from "@backlot/domain";
import type { planComparison } from "@backlot/domain/checkout/plan-comparison";
import type { ChangeKind } from "@backlot/domain/plans/plan-change";
import type { PaymentModel } from "./payment-form.tsx";
import type { OrderOptions } from "./promo-and-add-on.tsx";

/** The effects of a plan change, and its button's label. */
interface PlanChangeModel {
  readonly kind: ChangeKind;
  /** The effect of the change on the billing period. */
  readonly effect: string;
  /** The comparison of the current plan with the new one, or null if the current plan ended in the meantime. */
  readonly compared: ReturnType<typeof planComparison> | null;
  readonly button: string;
}

/** Data for the payment step. For a downgrade or the same plan, ways to pay have no quote. */
export interface PaymentStep extends PaymentModel {
  readonly plan_variant_id: number;
  readonly license_id: LicenseId;
  readonly interval: Interval;
  readonly change: PlanChangeModel | null;
  /** The promo code and add-on of a new plan; null for a plan change. */
  readonly options: OrderOptions | null;
  /** The warning that legacy credits will be lost, or null. */
  readonly legacyLoss: { readonly title: string; readonly text: string } | null;
  readonly confirmation: string;
  /** A reminder shown before payment, or null. */
  readonly reminder: string | null;
}
