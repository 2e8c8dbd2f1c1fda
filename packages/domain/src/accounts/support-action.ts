import { credits, creditsText } from "../credits/credits.ts";
import { type Grant, grant } from "../credits/ledger.ts";
import { formatUsd } from "../kernel/money.ts";
import { licenseLabel } from "../licensing/license.ts";
import type { Account } from "./account.schema.ts";
import { type AccountValues, isDeleted } from "./account.ts";
import type { SupportAction, SupportChange } from "./support-action.schema.ts";
import { worksInTeam } from "./team.ts";

export type { SupportAction, SupportChange } from "./support-action.schema.ts";

/** The maximum length of a staff member's name, in characters. */
export const MAX_ACTOR_LENGTH = 100;

/** The maximum length of a reason, in characters. */
export const MAX_REASON_LENGTH = 500;

/** Returns the fields of an account that a change sets, or null if it sets none. */
export const valuesSetBy = (change: SupportChange): AccountValues | null => {
  switch (change.kind) {
    case "lock":
    case "unlock":
      return { locked: change.kind === "lock" };
    case "set_minimum_license":
      return { min_license_id: change.license_id };
    case "grant_credits":
    case "pay_out_account_credit":
    case "resend_confirmation":
      return null;
  }
};

/**
 * Returns whether a change would have any effect on an account. Locking a locked account, for example, has none.
 * `passwordLocked` is whether too many wrong passwords have locked it, which "unlock" also undoes.
 */
export const changesAccount = (account: Account, change: SupportChange, passwordLocked = false): boolean => {
  if (change.kind === "resend_confirmation") return account.confirmed_at === null;
  if (change.kind === "unlock" && passwordLocked) return true;
  const values = valuesSetBy(change);
  return values === null || Object.entries(values).some(([field, value]) => Reflect.get(account, field) !== value);
};

/**
 * Returns whether a recorded change has all the fields of a requested one. If it doesn't, the request reuses another
 * change's idempotency key.
 */
export const isSameChange = (record: object, request: SupportChange): boolean =>
  Object.entries(request).every(([field, value]) => Reflect.get(record, field) === value);

/**
 * Returns the reason to log for an action on an account, or on a buyer who no longer exists (null). Nothing is stored
 * about a person whose account is deleted.
 */
export const loggedReason = (account: Pick<Account, "deleted_at" | "locked"> | null, reason: string): string =>
  account === null || isDeleted(account) ? "" : reason;

/** The error for an idempotency key that was already used for another change. */
export const KEY_REUSED = "This key was used for a different change. Use a new one.";

/** Why support can't change an account. `administrator` is the account id of the team's administrator. */
export type SupportRefusal =
  | { readonly _tag: "Deleted" }
  | { readonly _tag: "Guest" }
  | { readonly _tag: "InTeam"; readonly administrator: string | null };

/**
 * Returns why support can't change an account, or null if it can. Guests can't be changed, nor can deleted accounts,
 * except that account credit can still be paid out. Team members can't be granted credits, because they spend their
 * administrator's.
 */
export const supportRefusal = (
  account: Pick<Account, "locked" | "deleted_at" | "team_id" | "team_role">,
  isGuest: boolean,
  change: Pick<SupportChange, "kind">,
): SupportRefusal | null => {
  if (isDeleted(account) && change.kind !== "pay_out_account_credit") return { _tag: "Deleted" };
  if (isGuest) return { _tag: "Guest" };
  if (change.kind === "grant_credits" && worksInTeam(account))
    return { _tag: "InTeam", administrator: account.team_id };
  return null;
};

/** Returns the message for a rejected change, including what to do instead. */
export const supportRefusalMessage = (refusal: SupportRefusal): string => {
  switch (refusal._tag) {
    case "Deleted":
      return "This account was deleted.";
    case "Guest":
      return (
        "This customer checked out as a guest and has no account. Guest purchases move to an account when someone " +
        "signs up with that email."
      );
    case "InTeam":
      return (
        "Team members spend their team's credits. " +
        `Grant them to the team's administrator, account ${refusal.administrator}.`
      );
  }
};

/** Returns the credit lot that an action grants, or null if it grants none. Granted credits never expire. */
export const grantOf = ({ id, at, change }: SupportAction): Grant | null =>
  change.kind !== "grant_credits"
    ? null
    : grant({
        id,
        kind: "grant",
        granted: credits(change.credits),
        granted_at: at,
        source: `support:${id}`,
        subscription_id: null,
      });

/** Returns what staff did, in the words of the activity log, such as "locked the account". */
export const supportActionText = ({ change }: Pick<SupportAction, "change">): string => {
  switch (change.kind) {
    case "lock":
      return "locked the account";
    case "unlock":
      return "unlocked the account";
    case "grant_credits":
      return `granted ${creditsText(change.credits)}`;
    case "set_minimum_license":
      return `set the minimum license to ${licenseLabel(change.license_id)}`;
    case "resend_confirmation":
      return "resent the confirmation email";
    case "pay_out_account_credit":
      return `refunded ${formatUsd(change.amount)} in account credit`;
    case "refund_payment":
      return `refunded ${formatUsd(change.amount)} on receipt ${change.receipt}`;
    case "settle_refunds":
      return `settled refused refunds of ${formatUsd(change.amount)} on receipt ${change.receipt}`;
    case "send_mail":
      if (change.mail === "licensee") return "asked the customer to confirm their licensee";
      return change.mail === "guest_link"
        ? `resent the link to order ${change.about}`
        : `sent ${change.mail} ${change.about}`;
    case "issue_certificate":
      return `issued certificate ${change.number}`;
    case "revoke_links":
      return `revoked the links of order ${change.order_id}`;
    case "refund_item":
      return `refunded ${formatUsd(change.amount)} for item ${change.variant_id} of order ${change.order_id}`;
  }
};
