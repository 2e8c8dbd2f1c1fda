import * as Result from "effect/Result";
import type { AccountMessage } from "../accounts/account-messages.ts";

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

/** The licence was not confirmed: its block is highlighted and nothing is sent. (CHK-01) */
export interface LicenceNotConfirmed {
  readonly _tag: "LicenceNotConfirmed";
}

/** Whether an order may be placed: with the licence confirmed, unless that is not asked for. (CHK-01) */
export const mayPlaceOrder = (order: {
  readonly confirmationRequired: boolean;
  readonly confirmed: boolean;
}): Result.Result<"place", LicenceNotConfirmed> =>
  order.confirmationRequired && !order.confirmed
    ? Result.fail({ _tag: "LicenceNotConfirmed" })
    : Result.succeed("place");

/** What an account is reminded of before it pays: an e-mail address that was never confirmed. (CHK-09) */
export const checkoutReminder = (account: { readonly confirmed_at: string | null }): AccountMessage | null =>
  account.confirmed_at === null ? "unconfirmed" : null;
