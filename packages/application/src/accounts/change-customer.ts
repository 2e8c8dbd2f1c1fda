import {
  type Account,
  type SupportAction,
  type SupportChange,
  accountToChangeInstead,
  changeInsteadMessage,
  changesAccount,
  grantOf,
  isDeleted,
  isSameChange,
  unchangeableMessage,
} from "@backlot/domain";
import { Conflict, type CustomerChange, type NotFound, type Repositories, type UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { repeatConfirmation } from "./confirm-email.ts";
import { accountNamed } from "./find-customer.ts";
import { toUserView } from "./user-view.ts";

type ChangePorts = Pick<StorePorts, "clock" | "transactions">;

/** Whether a change makes a difference. A mail is due with that, or has been. */
const differs = (
  ports: Pick<ChangePorts, "clock">,
  repos: Repositories,
  account: Account,
  change: SupportChange,
): Effect.Effect<boolean> =>
  change.kind === "resend_confirmation"
    ? repeatConfirmation(ports, repos)(account)
    : Effect.succeed(changesAccount(account, change));

/** Makes what an action changes of an account's row and its credits. */
const make = (repos: Repositories, { id }: Account, action: SupportAction): Effect.Effect<unknown> => {
  const { change } = action;
  switch (change.kind) {
    case "lock":
    case "unlock":
      return repos.accounts.setLocked(id, change.kind === "lock");
    case "set_minimum_license":
      return repos.accounts.setMinLicence(id, change.license_id);
  }
  const granted = grantOf(action);
  return granted === null ? Effect.void : repos.credits.grant(id, granted.lot, granted.entry);
};

const conflict = (reason: Conflict["reason"], message: string) => Effect.fail(new Conflict({ reason, message }));

/** The account under its lock. Refused where nothing of it can be changed. */
const lockChangeable = (repos: Repositories, found: Account): Effect.Effect<Account, Conflict> =>
  Effect.gen(function* () {
    const account = (yield* repos.accounts.lock(found.id)) ?? found;
    if (isDeleted(account)) return yield* conflict("account_unchangeable", unchangeableMessage("deleted"));
    if ((yield* repos.guests.keyOf(account.id)) !== null)
      return yield* conflict("account_unchangeable", unchangeableMessage("guest"));
    return account;
  });

/**
 * Changes an account as support staff ask, and writes down who did it and why. What makes no difference is not written
 * down. The same change under the same key is made once and answered alike; a key that named another change is refused,
 * and so are deleted accounts, guests, and credits of a team's member. (CLI-02)
 */
export const changeCustomer =
  (ports: ChangePorts) =>
  ({
    customer,
    change,
    idempotency_key: id,
    ...by
  }: CustomerChange): Effect.Effect<{ readonly changed: boolean; readonly user: UserView }, NotFound | Conflict> =>
    Effect.gen(function* () {
      const found = yield* accountNamed(ports)(customer);
      const changed = yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const account = yield* lockChangeable(repos, found);
          const reused = conflict("idempotency_key_reused", "This key named another change. Use a new one.");
          const made = yield* repos.supportActions.get(id);
          if (made !== null)
            return made.user_id === account.id && isSameChange(made.change, change) ? true : yield* reused;
          const other = accountToChangeInstead(account, change);
          if (other !== null) return yield* conflict("team_refused", changeInsteadMessage(other));
          if (!(yield* differs(ports, repos, account, change))) return false;
          const action = { id, ...by, at: ports.clock.now(), change };
          // Another account's change may have come in between under the same key.
          if (!(yield* repos.supportActions.add(account.id, action))) return yield* reused;
          yield* make(repos, account, action);
          return true;
        }),
      );
      const overview = yield* ports.transactions.read.accounts.overview(found.id);
      if (overview === null) throw new Error(`there is no account ${found.id}`);
      return { changed, user: toUserView(overview, null) };
    });
