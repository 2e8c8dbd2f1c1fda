import { Cents } from "@backlot/domain/kernel/money.schema";
import { OfferKind } from "@backlot/domain/orders/offer.schema";
import * as Schema from "effect/Schema";
import { errorEnvelope } from "./error-envelope.ts";

/** The request doesn't match the contract, or a field is invalid. Each issue names its field. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()(
  "invalid_request",
  { message: Schema.String, issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })) },
  { httpApiStatus: 400 },
) {}

/** The request has no session, its token is no longer valid, or the email address and password don't match. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "unauthorized",
  { message: Schema.String },
  { httpApiStatus: 401 },
) {}

/** The provider declined the payment. `message` comes from the provider. Retry with another card. */
export class PaymentDeclined extends Schema.TaggedError<PaymentDeclined>()(
  "payment_declined",
  { message: Schema.String, decline_code: Schema.NullOr(Schema.String) },
  { httpApiStatus: 402 },
) {}

/** The bank requires the buyer's confirmation. Confirm with `client_secret`, then repeat the request. */
export class PaymentNeedsConfirmation extends Schema.TaggedError<PaymentNeedsConfirmation>()(
  "payment_needs_confirmation",
  { message: Schema.String, client_secret: Schema.String },
  { httpApiStatus: 402 },
) {}

/** The caller is not allowed to do this, or the object belongs to another account. */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "forbidden",
  { message: Schema.String },
  { httpApiStatus: 403 },
) {}

/**
 * The account may not download this file now. `reason` explains why. Both numbers are null unless the reason is
 * `DailyLimitReached`.
 */
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

/** The requested object doesn't exist, or the caller may not see it. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "not_found",
  { message: Schema.String },
  { httpApiStatus: 404 },
) {}

/** The request is valid but conflicts with the current state. `reason` is for programs, and `message` is for people. */
export class Conflict extends Schema.TaggedError<Conflict>()(
  "conflict",
  {
    message: Schema.String,
    reason: Schema.Literals([
      "email_taken",
      "sign_in_to_confirm",
      "subscription_changed",
      "invoice_past_due",
      "period_ends_soon",
      "acknowledgement_required",
      "price_changed",
      "payer_unavailable",
      "billed_elsewhere",
      "subscription_ended",
      "payment_method_in_use",
      "card_expired",
      "promo_code_invalid",
      "credit_pack_unavailable",
      "order_in_progress",
      "payment_method_required",
      "plan_unavailable",
      "below_minimum_license",
      "already_owned",
      "not_purchasable_with_credits",
      "order_ended",
      "payment_not_applied",
      "setup_intent_reused",
      "dispute_open",
      "cart_full",
      "nothing_to_buy",
      "item_unavailable",
      "license_not_confirmed",
      "license_not_paid",
      "licensee_not_printable",
      "team_refused",
      "wishlist_full",
      "file_name_taken",
      "media_name_taken",
      "already_sold",
      "catalog_not_empty",
      "no_samples",
      "account_unchangeable",
      "idempotency_key_reused",
      "account_credit_unavailable",
      "refund_unavailable",
      "authorization_pending",
      "slow_down",
      "access_denied",
      "expired_token",
    ]),
    /** The current offer, if it differs from the one the buyer was shown. Total in cents. */
    now: Schema.optionalKey(Schema.Struct({ kind: OfferKind, total: Cents })),
    /** The plan order that is in progress, with `order_in_progress`. Wait for its outcome instead of paying again. */
    order_id: Schema.optionalKey(Schema.String),
  },
  { httpApiStatus: 409 },
) {}

/** The balance is too low for the purchase. All numbers are in credits. */
export class NotEnoughCredits extends Schema.TaggedError<NotEnoughCredits>()(
  "not_enough_credits",
  { message: Schema.String, needed: Schema.Int, available: Schema.Int, missing: Schema.Int },
  { httpApiStatus: 409 },
) {}

/**
 * Support locked the account, or too many wrong passwords temporarily locked the email address. `message` includes the
 * support address to contact.
 */
export class AccountLocked extends Schema.TaggedError<AccountLocked>()(
  "account_locked",
  { message: Schema.String },
  { httpApiStatus: 423 },
) {}

/** A provider did not respond. The operation may have succeeded. Repeat the same request. */
export class ProviderUnreachable extends Schema.TaggedError<ProviderUnreachable>()(
  "provider_unreachable",
  { message: Schema.String },
  { httpApiStatus: 503 },
) {}

/** The caller has reached a rate limit. Retry after `retry_after` seconds. */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()(
  "too_many_attempts",
  { message: Schema.String, retry_after: Schema.Int },
  { httpApiStatus: 503 },
) {}

/** The database is unreachable. The operation may or may not have taken effect. Repeat the same request. */
export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "unavailable",
  { message: Schema.String },
  { httpApiStatus: 503 },
) {}

/** Each error in its wire format, for the `error` option of endpoints. */
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
