import * as Data from "effect/Data";

/** The provider said no; the message is for the buyer. Only another card helps. */
export class CardDeclined extends Data.TaggedError("CardDeclined")<{
  readonly message: string;
  readonly decline_code: string | null;
}> {}

/** No answer, or one that makes no sense. What happened is unknown: send the same again, with the same key. */
export class PaymentProviderUnavailable extends Data.TaggedError("PaymentProviderUnavailable")<{
  readonly cause: unknown;
}> {}

/** A webhook whose signature does not match its body. Never handled. */
export class InvalidWebhookSignature extends Data.TaggedError("InvalidWebhookSignature")<{
  readonly message: string;
}> {}

/** A subscription that its provider has ended for good. It can't be resumed or changed. */
export class SubscriptionEnded extends Data.TaggedError("SubscriptionEnded")<{ readonly subscription_id: string }> {}
