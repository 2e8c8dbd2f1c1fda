import { ACCOUNT_MESSAGES } from "../accounts/account-messages.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { GENERAL_MESSAGES } from "../kernel/general-messages.ts";

/**
 * The button that pays: what it says and whether it can be pressed. Visitors are asked for their e-mail in its place.
 * (CHK-02)
 */
export const payButton = (
  state: Checkout,
  buyer: { readonly signedIn: boolean },
  label = "Place Order",
): { readonly label: string; readonly enabled: boolean; readonly busy: boolean } => {
  if (!buyer.signedIn) return { label: ACCOUNT_MESSAGES.enter_email_to_continue, enabled: false, busy: false };
  if (state._tag === "loading") return { label: GENERAL_MESSAGES.loading, enabled: false, busy: true };
  return { label, enabled: state._tag !== "success", busy: false };
};
