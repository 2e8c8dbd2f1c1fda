import { type Account, confirmationExpiry, isDeleted, mailRepeatedBefore, message } from "@backlot/domain";
import { Forbidden, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { takeOverGuests } from "./take-over-guests.ts";

type ConfirmPorts = Pick<StorePorts, "clock" | "links" | "settings" | "transactions">;

/** Makes the mail due that asks a new account to confirm its address; answers whether it was not before. (ACC-04) */
export const askToConfirm = (
  ports: Pick<ConfirmPorts, "clock">,
  repos: Repositories,
  account: Account,
): Effect.Effect<boolean> =>
  repos.notices.enqueue({ id: `confirm:${account.id}`, kind: "confirm-email", about: account.id }, ports.clock.now());

/** The page that confirms the address of an account, by a link that only its mailbox has. (ACC-04) */
export const confirmationLink = (
  ports: Pick<ConfirmPorts, "clock" | "links" | "settings">,
  account: Account,
): string => {
  const { id: account_id, email } = account;
  const expires_at = confirmationExpiry(ports.clock.now());
  const token = ports.links.confirmation.sign({ account_id, email, expires_at });
  return `${ports.settings.siteUrl}/users/confirmation?token=${token}`;
};

/**
 * Makes the mail due once more, at most every few minutes; nothing where the address is confirmed. Answers whether it
 * did. (ACC-04)
 */
export const repeatConfirmation =
  (ports: Pick<ConfirmPorts, "clock">, repos: Repositories) =>
  (account: Account): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      if (account.confirmed_at !== null) return false;
      // Who signed up before such mails were sent has none that could be repeated.
      if (yield* askToConfirm(ports, repos, account)) return true;
      return yield* repos.notices.repeat(account.id, "confirm-email", mailRepeatedBefore(ports.clock.now()));
    });

/**
 * Confirms the address that a link was sent to, whoever opens it, and gives the account what was bought with that
 * address as a guest. Again it changes nothing. (ACC-04, ORD-03)
 */
export const confirmEmail =
  (ports: Pick<ConfirmPorts, "clock" | "links" | "transactions">) =>
  (token: string): Effect.Effect<{ readonly email: string }, Forbidden> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const said = ports.links.confirmation.open(token);
      const account = said === null ? null : yield* read.accounts.get(said.account_id);
      if (account === null || isDeleted(account) || account.email !== said?.email)
        return yield* new Forbidden({ message: message("confirmation_over") });
      yield* read.accounts.confirm(account.id, ports.clock.now());
      yield* takeOverGuests(ports)(account, yield* read.guests.ofEmail(account.email));
      return { email: account.email };
    });
