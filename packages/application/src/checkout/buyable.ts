import type { Account, Cents, Order, PayFacts, Provider } from "@backlot/domain";
import type {
  Conflict,
  Forbidden,
  NotFound,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  PaymentProviderUnavailable,
  TooManyAttempts,
} from "@backlot/ports";
import type { Advanced } from "../orders/advance-order.ts";
import type { Priced } from "../orders/place-order.ts";
import type { InTransaction, UseCase } from "../store-services.ts";

/** Who buys: an account, or a guest with a visitor's cart, by its token. */
export type Purchaser =
  | { readonly _tag: "Account"; readonly account: Account }
  | { readonly _tag: "Guest"; readonly account: Account; readonly token: string };

/** Why a purchase can't be placed. */
export type Refused = NotFound | Forbidden | Conflict;

/** Why a purchase fails, at the store or at a provider. */
export type BuyError = Refused | TooManyAttempts | PaymentProviderUnavailable;

/** Why a purchase is not paid, in addition to {@link BuyError}. */
export type NotPaid = PaymentDeclined | PaymentNeedsConfirmation;

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

/** A plan change that costs nothing today, so that it has no order. */
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
   * Of a plan: makes the running plan ready to be changed, under the account's lease. Makes a change that costs nothing
   * at once; for any other, returns the payment of the period that it replaces, or null without a running plan. Null
   * for what is no plan.
   */
  readonly ready: ((payer: Provider) => UseCase<C | ToPay, BuyError>) | null;
  /** Asks what only a provider knows, and returns the function that prices the purchase under the account's lock. */
  readonly pricer: UseCase<(locked: Account, by: Pricing) => InTransaction<Offered, Refused>, BuyError>;
  /** Fails if the purchase isn't the one that the buyer was shown. */
  readonly requireShown: (content: Pick<Priced, "items" | "quote">) => UseCase<void, Conflict>;
  /** Fails early for what can't be bought, before a customer is created for it. */
  readonly check: UseCase<unknown, Refused>;
}
