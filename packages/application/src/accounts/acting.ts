import {
  type Account,
  accountState,
  lockedMessage,
  maySpendCredits,
  message,
  planHolderId,
  roleOf,
  worksInTeam,
} from "@backlot/domain";
import { AccountLocked, Forbidden, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";

/**
 * Returns the account whose credits a member spends: their own, or their team's. Fails for the Download Only role, and
 * for a team whose administrator is locked or deleted. (ACC-08)
 */
export const spendingAccount = Effect.fnUntraced(function* (account: Account) {
  const settings = yield* Settings;
  const repos = yield* ReadRepositories;
  if (!worksInTeam(account)) return account;
  const team = yield* repos.accounts.get(planHolderId(account));
  const state = team === null ? "deleted" : accountState(team);
  if (team === null || state === "deleted" || !maySpendCredits(roleOf(account)))
    return yield* new Forbidden({ message: message("team_may_not_spend") });
  if (state === "locked") return yield* new AccountLocked({ message: lockedMessage(settings.shop.supportEmail()) });
  return team;
});
