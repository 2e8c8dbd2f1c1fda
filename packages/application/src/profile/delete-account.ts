import {
  type Account,
  accountCreditBalance,
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
  CardVault,
  Conflict,
  CurrentAccount,
  CurrentSession,
  Identity,
  type ProviderSubscriptionRef,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../providers.ts";
import { hasOpenDispute } from "../disputes/dispute-guard.ts";
import { saveEnd } from "../subscriptions/save-transition.ts";
import { toInvalidRequest } from "../invalid-form.ts";
import { limitPasswordTries } from "../accounts/limit-credentials.ts";
import { withAccountLease } from "../account-lease.ts";

const REASON = {
  InTeam: "team_refused",
  OrderOpen: "order_in_progress",
  DisputeOpen: "dispute_open",
  CreditsNotForfeited: "acknowledgement_required",
  AccountCreditNotForfeited: "acknowledgement_required",
} as const;

/** The amounts that an account's owner agreed to forfeit: credits, and account credit in cents; null for nothing. */
interface Forfeited {
  readonly credits: number | null;
  readonly account_credit: number | null;
}

/**
 * Fails if the account is a team member, has an open order or dispute, or has credits or account credit whose loss was
 * not acknowledged.
 */
const requireDeletable = Effect.fnUntraced(function* (account: Account, forfeited: Forfeited) {
  const repos = yield* ReadRepositories;
  const plan = yield* repos.orders.openSubscriptionOrder(account.id);
  const others = yield* repos.orders.openOneTimeOrdersOf(account.id);
  const refusal = deletionRefusal({
    isInTeam: worksInTeam(account),
    hasOpenOrder: plan !== null || others.length > 0,
    hasOpenDispute: yield* hasOpenDispute(account.id),
    credits: forfeitedCredits(yield* repos.credits.lots(account.id)),
    forfeited: forfeited.credits,
    account_credit: accountCreditBalance((yield* repos.overviews.get(account.id))?.account_credit ?? []),
    forfeited_account_credit: forfeited.account_credit,
  });
  if (refusal !== null)
    return yield* new Conflict({ reason: REASON[refusal._tag], message: deletionRefusalMessage(refusal) });
});

/** Logs a failure at a provider and continues, because the account is deleted whether or not the provider responds. */
const logged = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchCause(work, (cause) => Effect.logWarning("a deleted account still exists at its provider", cause));

/**
 * Ends the plan (null if there was none) at its provider, and deletes the customer's cards. If one step fails, the
 * others still run. Failures are harmless, because a job retries ending the plan, and nothing charges the remaining
 * cards.
 */
const endAtProviders = Effect.fnUntraced(function* (customer: string | null, ended: ProviderSubscriptionRef | null) {
  const vault = yield* CardVault;
  if (ended !== null) {
    const provider = providerOrUnavailable(ended.provider);
    yield* logged(Effect.flatMap(provider, ({ billing }) => billing.cancelNow(ended.provider_subscription_id)));
  }
  if (customer === null) return;
  for (const { id } of yield* vault.cards(customer)) yield* logged(vault.detachCard(id));
}, logged);

/**
 * Ends the plan, forfeits the credits, and closes the account, all in our records. Returns the subscription that ended,
 * or null.
 */
const close = Effect.fnUntraced(function* (accountId: string, forfeited: Forfeited) {
  const repos = yield* Repositories;
  const account = yield* repos.accounts.lock(accountId);
  if (account === null || isDeleted(account)) return null;
  yield* requireDeletable(account, forfeited);
  const now = yield* currentTime;
  const running = yield* repos.subscriptions.current(accountId);
  if (running !== null) {
    const lots = yield* repos.credits.lots(accountId);
    yield* saveEnd(accountId, endSubscription(running.subscription, lots, now, "cancelled"));
    yield* repos.subscriptions.enqueueTermination(running, now);
  }
  const remainingLots = yield* repos.credits.lots(accountId);
  yield* repos.credits.post(accountId, forfeitLots(remainingLots, `deletion:${accountId}`, now));
  const paid = hasPaid(yield* repos.payments.ofAccount(accountId));
  yield* repos.accounts.close(accountId, deletedAccount(account, paid), paid, now);
  return running;
}, transactional);

/**
 * Deletes the caller's account, given its password. Ends the plan, forfeits the credits and the account credit whose
 * loss the owner acknowledged, and deletes cards and sessions. The address can sign up again. Fails while an order or a
 * dispute is open. Payment records are kept.
 */
export const deleteAccount = Effect.fn("profile.delete")(function* (form: {
  readonly password: string;
  readonly forfeit_credits?: number | undefined;
  readonly forfeit_account_credit?: number | undefined;
}) {
  const identity = yield* Identity;
  const account = yield* CurrentAccount;
  const { session, visitor } = yield* CurrentSession;
  yield* limitPasswordTries({ email: account.email, network: visitor.address })(
    identity.checkPassword(session, form.password),
  ).pipe(Effect.catchTag("WrongCredentials", () => Effect.fail(toInvalidRequest(["deletion_password"]))));
  const forfeited = {
    credits: form.forfeit_credits ?? null,
    account_credit: form.forfeit_account_credit ?? null,
  };
  // Record the deletion first. After that, the account can't buy anything, and nothing can block its deletion.
  const ended = yield* close(account.id, forfeited).pipe(withAccountLease(account.id));
  yield* endAtProviders(account.stripe_customer_token, ended);
  yield* identity.forget(session);
});
