import type { PaymentMethod } from "./payment-method.ts";
import type { Provider } from "../kernel/provider.ts";

/** The capabilities of a provider. Check these instead of the provider's name. */
export interface ProviderTraits {
  /** The payment method that buyers choose for this provider. */
  readonly method: PaymentMethod;
  /** Whether the store can charge a saved card without sending the buyer to the provider. */
  readonly chargesSavedCards: boolean;
  /** Whether account credit can reduce a charge. */
  readonly takesAccountCredit: boolean;
  /** Whether a running plan can become any other plan at the period end. */
  readonly changesFreely: boolean;
  /** Whether an upgrade changes the subscription in place. Otherwise it creates a new agreement. */
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

/** Returns a provider's capabilities. */
export const providerTraits = (provider: Provider): ProviderTraits => TRAITS[provider];

/** Returns the provider of a payment method; Stripe by default. */
export const providerOf = (method: PaymentMethod | undefined): Provider => (method === "paypal" ? "paypal" : "stripe");
