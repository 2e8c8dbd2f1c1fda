import * as Context from "effect/Context";
import type { PaymentGateway } from "./payment-gateway.ts";
import type { ProviderEvents } from "./provider-events.ts";
import type { Refunds } from "../refunds/refunds.ts";
import type { SubscriptionBilling } from "../subscriptions/subscription-billing.ts";

/** The ports of one payment provider. */
export interface PaymentProvider {
  readonly gateway: PaymentGateway;
  readonly billing: SubscriptionBilling;
  readonly events: ProviderEvents;
  readonly refunds: Refunds;
}

/** The payment providers, by the name that orders store. `paypal` is null if its keys are not set. */
export interface PaymentProviders {
  readonly stripe: PaymentProvider;
  readonly paypal: PaymentProvider | null;
}

export const PaymentProviders = Context.Service<PaymentProviders>("backlot/PaymentProviders");
