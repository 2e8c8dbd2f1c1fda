import {
  type Account,
  accountCreditOf,
  defaultCard,
  defaultCardError,
  distinctCards,
  isCardExpired,
  isSameCard,
  message,
  personName,
  payerOf,
  removeCard,
} from "@backlot/domain";
import {
  CardVault,
  Conflict,
  Forbidden,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../account-lease.ts";

/**
 * Returns the id of the account's Stripe customer, creating the customer if necessary. Simultaneous calls return the
 * same id.
 */
export const ensureCustomer = Effect.fnUntraced(function* (account: Account) {
  const cards = yield* CardVault;
  if (account.stripe_customer_token !== null) return account.stripe_customer_token;
  const created = yield* cards.createCustomer({
    account_id: account.id,
    email: account.email,
    name: personName(account),
  });
  return yield* Repositories.use(({ accounts }) => accounts.setCustomerIfAbsent(account.id, created)).pipe(
    transactional,
  );
});

/** Fails if the request names a customer that is not the account's own. */
export const requireOwnCustomer = (
  named: string | null | undefined,
  customerId: string | null,
): Effect.Effect<void, Forbidden> =>
  named === null || named === undefined || named === customerId
    ? Effect.void
    : Effect.fail(new Forbidden({ message: message("forbidden") }));

/**
 * Returns the account's customer at the card provider, with its account credit in cents (a debt if negative). Fails for
 * another account's customer. Makes one provider call.
 */
export const customerDetails = Effect.fnUntraced(function* (account: Account, id: string) {
  yield* requireOwnCustomer(id, account.stripe_customer_token);
  const { balance, default_payment_method } = yield* (yield* CardVault).customer(id);
  return { id, default_payment_method, account_credit: accountCreditOf(balance) };
});

/** Fails for a card that does not belong to the customer. Makes one provider call. */
export const requireOwnCard = Effect.fnUntraced(function* (customerId: string, id: string) {
  const cards = yield* (yield* CardVault).cards(customerId);
  if (!cards.some((card) => card.id === id)) return yield* new Forbidden({ message: message("forbidden") });
});

/**
 * Returns the provider's id of the account's current subscription, or null if there is none that a saved card pays for.
 */
const paidPlan = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  const subscriptionRecord = yield* repos.subscriptions.current(account.id);
  return subscriptionRecord !== null && payerOf(subscriptionRecord.provider).asks === "card"
    ? subscriptionRecord.provider_subscription_id
    : null;
});

/**
 * Returns an account's saved cards without duplicates; none if it has no Stripe customer yet. Fails if `named` is
 * another account's customer. Makes two provider calls in parallel.
 */
export const listCards = Effect.fnUntraced(function* (account: Account, named?: string | null) {
  const vault = yield* CardVault;
  yield* requireOwnCustomer(named, account.stripe_customer_token);
  if (account.stripe_customer_token === null) return [];
  const [plan, customer, cards] = yield* Effect.all(
    [paidPlan(account), vault.customer(account.stripe_customer_token), vault.cards(account.stripe_customer_token)],
    { concurrency: 3 },
  );
  const paying = plan === null ? null : customer.plan_payment_methods[plan];
  const now = yield* currentTime;
  const listed = distinctCards(cards, [paying, customer.default_payment_method]).map(({ id, card }) => ({
    id,
    card,
    is_default: id === customer.default_payment_method,
    is_expired: isCardExpired(card, now),
    pays_plan: id === paying,
  }));
  const first = defaultCard(listed);
  return listed.map((each) => ({ ...each, is_default: each.id === first?.id }));
});

/** Returns an account's saved cards; fails if `id` is not one of them. */
const cardsWith = (account: Account, id: string) =>
  Effect.flatMap(listCards(account), (cards) =>
    cards.some((each) => each.id === id)
      ? Effect.succeed(cards)
      : Effect.fail(new Forbidden({ message: message("forbidden") })),
  );

/** Returns the ids of a card and of its duplicates, which are deleted together. */
const duplicatesOf = Effect.fnUntraced(function* (account: Account, id: string) {
  const all = yield* (yield* CardVault).cards(account.stripe_customer_token ?? "");
  const named = all.find((each) => each.id === id);
  return [
    id,
    ...all.flatMap((each) => (named !== undefined && each.id !== id && isSameCard(each, named) ? each.id : [])),
  ];
});

/**
 * Creates a setup intent for a new card, or for a saved card if `payment_method` names one. Fails for someone else's
 * card or customer.
 */
export const createSetupIntent = Effect.fnUntraced(function* (
  account: Account,
  request: { readonly customer_id?: string | null | undefined; readonly payment_method?: string | null | undefined },
) {
  const cards = yield* CardVault;
  yield* requireOwnCustomer(request.customer_id, account.stripe_customer_token);
  const customer = yield* ensureCustomer(account);
  const card = request.payment_method ?? null;
  if (card !== null) yield* requireOwnCard(customer, card);
  return yield* cards.createSetupIntent(customer, card);
});

/**
 * Deletes an account's card and its duplicates, and returns the remaining cards. If the deleted card pays for the plan,
 * the next default card takes over; fails if no valid card remains. Runs one at a time per account, because two
 * simultaneous deletions could each move the plan to the card that the other deletes.
 */
export const deleteCard = Effect.fnUntraced(
  function* (account: Account, paymentMethodId: string) {
    const vault = yield* CardVault;
    const savedCards = yield* cardsWith(account, paymentMethodId);
    const { cards, pays } = yield* Effect.fromResult(removeCard(savedCards, paymentMethodId)).pipe(
      Effect.mapError((reason) => new Conflict({ reason, message: message(reason) })),
    );
    const plan = pays === null ? null : yield* paidPlan(account);
    if (plan !== null && pays !== null) yield* vault.setPaymentMethod(plan, pays);
    for (const id of yield* duplicatesOf(account, paymentMethodId)) yield* vault.detachCard(id);
    return cards;
  },
  (effect, account) => withAccountLease(account.id)(effect),
);

/**
 * Makes a card the account's default, which checkout preselects and which will pay for the current plan, and returns
 * all cards. Fails if the card has expired. Runs one at a time per account, so that a concurrent plan change can't move
 * the plan back to another card.
 */
export const makeDefaultCard = Effect.fnUntraced(
  function* (account: Account, paymentMethodId: string) {
    const cards = yield* CardVault;
    const savedCards = yield* cardsWith(account, paymentMethodId);
    const card = savedCards.find((each) => each.id === paymentMethodId);
    const reason = card === undefined ? null : defaultCardError(card);
    if (reason !== null) return yield* new Conflict({ reason, message: message(reason) });
    const plan = card?.pays_plan ? null : yield* paidPlan(account);
    if (plan !== null) yield* cards.setPaymentMethod(plan, paymentMethodId);
    yield* cards.makeDefaultCard(account.stripe_customer_token ?? "", paymentMethodId);
    return savedCards.map((each) => ({
      ...each,
      is_default: each.id === paymentMethodId,
      pays_plan: plan === null ? each.pays_plan : each.id === paymentMethodId,
    }));
  },
  (effect, account) => withAccountLease(account.id)(effect),
);
