import type Stripe from "stripe";

/** The body of an error, in the Stripe library's type of a last payment error. The message is always set. */
export type ErrorBody = Stripe.PaymentIntent.LastPaymentError & { readonly message: string };

/** The HTTP statuses of errors. */
type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500;

/** An error that the API returns. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly error: ErrorBody;
  constructor(status: ErrorStatus, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.error = {
      ...(error.code ? { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}` } : {}),
      ...error,
    };
  }
}

/** The optional fields of an error body. */
type ErrorDetails = Omit<ErrorBody, "type" | "message" | "code">;

/** Creates a 404 for an object that does not exist. */
export const notFound = (what: string, id: string, param = "id"): ApiError =>
  new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });

/** Creates a 400 for a missing required parameter. */
export const missingParam = (param: string): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    code: "parameter_missing",
    message: `Missing required param: ${param}.`,
    param,
  });

/** Creates a 400 for a parameter that this API version does not have. */
export const unknownParam = (param: string): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    code: "parameter_unknown",
    message: `Received unknown parameter: ${param}`,
    param,
  });

/** Creates a 400 for a parameter that is longer than Stripe stores. */
export const tooLong = (param: string, maximum: number): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    message: `Invalid string: must be at most ${maximum} characters`,
    param,
  });

/** Creates a 400 for an API version that the sandbox doesn't support. */
export const unknownVersion = (version: string): ApiError =>
  new ApiError(400, { type: "invalid_request_error", message: `Invalid Stripe API version: ${version}` });

/** Creates a 429 for an object that another request is changing. */
export const lockTimeout = (): ApiError =>
  new ApiError(429, {
    type: "invalid_request_error",
    code: "lock_timeout",
    message:
      "This object cannot be accessed right now because another API request or Stripe process is currently accessing " +
      "it. If you see this error intermittently, retry the request.",
  });

/** Creates a 403 for a restricted key without the permission for an operation. */
export const notPermitted = (): ApiError =>
  new ApiError(403, {
    type: "invalid_request_error",
    code: "more_permissions_required",
    message: "The provided key does not have the required permissions for this endpoint.",
  });

/** Creates a 429 for a request over the rate limit. */
export const tooManyRequests = (): ApiError =>
  new ApiError(429, { type: "rate_limit_error", code: "rate_limit", message: "Too many requests." });

/** Returns whether an error is a rate-limit error. */
export const isRateLimit = ({ error }: ApiError): boolean => error.code === "rate_limit";

/** Creates a 400 for a request that the object's state does not allow. */
export const badState = (code: string, message: string, details: ErrorDetails = {}): ApiError =>
  new ApiError(400, { type: "invalid_request_error", code, message, ...details });

/** Creates a 400 for a card that was detached from its customer. */
export const detachedCard = (): ApiError =>
  badState(
    "payment_method_unexpected_state",
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a " +
      "connected account without Customer attachment, or was detached from a Customer. It may not be used again. To " +
      "use a PaymentMethod multiple times, you must attach it to a Customer first.",
    { param: "payment_method" },
  );

/** Why a card is declined. */
export interface Decline {
  readonly code: string;
  readonly message: string;
  readonly decline_code?: string;
  readonly param?: string;
}

/** Creates a 402 for a declined card. */
export const cardError = (decline: Decline, details: ErrorDetails = {}): ApiError =>
  new ApiError(402, { type: "card_error", ...decline, ...details });

/** Returns the last error of an intent whose 3-D Secure challenge failed. */
export const authenticationFailure = (intent: "setup_intent" | "payment_intent"): ErrorBody => ({
  type: "invalid_request_error",
  code: `${intent}_authentication_failure`,
  doc_url: `https://stripe.com/docs/error-codes/${intent.replace("_", "-")}-authentication-failure`,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
});
