import type { PaymentGateway } from "./payment-gateway.ts";
import type { ProviderEvents } from "./provider-events.ts";
import type { Refunds } from "./refunds.ts";
import type { SubscriptionBilling } from "./subscription-billing.ts";

/** Everything that the store asks of one payment provider. */
export interface PaymentProvider {
  readonly gateway: PaymentGateway;
  readonly billing: SubscriptionBilling;
  readonly events: ProviderEvents;
  readonly refunds: Refunds;
}
