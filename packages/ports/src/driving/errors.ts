import { Cents } from "@backlot/domain/kernel/money.schema";
import { OfferKind } from "@backlot/domain/orders/offer.schema";
import * as Schema from "effect/Schema";
import { errorEnvelope } from "./error-envelope.ts";

/** Something in the request is not as the contract says; each issue names its field. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()(
  "invalid_request",
  { message: Schema.String, issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })) },
  { httpApiStatus: 400 },
) {}

/** Nobody is signed in, or the token is not good any more. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "unauthorized",
  { message: Schema.String },
  { httpApiStatus: 401 },
) {}

/** The provider refused the payment. The message is the provider's own; a new attempt may use another card. (CHK-03) */
export class PaymentDeclined extends Schema.TaggedError<PaymentDeclined>()(
  "payment_declined",
  { message: Schema.String, decline_code: Schema.NullOr(Schema.String) },
  { httpApiStatus: 402 },
) {}

/** The bank asks the buyer: confirm with the secret, then send the same request again. (CHK-03) */
export class PaymentNeedsConfirmation extends Schema.TaggedError<PaymentNeedsConfirmation>()(
  "payment_needs_confirmation",
  { message: Schema.String, client_secret: Schema.String },
  { httpApiStatus: 402 },
) {}

/** The caller may not do this, or names what belongs to somebody else. */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "forbidden",
  { message: Schema.String },
  { httpApiStatus: 403 },
) {}

/** A download that the account's plan does not cover, with the figures that say why. (DWN-02, DWN-03, DWN-04) */
export class DownloadRefused extends Schema.TaggedError<DownloadRefused>()(
  "download_refused",
  {
    message: Schema.String,
    reason: Schema.Literals([
      "NeedsPaidPlan",
      "NeedsPurchase",
      "NeedsPlanFor4K",
      "DailyLimitReached",
      "PaymentDisputed",
    ]),
    download_limit: Schema.NullOr(Schema.Int),
    downloads_today: Schema.NullOr(Schema.Int),
  },
  { httpApiStatus: 403 },
) {}

/** There is nothing under that name or number. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "not_found",
  { message: Schema.String },
  { httpApiStatus: 404 },
) {}

/** The request is well formed but does not fit the present state: a price, an order or a plan is another. */
export class Conflict extends Schema.TaggedError<Conflict>()(
  "conflict",
  {
    message: Schema.String,
    reason: Schema.Literals([
      "email_taken",
      "subscription_changed",
      "invoice_past_due",
      "acknowledgment_required",
      "price_changed",
      "paypal_unavailable",
      "billed_by_paypal",
      "subscription_ended",
      "payment_method_in_use",
      "card_expired",
      "promo_code_invalid",
      "credit_pack_unavailable",
      "order_in_progress",
      "payment_method_required",
      "plan_unavailable",
      "below_minimum_licence",
      "already_owned",
      "not_purchasable_with_credits",
      "order_ended",
      "payment_not_applied",
      "setup_intent_reused",
      "dispute_open",
      "cart_full",
      "nothing_to_buy",
      "item_unavailable",
      "licence_not_confirmed",
      "licence_not_paid",
      "licensee_not_printable",
      "team_refused",
      "wishlist_full",
      "file_name_taken",
      "account_unchangeable",
      "idempotency_key_reused",
    ]),
    /** What the offer is now, where it is not what its buyer was shown. Total in cents. */
    now: Schema.optionalKey(Schema.Struct({ kind: OfferKind, total: Cents })),
  },
  { httpApiStatus: 409 },
) {}

/** Too few credits; `missing` more are needed. (CRD-06) */
export class NotEnoughCredits extends Schema.TaggedError<NotEnoughCredits>()(
  "not_enough_credits",
  { message: Schema.String, needed: Schema.Int, available: Schema.Int, missing: Schema.Int },
  { httpApiStatus: 409 },
) {}

/** The account is locked; the message says whom to ask. (ACC-03) */
export class AccountLocked extends Schema.TaggedError<AccountLocked>()(
  "account_locked",
  { message: Schema.String },
  { httpApiStatus: 423 },
) {}

/** A provider did not answer. What was asked for may have been done; the same request may be sent again. */
export class ProviderUnreachable extends Schema.TaggedError<ProviderUnreachable>()(
  "provider_unreachable",
  { message: Schema.String },
  { httpApiStatus: 503 },
) {}

/** Somebody tried too often. The same may be tried later. (DSC-02) */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()(
  "too_many_attempts",
  { message: Schema.String },
  { httpApiStatus: 503 },
) {}

/** The store can't reach its own data. Nothing is known to have changed; the same request may be sent again. */
export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "unavailable",
  { message: Schema.String },
  { httpApiStatus: 503 },
) {}

/** The errors as the wire carries them, one schema each. */
export const Wire = {
  invalidRequest: errorEnvelope(InvalidRequest),
  unauthorized: errorEnvelope(Unauthorized),
  paymentDeclined: errorEnvelope(PaymentDeclined),
  paymentNeedsConfirmation: errorEnvelope(PaymentNeedsConfirmation),
  forbidden: errorEnvelope(Forbidden),
  downloadRefused: errorEnvelope(DownloadRefused),
  notFound: errorEnvelope(NotFound),
  conflict: errorEnvelope(Conflict),
  notEnoughCredits: errorEnvelope(NotEnoughCredits),
  accountLocked: errorEnvelope(AccountLocked),
  providerUnreachable: errorEnvelope(ProviderUnreachable),
  tooManyAttempts: errorEnvelope(TooManyAttempts),
  unavailable: errorEnvelope(Unavailable),
} as const;
