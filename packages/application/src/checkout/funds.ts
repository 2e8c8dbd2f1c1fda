import { type Cents, type Provider, ZERO, message, payerOf } from "@backlot/domain";
import { Conflict, Forbidden } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireSetupIntent } from "../fulfillment/setup-intent.ts";
import type { Given, Purchaser } from "./buyable.ts";
import { ensureCustomer, requireOwnCard, requireOwnCustomer } from "./cards.ts";

/** The request of a buyer who approves the payment at the provider, or who pays nothing today. */
export const NOTHING_GIVEN: Given = { _tag: "Nothing" };

/** The means to pay for an order. A field is null if the provider doesn't need it. */
export interface Funds {
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** The customer's account credit, in cents; a debt if negative. */
  readonly credit: Cents;
  /** Requests with the same key are one order; null if an open order with the same content is reused. */
  readonly key: string | null;
}

const NO_FUNDS: Funds = { customer_id: null, payment_method_id: null, credit: ZERO, key: null };

const noCard = (): Conflict =>
  new Conflict({ reason: "payment_method_required", message: message("payment_method_required") });

/** Fails if a payer charges cards and the request doesn't name one. */
export const requireGiven = (payer: Provider, given: Given): Effect.Effect<void, Conflict> =>
  payerOf(payer).asks === "card" && given._tag === "Nothing" ? Effect.fail(noCard()) : Effect.void;

export const createsCustomer = (buyer: Purchaser, payer: Provider, given: Given): boolean =>
  payerOf(payer).asks === "card" &&
  given._tag === "Card" &&
  buyer._tag === "Account" &&
  buyer.account.stripe_customer_token === null;

/**
 * Returns the means to pay for an order: the card of the buyer's own setup intent, a customer with a saved card or a
 * new one, or nothing for a payer that requires an approval. A guest's new card doesn't belong to a customer. Fails for
 * another buyer's customer or card. Makes at most two provider calls.
 */
export const fundsOf = Effect.fnUntraced(function* (buyer: Purchaser, payer: Provider, given: Given) {
  if (payerOf(payer).asks === "approval") return NO_FUNDS;
  const { account } = buyer;
  if (given._tag === "Nothing") return yield* noCard();
  if (given._tag === "SetupIntent") {
    const funds: Funds = { ...(yield* requireSetupIntent(account, given.id)), key: given.id };
    return funds;
  }
  const { payment_method_id } = given;
  if (buyer._tag === "Guest") {
    if (given.customer_id === null && payment_method_id === null) return NO_FUNDS;
    return yield* new Forbidden({ message: message("forbidden") });
  }
  yield* requireOwnCustomer(given.customer_id, account.stripe_customer_token);
  const customer_id = yield* ensureCustomer(account);
  if (payment_method_id !== null) yield* requireOwnCard(customer_id, payment_method_id);
  const funds: Funds = { customer_id, payment_method_id, credit: ZERO, key: null };
  return funds;
});
