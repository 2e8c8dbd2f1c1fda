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
import { AccountLocked, Forbidden } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** Why a member of a team may not do what its administrator does, by the name of the sentence. */
export type AdminsAlone = "team_may_not_change_plan" | "team_may_not_buy_credits" | "only_admins";

/** Lets through who works for nobody else, and so pays for themselves. (ACC-08, CHG-06, CRD-07) */
export const requireAdmin =
  (told: AdminsAlone) =>
  (account: Account): Effect.Effect<Account, Forbidden> =>
    worksInTeam(account) ? Effect.fail(new Forbidden({ message: message(told) })) : Effect.succeed(account);

/**
 * The account whose credits somebody spends: their own, or their team's. Who may only download spends none, and a team
 * whose administrator is locked spends none. (ACC-08)
 */
export const spendingAccount =
  (ports: Pick<StorePorts, "settings" | "transactions">) =>
  (account: Account): Effect.Effect<Account, Forbidden | AccountLocked> =>
    Effect.gen(function* () {
      if (!worksInTeam(account)) return account;
      const team = yield* ports.transactions.read.accounts.get(planHolderId(account));
      const state = team === null ? "deleted" : accountState(team);
      if (team === null || state === "deleted" || !maySpendCredits(roleOf(account)))
        return yield* new Forbidden({ message: message("team_may_not_spend") });
      if (state === "locked") return yield* new AccountLocked({ message: lockedMessage(ports.settings.supportEmail) });
      return team;
    });
