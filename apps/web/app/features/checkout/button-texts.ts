import { ACCOUNT_MESSAGES } from "@backlot/domain/accounts/account-messages";
import type { Checkout } from "@backlot/domain/checkout/checkout";
import { payerWords } from "@backlot/domain/orders/payer-messages";
import type { Provider } from "@backlot/domain/kernel/provider";
import { GENERAL_MESSAGES } from "@backlot/domain/kernel/general-messages";
import { type Instant, longDate } from "@backlot/domain/kernel/calendar";
import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import { type LicenseId, license } from "@backlot/domain/licensing/license";
import type { ChangeKind } from "@backlot/domain/plans/plan-change";

interface NamedPlan {
  readonly plan_name: string;
  readonly license_id: LicenseId;
}

/**
 * Returns the label of a plan change button, with the new plan and its start. Avoids "upgrade" and "downgrade", because
 * a more expensive plan can be a downgrade. (CHG-02)
 */
export const changeButtonText = (
  change: { readonly kind: ChangeKind; readonly effective_at: Instant | null },
  from: NamedPlan,
  to: NamedPlan,
): string => {
  if (change.kind === "no-change") return "Keep this plan";
  const other = from.license_id === to.license_id ? to.plan_name : license(to.license_id).name;
  const isSame = from.license_id === to.license_id && from.plan_name === to.plan_name;
  const what = isSame ? "Change plan" : `Change to ${other}`;
  return change.kind === "upgrade" || change.effective_at === null
    ? `${what} now`
    : `${what} on ${longDate(change.effective_at)}`;
};

/**
 * Returns the label of a purchase button: `words`, or the payer's own, followed by the total in cents unless it is
 * null.
 */
export const payLabel = (payer: Provider, words: string, total: Cents | null): string => {
  const does = payerWords(payer).button ?? words;
  return total === null ? does : `${does} · ${formatUsd(total)}`;
};

/** Returns the state of the pay button. For a visitor, it asks for an email address instead. */
export const payButton = (
  state: Checkout,
  buyer: { readonly signedIn: boolean },
  label = "Place order",
): { readonly label: string; readonly enabled: boolean; readonly pending: boolean } => {
  if (!buyer.signedIn) return { label: ACCOUNT_MESSAGES.enter_email_to_continue, enabled: false, pending: false };
  if (state._tag === "loading") return { label: GENERAL_MESSAGES.loading, enabled: false, pending: true };
  return { label, enabled: state._tag !== "success", pending: false };
};
