import {
  type Account,
  defaultCard,
  defaultCardError,
  distinctCards,
  isCardExpired,
  isSameCard,
  message,
  personName,
  providerTraits,
  removeCard,
} from "@backlot/domain";
import {
  type CardDeclined,
  Conflict,
  Forbidden,
  type PaymentProviderUnavailable,
  type SavedCard,
  type SetupIntent,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import type { StorePorts } from "../store-ports.ts";

/** The account's customer at the provider, made once and claimed atomically. (CHK-03) */
export const ensureCustomer =
  (ports: Pick<StorePorts, "cards" | "transactions">) =>
  (account: Account): Effect.Effect<string, PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      if (account.stripe_customer_token !== null) return account.stripe_customer_token;
      const created = yield* ports.cards.createCustomer({
        account_id: account.id,
        email: account.email,
        name: personName(account),
      });
      return yield* ports.transactions.read.accounts.setCustomerIfAbsent(account.id, created);
    });

/** Refuses a customer that is not the account's own; a request may name none. (CHK-06) */
export const requireOwnCustomer = (
  named: string | null | undefined,
  own: string | null,
): Effect.Effect<void, Forbidden> =>
  named === null || named === undefined || named === own
    ? Effect.void
    : Effect.fail(new Forbidden({ message: message("forbidden") }));

type CardPorts = Pick<StorePorts, "cards" | "clock" | "transactions">;

/** Refuses a card that is not one of a customer's own. One call. (CHK-06) */
export const requireOwnCard = (
  ports: Pick<StorePorts, "cards">,
  customerId: string,
  id: string,
): Effect.Effect<void, Forbidden | PaymentProviderUnavailable> =>
  Effect.flatMap(ports.cards.cards(customerId), (own) =>
    own.some((card) => card.id === id) ? Effect.void : Effect.fail(new Forbidden({ message: message("forbidden") })),
  );

/** The running plan that a card of the account pays; null without one. */
const paidPlan = (ports: CardPorts, account: Account): Effect.Effect<string | null> =>
  Effect.map(ports.transactions.read.subscriptions.current(account.id), (stored) =>
    stored !== null && providerTraits(stored.provider).chargesSavedCards ? stored.provider_subscription_id : null,
  );

/**
 * The saved cards of an account, each number with its date once; none before it ever had a customer. A foreign customer
 * id is refused. Two calls at once. (CHK-05)
 */
export const listCards =
  (ports: CardPorts) =>
  (
    account: Account,
    named?: string | null,
  ): Effect.Effect<readonly SavedCard[], Forbidden | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      yield* requireOwnCustomer(named, account.stripe_customer_token);
      if (account.stripe_customer_token === null) return [];
      const [plan, customer, cards] = yield* Effect.all(
        [
          paidPlan(ports, account),
          ports.cards.customer(account.stripe_customer_token),
          ports.cards.cards(account.stripe_customer_token),
        ],
        { concurrency: 3 },
      );
      const paying = plan === null ? null : customer.plan_payment_methods[plan];
      const now = ports.clock.now();
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

/** The saved cards of an account, which one is among; a card of somebody else is refused. */
const cardsWith = (
  ports: CardPorts,
  account: Account,
  id: string,
): Effect.Effect<readonly SavedCard[], Forbidden | PaymentProviderUnavailable> =>
  Effect.flatMap(listCards(ports)(account), (own) =>
    own.some((each) => each.id === id)
      ? Effect.succeed(own)
      : Effect.fail(new Forbidden({ message: message("forbidden") })),
  );

/** A card of an account with every other saving of the same card: they are forgotten together. */
const everySaving = (
  ports: CardPorts,
  account: Account,
  id: string,
): Effect.Effect<readonly string[], PaymentProviderUnavailable> =>
  Effect.map(ports.cards.cards(account.stripe_customer_token ?? ""), (all) => {
    const named = all.find((each) => each.id === id);
    return [
      id,
      ...all.flatMap((each) => (named !== undefined && each.id !== id && isSameCard(each, named) ? each.id : [])),
    ];
  });

/** Starts saving a card, or vouches for a saved one; a card of somebody else is refused. (CHK-03, CHK-06) */
export const createSetupIntent =
  (ports: Pick<StorePorts, "cards" | "transactions">) =>
  (
    account: Account,
    asked: { readonly customer_id?: string | null | undefined; readonly payment_method?: string | null | undefined },
  ): Effect.Effect<SetupIntent, Forbidden | CardDeclined | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      yield* requireOwnCustomer(asked.customer_id, account.stripe_customer_token);
      const customer = yield* ensureCustomer(ports)(account);
      const card = asked.payment_method ?? null;
      if (card !== null) yield* requireOwnCard(ports, customer, card);
      return yield* ports.cards.createSetupIntent(customer, card);
    });

/**
 * Forgets a card of the account's own, and answers the ones that are left. A plan that it pays moves to the card that
 * is offered first among those; one that pays a plan stays where no other is good. One at a time for an account: each
 * of two at once would move the plan to the other's card. (CHK-05)
 */
export const deleteCard =
  (ports: CardPorts & Pick<StorePorts, "ids">) =>
  (
    account: Account,
    paymentMethodId: string,
  ): Effect.Effect<readonly SavedCard[], Forbidden | Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const own = yield* cardsWith(ports, account, paymentMethodId);
      const { cards, pays } = yield* Effect.fromResult(removeCard(own, paymentMethodId)).pipe(
        Effect.mapError((reason) => new Conflict({ reason, message: message(reason) })),
      );
      const plan = pays === null ? null : yield* paidPlan(ports, account);
      if (plan !== null && pays !== null) yield* ports.cards.setPaymentMethod(plan, pays);
      for (const id of yield* everySaving(ports, account, paymentMethodId)) yield* ports.cards.detachCard(id);
      return cards;
    }).pipe(withAccountLease(ports)(account.id));

/** Makes a card of the account's own the one that is offered first; refused where it has expired. (CHK-05) */
export const makeDefaultCard =
  (ports: CardPorts) =>
  (
    account: Account,
    paymentMethodId: string,
  ): Effect.Effect<readonly SavedCard[], Forbidden | Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const own = yield* cardsWith(ports, account, paymentMethodId);
      const card = own.find((each) => each.id === paymentMethodId);
      const reason = card === undefined ? null : defaultCardError(card);
      if (reason !== null) return yield* new Conflict({ reason, message: message(reason) });
      yield* ports.cards.makeDefaultCard(account.stripe_customer_token ?? "", paymentMethodId);
      return own.map((each) => ({ ...each, is_default: each.id === paymentMethodId }));
    });
