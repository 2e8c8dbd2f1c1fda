import { MESSAGES, type MessageName } from "@backlot/domain";
import { ACCESS_MESSAGES } from "@backlot/domain/accounts/scope";
import { Conflict } from "@backlot/ports";

type Reason = (typeof Conflict.fields.reason.literals)[number];

const MEANINGS: Readonly<Record<Exclude<Reason, MessageName>, string>> = {
  access_denied: ACCESS_MESSAGES.access_denied,
  account_credit_unavailable: "The account doesn't have this much account credit to pay out.",
  account_unchangeable: "The account is deleted or in a state that doesn't allow this change.",
  acknowledgement_required: "Credits or money would be lost. Repeat the request with the acknowledgment.",
  already_sold: "A customer owns the collection, so it can't be deleted. Withdraw it instead.",
  authorization_pending: ACCESS_MESSAGES.authorization_pending,
  below_minimum_license: "The account needs a higher license.",
  billed_elsewhere: "The plan is billed by another payment provider.",
  catalog_not_empty: "The store already has collections.",
  expired_token: ACCESS_MESSAGES.expired_token,
  file_name_taken: "Another collection has a file with this name.",
  idempotency_key_reused: "This key was used for another request. Use a new one.",
  license_not_paid: "The account hasn't paid for anything under this license yet.",
  media_name_taken: "Another collection has media with this name.",
  no_samples: "This store was installed without samples.",
  payer_unavailable: "This payment method isn't available for this order.",
  plan_unavailable: "The plan is no longer sold.",
  refund_unavailable: "The payment, or this amount of it, can't be refunded.",
  slow_down: ACCESS_MESSAGES.slow_down,
  team_refused: "The team doesn't allow this, for example because no seats are available.",
};

const isMessage = (reason: string): reason is MessageName => Object.hasOwn(MESSAGES, reason);

/**
 * Returns the meaning of a conflict's reason. If the reason always has the same user-facing message, returns that
 * message.
 */
export const reasonText = (reason: Reason): string => (isMessage(reason) ? MESSAGES[reason] : MEANINGS[reason]);

/** The reasons for conflicts, in alphabetical order. */
export const REASONS: readonly Reason[] = [...Conflict.fields.reason.literals].sort();
