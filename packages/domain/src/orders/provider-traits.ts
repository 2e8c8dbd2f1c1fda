import type { PaymentMethod } from "./payment-method.ts";
import type { Provider } from "./order.ts";

/** What a provider can do, so that nobody who needs to know has to name it. */
export interface ProviderTraits {
  /** What buyers choose in order to pay through it. */
  readonly method: PaymentMethod;
  /** Whether the store charges a saved card there by itself, without sending its buyer to the provider. (CHK-03) */
  readonly chargesSavedCards: boolean;
  /** Whether account credit can lower what it charges. (DSC-06) */
  readonly takesAccountCredit: boolean;
  /** Whether a running plan there can become any other one when its period ends. (CHG-02) */
  readonly changesFreely: boolean;
  /** Whether an upgrade changes the subscription there in place; elsewhere it is another agreement. (CHG-09) */
  readonly changesInPlace: boolean;
}

const TRAITS: { readonly [P in Provider]: ProviderTraits } = {
  stripe: {
    method: "card",
    chargesSavedCards: true,
    takesAccountCredit: true,
    changesFreely: true,
    changesInPlace: true,
  },
  paypal: {
    method: "paypal",
    chargesSavedCards: false,
    takesAccountCredit: false,
    changesFreely: false,
    changesInPlace: false,
  },
};

/** The traits of a provider. */
export const providerTraits = (provider: Provider): ProviderTraits => TRAITS[provider];

/** The provider behind a way to pay; the card's, where none is named. (LIC-14) */
export const providerOf = (method: PaymentMethod | undefined): Provider => (method === "paypal" ? "paypal" : "stripe");
