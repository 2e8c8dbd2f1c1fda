import {
  type Account,
  type SupportAction,
  KEY_REUSED,
  changesAccount,
  grantOf,
  isSameChange,
  supportRefusal,
  supportRefusalMessage,
} from "@backlot/domain";
import { Conflict, type CustomerChange, type NotFound, type Repositories, type UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { repeatConfirmation } from "./confirm-email.ts";
import { accountNamed } from "./find-customer.ts";
import { FOR_OTHERS, toUserView } from "./user-view.ts";

type ChangePorts = Pick<StorePorts, "clock" | "transactions">;

const REASON = {
  Deleted: "account_unchangeable",
  Guest: "account_unchangeable",
  InTeam: "team_refused",
} as const;

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

const reused = () => new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });

/**
 * Changes an account as support staff ask, and writes down who did it and why. What makes no difference is not written
 * down. The same change under the same key is made once and answered alike; a key that named another change is refused,
 * and so are deleted accounts, guests, and credits of a team's member. (CLI-02)
 */
export const changeCustomer =
  (ports: ChangePorts) =>
  (
    { customer, change, idempotency_key: id, reason }: CustomerChange,
    by: Pick<SupportAction, "actor" | "proven">,
  ): Effect.Effect<{ readonly changed: boolean; readonly user: UserView }, NotFound | Conflict> =>
    Effect.gen(function* () {
      const found = yield* accountNamed(ports)(customer);
      const changed = yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const account = (yield* repos.accounts.lock(found.id)) ?? found;
          const made = yield* repos.supportActions.get(id);
          if (made !== null)
            return made.user_id === account.id && isSameChange(made.change, change) ? true : yield* reused();
          const isGuest = (yield* repos.guests.keyOf(account.id)) !== null;
          const refusal = supportRefusal(account, isGuest, change);
          if (refusal !== null)
            return yield* new Conflict({ reason: REASON[refusal._tag], message: supportRefusalMessage(refusal) });
          if (!changesAccount(account, change)) return false;
          // Another mail so soon would not be one.
          if (change.kind === "resend_confirmation" && !(yield* repeatConfirmation(ports, repos)(account)))
            return false;
          const action = { id, ...by, reason, at: ports.clock.now(), change };
          // Another account's change may have come in between under the same key.
          if (!(yield* repos.supportActions.add(account.id, action))) return yield* reused();
          yield* make(repos, account, action);
          return true;
        }),
      );
      const overview = yield* ports.transactions.read.accounts.overview(found.id);
      if (overview === null) throw new Error(`there is no account ${found.id}`);
      return { changed, user: toUserView(overview, FOR_OTHERS) };
    });
