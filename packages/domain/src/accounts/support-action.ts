import { credits, creditsText } from "../credits/credits.ts";
import { type Grant, grant } from "../credits/ledger.ts";
import { formatUsd } from "../kernel/money.ts";
import { licenseLabel } from "../licensing/license.ts";
import type { Account } from "./account.schema.ts";
import { isDeleted } from "./account.ts";
import type { SupportAction, SupportChange } from "./support-action.schema.ts";
import { worksInTeam } from "./team.ts";

export type { SupportAction, SupportChange } from "./support-action.schema.ts";

/** The longest name of who of the staff acts, in characters. (CLI-02) */
export const MAX_ACTOR_LENGTH = 100;

/** The longest reason, in characters. (CLI-02) */
export const MAX_REASON_LENGTH = 500;

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

/** Whether two changes are one and the same; a stored one may have its fields in another order. (CLI-02) */
export const isSameChange = (made: SupportAction["change"], asked: SupportChange): boolean =>
  Object.entries(asked).every(([field, value]) => Reflect.get(made, field) === value);

/** Said of a key that named another change before. (CLI-02) */
export const KEY_REUSED = "This key named another change. Use a new one.";

/** Why support can't make a change to an account. (CLI-02) */
export type SupportRefusal =
  | { readonly _tag: "Deleted" }
  | { readonly _tag: "Guest" }
  | { readonly _tag: "InTeam"; readonly administrator: string | null };

/**
 * Why support can't make a change to an account; null where it can. Deleted accounts and guests are not changed, and a
 * member spends the credits of the team's administrator. (CLI-02, ORD-03, ACC-07, ACC-08)
 */
export const supportRefusal = (
  account: Pick<Account, "locked" | "deleted_at" | "team_id" | "team_role">,
  isGuest: boolean,
  change: Pick<SupportChange, "kind">,
): SupportRefusal | null => {
  if (isDeleted(account)) return { _tag: "Deleted" };
  if (isGuest) return { _tag: "Guest" };
  if (change.kind === "grant_credits" && worksInTeam(account))
    return { _tag: "InTeam", administrator: account.team_id };
  return null;
};

/** The sentence for a refusal, with what would work. (CLI-02) */
export const supportRefusalMessage = (refusal: SupportRefusal): string => {
  switch (refusal._tag) {
    case "Deleted":
      return "This account was deleted.";
    case "Guest":
      return "This is a guest, who has no account. What guests bought goes to an account once its address signs up.";
    case "InTeam":
      return (
        "A member spends the credits of their team. " +
        `Grant them to its administrator, account ${refusal.administrator}.`
      );
  }
};

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
      return `set the minimum license to ${licenseLabel(change.license_id)}`;
    case "resend_confirmation":
      return "had the confirmation sent again";
    case "refund_item":
      return `took item ${change.variant_id} of order ${change.order_id} back for ${formatUsd(change.amount)}`;
  }
};
