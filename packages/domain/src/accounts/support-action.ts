import { credits, creditsText } from "../credits/credits.ts";
import { type Grant, grant } from "../credits/ledger.ts";
import { formatUsd } from "../kernel/money.ts";
import { licenceLabel } from "../licensing/licence.ts";
import type { Account } from "./account.schema.ts";
import type { SupportAction, SupportChange } from "./support-action.schema.ts";
import { worksInTeam } from "./team.ts";

export type { SupportAction, SupportChange } from "./support-action.schema.ts";

/** Whether an account is another one after a change; what is so already is not done again. (CLI-02) */
export const changesAccount = (
  account: Pick<Account, "locked" | "min_license_id" | "confirmed_at">,
  change: SupportChange,
): boolean => {
  switch (change.kind) {
    case "lock":
      return !account.locked;
    case "unlock":
      return account.locked;
    case "grant_credits":
      return true;
    case "set_minimum_license":
      return account.min_license_id !== change.license_id;
    case "resend_confirmation":
      return account.confirmed_at === null;
  }
};

/**
 * The account that a change should be made to instead; null where it is the right one. A member of a team spends the
 * credits of its administrator. (CLI-02, ACC-08)
 */
export const accountToChangeInstead = (
  account: Pick<Account, "team_id" | "team_role">,
  change: Pick<SupportChange, "kind">,
): string | null => (change.kind === "grant_credits" && worksInTeam(account) ? account.team_id : null);

/** Whether two changes are one and the same; a stored one may have its fields in another order. (CLI-02) */
export const isSameChange = (made: SupportAction["change"], asked: SupportChange): boolean =>
  Object.entries(asked).every(([field, value]) => Reflect.get(made, field) === value);

/** Why support can change nothing of an account. (CLI-02, ORD-03, ACC-07) */
export const unchangeableMessage = (why: "deleted" | "guest"): string =>
  why === "deleted"
    ? "This account was deleted."
    : "This is a guest, who has no account. What guests bought goes to an account once its address signs up.";

/** What is said where a change belongs to another account. (CLI-02) */
export const changeInsteadMessage = (accountId: string): string =>
  `A member spends the credits of their team. Grant them to its administrator, account ${accountId}.`;

/** The credits that an action grants, as a lot that never expires; null for any other action. (CLI-02, CRD-09) */
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

/** What staff did, as their log names it. (CLI-02) */
export const supportActionText = ({ change }: Pick<SupportAction, "change">): string => {
  switch (change.kind) {
    case "lock":
      return "locked the account";
    case "unlock":
      return "unlocked the account";
    case "grant_credits":
      return `granted ${creditsText(change.credits)}`;
    case "set_minimum_license":
      return `set the minimum licence to ${licenceLabel(change.license_id)}`;
    case "resend_confirmation":
      return "had the confirmation sent again";
    case "refund_item":
      return `took item ${change.variant_id} of order ${change.order_id} back for ${formatUsd(change.amount)}`;
  }
};
