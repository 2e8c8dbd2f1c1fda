import { type Instant, epochMs, instant } from "../kernel/calendar.ts";
import { type DisposableDomains, emailProblem, isDisposableEmail } from "./account.ts";
import type { AccountMessage } from "./account-messages.ts";

/** How long the link to a guest's order opens it, in days. (ORD-03) */
export const ORDER_LINK_DAYS = 30;

/** A mail is sent again where it was sent before this: five minutes ago. (ORD-03, ACC-04) */
export const mailRepeatedBefore = (at: Instant): Instant => instant(epochMs(at) - 5 * 60_000);

/** How long the link that confirms an address is good, in days. (ACC-04) */
export const CONFIRMATION_DAYS = 7;

/** How long the link of an invitation into a team is good, in days. (ACC-08) */
export const INVITATION_DAYS = 14;

/** When a link that invites into a team and is made now ends. (ACC-08) */
export const invitationExpiry = (at: Instant): Instant => instant(epochMs(at) + INVITATION_DAYS * 86_400_000);

/** When a link that is made now ends. (ORD-03) */
export const orderLinkExpiry = (at: Instant): Instant => instant(epochMs(at) + ORDER_LINK_DAYS * 86_400_000);

/** When a link that confirms an address and is made now ends. (ACC-04) */
export const confirmationExpiry = (at: Instant): Instant => instant(epochMs(at) + CONFIRMATION_DAYS * 86_400_000);

/** What is wrong with the address that a guest buys with; null where nothing is. (ORD-03, ACC-02, CHK-02) */
export const guestEmailProblem = (email: string, disposable: DisposableDomains): AccountMessage | null => {
  const problem = emailProblem(email);
  if (problem !== null) return problem === "email_required" ? "enter_email_to_continue" : problem;
  return isDisposableEmail(email, disposable) ? "disposable_email" : null;
};
