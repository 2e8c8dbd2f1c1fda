import {
  type Account,
  type SupportAction,
  accountToChangeInstead,
  changeInsteadMessage,
  changesAccount,
  grantOf,
  isDeleted,
  message,
} from "@backlot/domain";
import { Conflict, type CustomerChange, NotFound, type Repositories, type UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { repeatConfirmation } from "./confirm-email.ts";
import { accountNamed } from "./find-customer.ts";
import { toUserView } from "./user-view.ts";

type ChangePorts = Pick<StorePorts, "clock" | "transactions">;

/** Makes the change that an action stands for. Within its transaction, under the account's lock. */
const make = (
  ports: Pick<ChangePorts, "clock">,
  repos: Repositories,
  account: Account,
  action: SupportAction,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { change } = action;
    switch (change.kind) {
      case "lock":
      case "unlock":
        return yield* repos.accounts.setLocked(account.id, change.kind === "lock");
      case "set_minimum_license":
        return yield* repos.accounts.setMinLicence(account.id, change.license_id);
      case "resend_confirmation":
        return yield* repeatConfirmation(ports, repos)(account);
    }
    const granted = grantOf(action);
    if (granted !== null) yield* repos.credits.grant(account.id, granted.lot, granted.entry);
  });

/**
 * Changes an account as support staff ask, and writes down who did it and why. A change of the same id is made once,
 * and what is so already is neither made nor written down. Refused for credits of a team's member. (CLI-02)
 */
export const changeCustomer =
  (ports: ChangePorts) =>
  ({
    customer,
    change,
    ...asked
  }: CustomerChange): Effect.Effect<{ readonly changed: boolean; readonly user: UserView }, NotFound | Conflict> =>
    Effect.gen(function* () {
      const { id } = yield* accountNamed(ports)(customer);
      const changed = yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const account = yield* repos.accounts.lock(id);
          if (account === null || isDeleted(account)) return yield* new NotFound({ message: message("not_found") });
          const other = accountToChangeInstead(account, change);
          if (other !== null)
            return yield* new Conflict({ reason: "team_refused", message: changeInsteadMessage(other) });
          if (!changesAccount(account, change)) return false;
          const action = { ...asked, at: ports.clock.now(), change };
          if (yield* repos.supportActions.add(id, action)) yield* make(ports, repos, account, action);
          return true;
        }),
      );
      const overview = yield* ports.transactions.read.accounts.overview(id);
      if (overview === null) throw new Error(`there is no account ${id}`);
      return { changed, user: toUserView(overview, null) };
    });
