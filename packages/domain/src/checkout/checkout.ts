import * as Result from "effect/Result";

/** The state of the order form on a checkout page. */
export type Checkout =
  | { readonly _tag: "idle" }
  | { readonly _tag: "loading" }
  | { readonly _tag: "error"; readonly message: string }
  | { readonly _tag: "success" };

/**
 * An event of the order form. A failure's `message` comes from the provider or the server. "edited" clears an error,
 * and "reset" clears the form for another order.
 */
export type CheckoutEvent =
  | { readonly _tag: "submitted" }
  | { readonly _tag: "failed"; readonly message: string }
  | { readonly _tag: "succeeded" }
  | { readonly _tag: "edited" }
  | { readonly _tag: "reset" };

/** The state of the order form before an order is submitted. */
export const CHECKOUT_IDLE: Checkout = { _tag: "idle" };

/**
 * Returns the next state of the order form. Nothing can be submitted while an order is loading. An error can be
 * retried; success is final.
 */
export const checkoutReducer = (state: Checkout, event: CheckoutEvent): Checkout => {
  switch (event._tag) {
    case "submitted":
      return state._tag === "idle" || state._tag === "error" ? { _tag: "loading" } : state;
    case "failed":
      return state._tag === "loading" ? { _tag: "error", message: event.message } : state;
    case "succeeded":
      return state._tag === "loading" ? { _tag: "success" } : state;
    case "reset":
      // The placed order has ended, so another one can be placed.
      return state._tag === "loading" ? CHECKOUT_IDLE : state;
    case "edited":
      return state._tag === "error" ? CHECKOUT_IDLE : state;
  }
};

/** The error if the license is not confirmed. The page highlights the license section and sends nothing. */
export interface LicenseNotConfirmed {
  readonly _tag: "LicenseNotConfirmed";
}

/** The error if the buyer has not acknowledged the loss of their legacy credits. */
export interface LossNotAcknowledged {
  readonly _tag: "LossNotAcknowledged";
}

/**
 * Checks whether an order can be placed. The license must be confirmed if required, and any loss of legacy credits must
 * be acknowledged.
 */
export const mayPlaceOrder = (order: {
  readonly confirmationRequired: boolean;
  readonly confirmed: boolean;
  readonly losesCredits?: boolean;
  readonly acknowledged?: boolean;
}): Result.Result<"place", LicenseNotConfirmed | LossNotAcknowledged> => {
  if (order.confirmationRequired && !order.confirmed) return Result.fail({ _tag: "LicenseNotConfirmed" });
  const { losesCredits = false, acknowledged = false } = order;
  return losesCredits && !acknowledged ? Result.fail({ _tag: "LossNotAcknowledged" }) : Result.succeed("place");
};

/** A step of the cart checkout. "empty" has nothing to buy; "member" blocks a team member, whose team owner pays. */
export type CartCheckoutStep = "empty" | "member" | "account" | "license" | "payment";

/**
 * Returns the step of a cart's checkout. `buyer` is null for a visitor, and `requestedStep` is the step that the buyer
 * asked for, or null. A visitor pays as a guest under the lowest license, unless they ask for the account or license
 * step. An account without a known license must choose one, unless the cart already has one or the buyer asks to skip
 * to payment. A buyer with a known license can still ask to change it.
 */
export const cartCheckoutStep = (
  buyer: { readonly isMember: boolean; readonly isLicenseKnown: boolean } | null,
  cart: { readonly isEmpty: boolean; readonly isLicenseChosen: boolean },
  requestedStep: string | null,
): CartCheckoutStep => {
  if (cart.isEmpty) return "empty";
  if (buyer?.isMember) return "member";
  if (buyer === null && requestedStep === "account") return "account";
  if (requestedStep === "license") return "license";
  const isLicenseMissing = buyer !== null && !buyer.isLicenseKnown && !cart.isLicenseChosen;
  return isLicenseMissing && requestedStep !== "payment" ? "license" : "payment";
};
