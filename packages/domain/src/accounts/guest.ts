import { type Instant, epochMs, instant } from "../kernel/calendar.ts";
import { type DisposableDomains, emailProblem, isDisposableEmail } from "./account.ts";
import type { AccountMessage } from "./account-messages.ts";

/** The lifetime of a guest's order link, in days. */
export const ORDER_LINK_DAYS = 30;

/** Returns the time five minutes before `at`. Resend an email only if it was last sent before then. */
export const mailRepeatedBefore = (at: Instant): Instant => instant(epochMs(at) - 5 * 60_000);

/** The lifetime of an email confirmation link, in days. */
export const CONFIRMATION_DAYS = 7;

/** The lifetime of a team invitation link, in days. */
export const INVITATION_DAYS = 14;

/** Returns when a team invitation link created at `at` expires. */
export const invitationExpiry = (at: Instant): Instant => instant(epochMs(at) + INVITATION_DAYS * 86_400_000);

/** Returns when an order link created at `at` expires. */
export const orderLinkExpiry = (at: Instant): Instant => instant(epochMs(at) + ORDER_LINK_DAYS * 86_400_000);

/** Returns when an email confirmation link created at `at` expires. */
export const confirmationExpiry = (at: Instant): Instant => instant(epochMs(at) + CONFIRMATION_DAYS * 86_400_000);

/** Returns why a guest can't order with an email address, or null if they can. Disposable addresses are not allowed. */
export const guestEmailProblem = (email: string, disposable: DisposableDomains): AccountMessage | null => {
  const problem = emailProblem(email);
  if (problem !== null) return problem === "email_required" ? "enter_email_to_continue" : problem;
  return isDisposableEmail(email, disposable) ? "disposable_email" : null;
};
