import * as Result from "effect/Result";

/** Where an order stands on the page. (CHK-02) */
export type Checkout =
  | { readonly _tag: "idle" }
  | { readonly _tag: "loading" }
  | { readonly _tag: "error"; readonly message: string }
  | { readonly _tag: "success" };

/** What happens to an order on the page. `message` is the provider's or the server's own. (CHK-02) */
export type CheckoutEvent =
  | { readonly _tag: "submitted" }
  | { readonly _tag: "failed"; readonly message: string }
  | { readonly _tag: "succeeded" }
  | { readonly _tag: "edited" }
  | { readonly _tag: "reset" };

/** A checkout before anything was done. */
export const CHECKOUT_IDLE: Checkout = { _tag: "idle" };

/**
 * The checkout after an event. While an order is on its way nothing else starts; a refusal can be tried again, a
 * success is final. (CHK-02)
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
      // What was placed is done with, and another order may be placed.
      return state._tag === "loading" ? CHECKOUT_IDLE : state;
    case "edited":
      return state._tag === "error" ? CHECKOUT_IDLE : state;
  }
};

/** The license was not confirmed: its block is highlighted and nothing is sent. (CHK-01) */
export interface LicenseNotConfirmed {
  readonly _tag: "LicenseNotConfirmed";
}

/** Credits would be lost, and nobody has said that they know it. (CHG-05) */
export interface LossNotAcknowledged {
  readonly _tag: "LossNotAcknowledged";
}

/**
 * Whether an order may be placed: with the license confirmed, unless that is not asked for, and with the loss of legacy
 * credits acknowledged where it has one. (CHK-01, CHG-05)
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

/** Where the checkout of a cart stands: nothing to buy, a team's member, who buys, under which license, or paying. */
export type CartCheckoutStep = "empty" | "member" | "account" | "license" | "payment";

/**
 * The step of a cart's checkout. A visitor may pay as a guest, under the lowest license, and may ask for an account or
 * a license first; an account whose license is not known chooses one, unless the cart has one or the buyer goes on.
 * Who knows the license may change it. (ORD-03, ORD-05)
 */
export const cartCheckoutStep = (
  buyer: { readonly isMember: boolean; readonly isLicenseKnown: boolean } | null,
  cart: { readonly isEmpty: boolean; readonly isLicenseChosen: boolean },
  asked: string | null,
): CartCheckoutStep => {
  if (cart.isEmpty) return "empty";
  if (buyer?.isMember) return "member";
  if (buyer === null && asked === "account") return "account";
  if (asked === "license") return "license";
  const isLicenseMissing = buyer !== null && !buyer.isLicenseKnown && !cart.isLicenseChosen;
  return isLicenseMissing && asked !== "payment" ? "license" : "payment";
};
