import type Stripe from "stripe";

/** The body of an error, as the library declares the last error of an intent; a message is always given. */
export type ErrorBody = Stripe.PaymentIntent.LastPaymentError & { readonly message: string };

/** The statuses that an error is answered with. */
export type ErrorStatus = 400 | 401 | 402 | 404 | 409 | 429 | 500;

/** An error as the API answers it. */
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

/** What an error may carry beside its code and message. */
type ErrorDetails = Omit<ErrorBody, "type" | "message" | "code">;

/** 404: there is no such object. */
export const missing = (what: string, id: string, param = "id"): ApiError =>
  new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });

/** 400: a parameter that is required was not given. */
export const missingParam = (param: string): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    code: "parameter_missing",
    message: `Missing required param: ${param}.`,
    param,
  });

/** 400: a parameter that this API version does not have. */
export const unknownParam = (param: string): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    code: "parameter_unknown",
    message: `Received unknown parameter: ${param}`,
    param,
  });

/** 400: the state of an object does not allow the request. */
export const badState = (code: string, message: string, details: ErrorDetails = {}): ApiError =>
  new ApiError(400, { type: "invalid_request_error", code, message, ...details });

/** 400: a card that was taken off its customer can't be used. */
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

/** 402: a card was declined. */
export const cardError = (decline: Decline, details: ErrorDetails = {}): ApiError =>
  new ApiError(402, { type: "card_error", ...decline, ...details });

/** The last error of an intent when its 3-D Secure challenge failed. */
export const authenticationFailure = (intent: "setup_intent" | "payment_intent"): ErrorBody => ({
  type: "invalid_request_error",
  code: `${intent}_authentication_failure`,
  doc_url: `https://stripe.com/docs/error-codes/${intent.replace("_", "-")}-authentication-failure`,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
});
