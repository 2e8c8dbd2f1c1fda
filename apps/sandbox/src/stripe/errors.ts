/** Errors as the API answers them. */
export type ErrorBody = {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  [extra: string]: unknown;
};
export class ApiError extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500;
  readonly error: ErrorBody;
  constructor(status: ApiError["status"], error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.error = {
      ...(error.code ? { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}` } : {}),
      ...error,
    };
  }
}
export const missing = (what: string, id: string, param = "id"): ApiError =>
  new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
export const missingParam = (param: string): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    code: "parameter_missing",
    message: `Missing required param: ${param}.`,
    param,
  });
export const unknownParam = (param: string): ApiError =>
  new ApiError(400, {
    type: "invalid_request_error",
    code: "parameter_unknown",
    message: `Received unknown parameter: ${param}`,
    param,
  });
export const badState = (code: string, message: string, extra: Record<string, unknown> = {}): ApiError =>
  new ApiError(400, { type: "invalid_request_error", code, message, ...extra });

export type Decline = { code: string; message: string; decline_code?: string; param?: string };
export const cardError = (d: Decline, extra: Record<string, unknown> = {}): ApiError =>
  new ApiError(402, { type: "card_error", ...d, ...extra });

/** Stripe's test numbers. `when`: "confirm" fails at attach and at any confirm; "charge" attaches, then fails. */
export type CardBehaviour = { decline?: Decline; when?: "confirm" | "charge"; challenge?: "always" | "unless_set_up" };
const declined = (decline_code: string, message = "Your card was declined."): Decline => ({
  code: "card_declined",
  decline_code,
  message,
});
export const CARDS: Record<string, CardBehaviour> = {
  "4242424242424242": {},
  "4000000000000002": { when: "confirm", decline: declined("generic_decline") },
  "4000000000009995": { when: "confirm", decline: declined("insufficient_funds", "Your card has insufficient funds.") },
  "4000000000009987": { when: "confirm", decline: declined("lost_card") },
  "4000000000009979": { when: "confirm", decline: declined("stolen_card") },
  "4000000000000069": {
    when: "confirm",
    decline: {
      code: "expired_card",
      decline_code: "expired_card",
      message: "Your card has expired.",
      param: "exp_month",
    },
  },
  "4000000000000127": {
    when: "confirm",
    decline: {
      code: "incorrect_cvc",
      decline_code: "incorrect_cvc",
      message: "Your card's security code is incorrect.",
      param: "cvc",
    },
  },
  "4000000000000119": {
    when: "confirm",
    decline: {
      code: "processing_error",
      decline_code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  "4000000000000341": { when: "charge", decline: declined("generic_decline") },
  "4000002500003155": { challenge: "unless_set_up" },
  "4000002760003184": { challenge: "always" },
  "4000008260003178": {
    challenge: "unless_set_up",
    when: "charge",
    decline: declined("insufficient_funds", "Your card has insufficient funds."),
  },
};
export const authenticationFailure = (intent: "setup_intent" | "payment_intent"): ErrorBody => ({
  type: "invalid_request_error",
  code: `${intent}_authentication_failure`,
  doc_url: `https://stripe.com/docs/error-codes/${intent.replace("_", "-")}-authentication-failure`,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
});

export const luhn = (n: string): boolean =>
  /^\d{12,19}$/.test(n) &&
  [...n]
    .reverse()
    .reduce((s, c, i) => s + (i % 2 ? (Number(c) * 2 > 9 ? Number(c) * 2 - 9 : Number(c) * 2) : Number(c)), 0) %
    10 ===
    0;
export const brandOf = (n: string): string =>
  /^4/.test(n)
    ? "visa"
    : /^(5[1-5]|2[2-7])/.test(n)
      ? "mastercard"
      : /^3[47]/.test(n)
        ? "amex"
        : /^6/.test(n)
          ? "discover"
          : "unknown";
