import type { Account, Cents, Order, PayFacts, Provider } from "@backlot/domain";
import type { Conflict, Forbidden, NotFound, PaymentProviderUnavailable, TooManyAttempts } from "@backlot/ports";
import type { Advanced } from "../fulfillment/advance-order.ts";
import type { Priced } from "../fulfillment/place-order.ts";
import type { InTransaction, UseCase } from "../store-services.ts";

/** Who buys: an account, or a guest with a visitor's cart, by its token. */
export type Purchaser =
  | { readonly _tag: "Account"; readonly account: Account }
  | { readonly _tag: "Guest"; readonly account: Account; readonly token: string };

/** What a request names to pay with: a plan's setup intent, a customer and a saved card, or nothing. */
export type Given =
  | { readonly _tag: "SetupIntent"; readonly id: string }
  | { readonly _tag: "Card"; readonly customer_id: string | null; readonly payment_method_id: string | null }
  | { readonly _tag: "Nothing" };

/** Why a purchase can't be placed. */
export type Refused = NotFound | Forbidden | Conflict;

/** Why a purchase fails, at the store or at a provider. */
export type BuyError = Refused | TooManyAttempts | PaymentProviderUnavailable;

/** What a purchase is priced with. */
export interface Pricing {
  readonly payer: Provider;
  /** The account credit that it can use, in cents; a debt if negative. */
  readonly credit: Cents;
  /** The id of the order, to reference in the entries that hold credits. */
  readonly orderId: string;
  /** The payment of the period that a plan change replaces, or null. */
  readonly replaces: string | null;
}

/** A priced purchase: its order's content, and what decides who can pay for it. */
export interface Offered {
  readonly content: Priced;
  readonly paying: PayFacts;
}

/** A downgrade, or keeping the same plan: it has no order. */
export interface Changed {
  readonly _tag: "Changed";
  readonly change: "downgrade" | "no-change";
}

/** A plan to be paid now. `replaces` is the payment of the period that it replaces, or null for a new plan. */
export interface ToPay {
  readonly _tag: "ToPay";
  readonly replaces: string | null;
}

/** The order of a purchase, and its charge. */
export interface Ordered extends Advanced {
  readonly _tag: "Ordered";
}

/**
 * What a request asks for: a plan, credits, or a cart. `C` is a change that may take the place of an order; only a plan
 * has one.
 */
export interface Buyable<C extends Changed = never> {
  /** The token of the cart that a guest buys, or null. */
  readonly cart_token: string | null;
  /** Returns whether an order is for this, so that a repeated request continues it. */
  readonly isFor: (order: Order) => boolean;
  /** Returns the order that sold this already, or null. */
  readonly sold: UseCase<Order | null, Conflict>;
  /**
   * Prepares a change of the running plan, under the account's lease. Applies a downgrade at once; otherwise returns
   * the payment of the period to replace, or null for a new plan. `isWaiting` is whether a plan order is open. The
   * function itself is null for credits and carts.
   */
  readonly ready: ((payer: Provider, given: Given, isWaiting: boolean) => UseCase<C | ToPay, BuyError>) | null;
  /** Asks what only a provider knows, and returns the function that prices the purchase under the account's lock. */
  readonly pricer: UseCase<(locked: Account, by: Pricing) => InTransaction<Offered, Refused>, BuyError>;
  /** Fails if the purchase isn't the one that the buyer was shown. */
  readonly requireShown: (content: Pick<Priced, "items" | "quote">) => UseCase<void, Conflict>;
  /** Fails early if the purchase isn't possible, before a Stripe customer is created. */
  readonly check: UseCase<unknown, Refused>;
}
