import type { Account, Cents, Order, PayFacts, Provider } from "@backlot/domain";
import type { Conflict, Forbidden, NotFound, PaymentProviderUnavailable, TooManyAttempts } from "@backlot/ports";
import type { Advanced } from "../fulfillment/advance-order.ts";
import type { Priced } from "../fulfillment/place-order.ts";
import type { InTransaction, UseCase } from "../store-services.ts";

/** The buyer: an account, or a guest with a visitor's cart, identified by its token. */
export type Purchaser =
  | { readonly _tag: "Account"; readonly account: Account }
  | { readonly _tag: "Guest"; readonly account: Account; readonly token: string };

/** The means of payment in a request: a plan's setup intent, a customer and a saved card, or nothing. */
export type Given =
  | { readonly _tag: "SetupIntent"; readonly id: string }
  | { readonly _tag: "Card"; readonly customer_id: string | null; readonly payment_method_id: string | null }
  | { readonly _tag: "Nothing" };

/** Why a purchase can't be made. */
export type Refused = NotFound | Forbidden | Conflict;

/** Why a purchase fails, at the store or at a provider. */
export type BuyError = Refused | TooManyAttempts | PaymentProviderUnavailable;

/** The inputs to a purchase's price. */
export interface Pricing {
  readonly payer: Provider;
  /** The account credit that the purchase can use, in cents; a debt if negative. */
  readonly credit: Cents;
  /** The id of the order, to reference in the entries that reserve credits. */
  readonly orderId: string;
  /** The payment of the period that a plan change replaces, or null. */
  readonly replaces: string | null;
}

/** A priced purchase: its order's content, and the facts that decide which payers can pay for it. */
export interface Offered {
  readonly content: Priced;
  readonly paying: PayFacts;
}

/** A downgrade or an unchanged plan, neither of which has an order. */
export interface Changed {
  readonly _tag: "Changed";
  readonly change: "downgrade" | "no-change";
}

/** A plan to pay for now. `replaces` is the payment of the period that it replaces, or null for a new plan. */
export interface ToPay {
  readonly _tag: "ToPay";
  readonly replaces: string | null;
}

/** The order of a purchase, and its charge. */
export interface Ordered extends Advanced {
  readonly _tag: "Ordered";
}

/**
 * A requested purchase: a plan, credits, or a cart. `C` is a change that can replace the order; only a plan has one.
 */
export interface Buyable<C extends Changed = never> {
  /** The token of the cart that a guest buys, or null. */
  readonly cart_token: string | null;
  /** Returns whether an order is for this purchase, so that a repeated request continues it. */
  readonly isFor: (order: Order) => boolean;
  /** Returns the order that already sold this purchase, or null. */
  readonly sold: UseCase<Order | null, Conflict>;
  /**
   * Prepares a change to the current plan under the account's lease. Applies a downgrade immediately; otherwise,
   * returns the payment of the period to replace, or null for a new plan. `isWaiting` is whether a plan order is open.
   * The function itself is null for credits and carts.
   */
  readonly ready: ((payer: Provider, given: Given, isWaiting: boolean) => UseCase<C | ToPay, BuyError>) | null;
  /** Reads provider data, and returns the function that prices the purchase under the account's lock. */
  readonly pricer: UseCase<(locked: Account, by: Pricing) => InTransaction<Offered, Refused>, BuyError>;
  /** Fails if the purchase differs from the one that the buyer was shown. */
  readonly requireShown: (content: Pick<Priced, "items" | "quote">) => UseCase<void, Conflict>;
  /** Fails early if the purchase isn't possible, before a Stripe customer is created. */
  readonly check: UseCase<unknown, Refused>;
}
