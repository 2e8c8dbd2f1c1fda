import {
  type Account,
  deletedAccount,
  deletionRefusal,
  deletionRefusalMessage,
  endSubscription,
  forfeitLots,
  forfeitedCredits,
  hasPaid,
  isDeleted,
  worksInTeam,
} from "@backlot/domain";
import {
  type AccountLocked,
  Conflict,
  type InvalidRequest,
  type ProviderSubscriptionRef,
  type Repositories,
  type TooManyAttempts,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { hasOpenDispute } from "../refunds/open-disputes.ts";
import type { StorePorts } from "../store-ports.ts";
import { saveEnd } from "../subscriptions/save-transition.ts";
import { toInvalidRequest } from "./invalid-form.ts";
import { limitPasswordTries } from "./limit-credentials.ts";
import type { AccountSession } from "./sign-in-security.ts";
import { withAccountLease } from "./with-account-lease.ts";

const REASON = {
  InTeam: "team_refused",
  OrderOpen: "order_in_progress",
  DisputeOpen: "dispute_open",
  CreditsNotForfeited: "acknowledgement_required",
} as const;

/** Refuses a deletion that would leave something open, or lose credits that nobody named. (ACC-07) */
const requireDeletable = (
  repos: Repositories,
  account: Account,
  forfeited: number | null,
): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    const plan = yield* repos.orders.openSubscriptionOrder(account.id);
    const others = yield* repos.orders.openOneTimeOrdersOf(account.id);
    const refusal = deletionRefusal({
      isInTeam: worksInTeam(account),
      hasOpenOrder: plan !== null || others.length > 0,
      hasOpenDispute: yield* hasOpenDispute(repos, account.id),
      credits: forfeitedCredits(yield* repos.credits.lots(account.id)),
      forfeited,
    });
    if (refusal !== null)
      return yield* new Conflict({ reason: REASON[refusal._tag], message: deletionRefusalMessage(refusal) });
  });

type DeletePorts = Pick<
  StorePorts,
  "cards" | "clock" | "identity" | "ids" | "providers" | "rateLimits" | "settings" | "transactions"
>;

/**
 * Ends the plan at its provider now, and forgets the cards. What fails here is made up for: the plan's end waits in a
 * list that a job works off, and cards that are left are charged by nobody.
 */
const endAtProviders = (
  ports: DeletePorts,
  customer: string | null,
  ended: ProviderSubscriptionRef | null,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (ended !== null) {
      const { billing } = yield* providerOrUnavailable(ports, ended.provider);
      yield* billing.cancelNow(ended.provider_subscription_id);
    }
    if (customer === null) return;
    for (const { id } of yield* ports.cards.cards(customer)) yield* ports.cards.detachCard(id);
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("a deleted account is still known to its provider", cause)));

/**
 * Writes down the end of the plan, the credits that are forfeited, and the end of the account. Answers what has ended.
 */
const close = (
  ports: DeletePorts,
  accountId: string,
  forfeited: number | null,
): Effect.Effect<ProviderSubscriptionRef | null, Conflict> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      const account = yield* repos.accounts.lock(accountId);
      if (account === null || isDeleted(account)) return null;
      yield* requireDeletable(repos, account, forfeited);
      const now = ports.clock.now();
      const running = yield* repos.subscriptions.current(accountId);
      if (running !== null) {
        const lots = yield* repos.credits.lots(accountId);
        yield* saveEnd(repos, accountId, endSubscription(running.subscription, lots, now, "cancelled"));
        yield* repos.subscriptions.enqueueTermination(running, now);
      }
      const left = yield* repos.credits.lots(accountId);
      yield* repos.credits.post(accountId, forfeitLots(left, `deletion:${accountId}`, now));
      const paid = hasPaid(yield* repos.payments.ofAccount(accountId));
      yield* repos.accounts.close(accountId, deletedAccount(account, paid), paid, now);
      return running;
    }),
  );

/**
 * Deletes an account for who knows its password: the plan and its agreement end now, credits are forfeited once their
 * owner has named them, cards and sessions go, and the address may sign up again. Refused while an order or a dispute
 * is open. What was paid stays. (ACC-07)
 */
export const deleteAccount =
  (ports: DeletePorts) =>
  (
    who: AccountSession,
    form: { readonly password: string; readonly forfeit_credits?: number | undefined },
  ): Effect.Effect<void, InvalidRequest | AccountLocked | TooManyAttempts | Conflict> =>
    Effect.gen(function* () {
      const { account, session, network } = who;
      yield* limitPasswordTries(ports, { email: account.email, network })(
        ports.identity.checkPassword(session, form.password),
      ).pipe(Effect.catchTag("WrongCredentials", () => Effect.fail(toInvalidRequest(["deletion_password"]))));
      const forfeited = form.forfeit_credits ?? null;
      // Written down first: from then on nothing is sold to the account, and nothing can refuse its end.
      const ended = yield* close(ports, account.id, forfeited).pipe(withAccountLease(ports)(account.id));
      yield* endAtProviders(ports, account.stripe_customer_token, ended);
      yield* ports.identity.forget(session);
    });
