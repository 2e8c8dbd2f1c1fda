import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** The provider declined the payment. The message is for the buyer, who must use another card. */
export class CardDeclined extends Data.TaggedError("CardDeclined")<{
  readonly message: string;
  readonly decline_code: string | null;
}> {}

/**
 * The provider did not respond, or its response was not understood. The outcome is unknown. Retry with the same key.
 */
export class PaymentProviderUnavailable extends Data.TaggedError("PaymentProviderUnavailable")<{
  readonly cause: unknown;
}> {}

/** The signature of a webhook doesn't match its body. Never process it. */
export class InvalidWebhookSignature extends Data.TaggedError("InvalidWebhookSignature")<{
  readonly message: string;
}> {}

/** The provider has ended the subscription permanently. It can't be resumed or changed. */
export class SubscriptionEnded extends Data.TaggedError("SubscriptionEnded")<{ readonly subscription_id: string }> {}

/** A provider call that fails only if the provider is unavailable. */
export type ProviderCall<A> = Effect.Effect<A, PaymentProviderUnavailable>;
