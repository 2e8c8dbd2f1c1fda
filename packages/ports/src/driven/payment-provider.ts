import * as Context from "effect/Context";
import type { PaymentGateway } from "../orders/payment-gateway.ts";
import type { ProviderEvents } from "../fulfillment/provider-events.ts";
import type { Provider } from "@backlot/domain/kernel/provider";
import type { Refunds } from "../refunds/refunds.ts";
import type { SubscriptionBilling } from "../subscriptions/subscription-billing.ts";

export interface PaymentProvider {
  readonly gateway: PaymentGateway;
  readonly billing: SubscriptionBilling;
  readonly events: ProviderEvents;
  readonly refunds: Refunds;
}

/**
 * The payment providers, by the names stored in orders. A provider is null if its keys aren't set. Stripe is required,
 * because it stores the cards.
 */
export type PaymentProviders = { readonly [P in Provider]: PaymentProvider | null } & {
  readonly stripe: PaymentProvider;
};

export const PaymentProviders = Context.Service<PaymentProviders>("backlot/PaymentProviders");
