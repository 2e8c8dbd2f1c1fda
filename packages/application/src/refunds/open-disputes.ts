import { message } from "@backlot/domain";
import { Conflict, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Whether a payment of an account is disputed now. (ORD-06) */
export const hasOpenDispute = (repos: Pick<Repositories, "disputes">, accountId: string): Effect.Effect<boolean> =>
  Effect.map(repos.disputes.openOf(accountId), (open) => open.length > 0);

/**
 * Refuses whatever buys or spends while a payment of the account is disputed. It comes before any call to a provider,
 * and again under the account's lock. (ORD-06)
 */
export const requireNoDispute = (
  repos: Pick<Repositories, "disputes">,
  accountId: string,
): Effect.Effect<void, Conflict> =>
  Effect.flatMap(
    hasOpenDispute(repos, accountId),
    (isOpen): Effect.Effect<void, Conflict> =>
      isOpen ? Effect.fail(new Conflict({ reason: "dispute_open", message: message("dispute_open") })) : Effect.void,
  );
