import { message } from "@backlot/domain";
import { CardDeclined, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import Stripe from "stripe";

export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Credentials and the base URL, which defaults to Stripe's. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly baseUrl?: string | undefined;
  /** The timeout of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** The time limit for a call with all its attempts, in milliseconds. */
const TIMEOUT_MS = 10_000;
/**
 * The timeout of one attempt, in milliseconds. Two attempts and the pause between them fit into TIMEOUT_MS, so nothing
 * is sent after a call has timed out, unless the call first waited for another request or the rate limit.
 */
const TRY_MS = 4_500;

/** Creates a Stripe SDK client for Stripe or a sandbox. */
export const makeClient = (options: StripeOptions): Stripe => {
  const common = {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 1,
    timeout: options.timeoutMs ?? TRY_MS,
    telemetry: false,
  } as const;
  if (options.baseUrl === undefined) return new Stripe(options.secretKey, common);
  const url = new URL(options.baseUrl);
  const protocol = url.protocol === "https:" ? "https" : "http";
  return new Stripe(options.secretKey, {
    ...common,
    host: url.hostname,
    port: url.port === "" ? (protocol === "https" ? 443 : 80) : Number(url.port),
    protocol,
  });
};

/** Returns whether an error is Stripe's error with that code. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;

/** Returns whether Stripe rejected the request itself. A retry would fail as well. */
export const isInvalidRequest = (
  error: PaymentProviderUnavailable,
): error is PaymentProviderUnavailable & { readonly cause: Stripe.errors.StripeInvalidRequestError } =>
  error.cause instanceof Stripe.errors.StripeInvalidRequestError;

/**
 * Returns whether another request with the same idempotency key, or for the same object, is running. A retry gets that
 * request's response, or the object as that request left it.
 */
const isInFlight = (error: unknown): boolean =>
  isCode(error, "idempotency_key_in_use") || isCode(error, "lock_timeout");

/** The retry schedule after too many requests. Waits increase, and vary so that processes don't all retry at once. */
const AFTER_RATE_LIMIT = Schedule.exponential("500 millis").pipe(Schedule.jittered);

/** No attempt of a call got a response in time. Stripe may have processed it anyway. */
class NoAnswer extends Error {}

/** Sends a request that can fail because of the card. `limitMs` is the time limit, longer for paginated requests. */
export const request = <A>(
  ask: () => Promise<A>,
  limitMs = TIMEOUT_MS,
): Effect.Effect<A, CardDeclined | PaymentProviderUnavailable> =>
  Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
    Effect.retry({ while: isInFlight, schedule: Schedule.spaced("150 millis"), times: 100 }),
    Effect.retry({ while: (error) => isCode(error, "rate_limit"), schedule: AFTER_RATE_LIMIT, times: 10 }),
    Effect.timeoutOrElse({
      duration: limitMs,
      orElse: () => Effect.fail(new NoAnswer(`no response within ${limitMs} ms`)),
    }),
    Effect.catch((error): Effect.Effect<never, CardDeclined | PaymentProviderUnavailable> => {
      if (error instanceof Stripe.errors.StripeCardError) {
        const decline_code = error.decline_code ?? error.code ?? null;
        return Effect.fail(new CardDeclined({ message: error.message, decline_code }));
      }
      // An error that is not from Stripe is our bug, and must not look like an outage.
      return error instanceof Stripe.errors.StripeError || error instanceof NoAnswer
        ? Effect.fail(new PaymentProviderUnavailable({ cause: error }))
        : Effect.die(error);
    }),
  );

/** Turns an invalid request, such as for a removed card or a deleted customer, into a decline, which ends the order. */
export const invalidRequestAsDecline = <A>(
  effect: Effect.Effect<A, CardDeclined | PaymentProviderUnavailable>,
): Effect.Effect<A, CardDeclined | PaymentProviderUnavailable> =>
  Effect.catchTag(
    effect,
    "PaymentProviderUnavailable",
    (error): Effect.Effect<never, CardDeclined | PaymentProviderUnavailable> =>
      isInvalidRequest(error)
        ? Effect.fail(new CardDeclined({ message: message("card_unusable"), decline_code: error.cause.code ?? null }))
        : Effect.fail(error),
  );

/** Sends a request that a card cannot decline. CardDeclined becomes PaymentProviderUnavailable. */
export const requestOrUnavailable = <A>(
  ask: () => Promise<A>,
  limitMs = TIMEOUT_MS,
): Effect.Effect<A, PaymentProviderUnavailable> =>
  request(ask, limitMs).pipe(
    Effect.catchTag("CardDeclined", (cause) => Effect.fail(new PaymentProviderUnavailable({ cause }))),
  );

/** Sends a request like requestOrUnavailable, but returns null if the object does not exist. */
export const retrieveOrNull = <A>(ask: () => Promise<A>): Effect.Effect<A | null, PaymentProviderUnavailable> =>
  requestOrUnavailable(async () => {
    try {
      return await ask();
    } catch (error) {
      if (isCode(error, "resource_missing")) return null;
      throw error;
    }
  });

/** Sends a request, and returns null if Stripe rejects it because the object has changed. Read its state afterward. */
export const ignoreInvalidRequest = <A>(ask: () => Promise<A>): Effect.Effect<A | null, PaymentProviderUnavailable> =>
  requestOrUnavailable(ask).pipe(
    Effect.catchTag("PaymentProviderUnavailable", (error) =>
      isInvalidRequest(error) ? Effect.succeed(null) : Effect.fail(error),
    ),
  );

/**
 * Sends a request, and returns null if the card is declined or Stripe rejects it. Read the object's state afterward.
 */
export const ignoreRefusal = <A>(ask: () => Promise<A>): Effect.Effect<A | null, PaymentProviderUnavailable> =>
  request(ask).pipe(
    Effect.catchTag("CardDeclined", () => Effect.succeed(null)),
    Effect.catchTag("PaymentProviderUnavailable", (error) =>
      isInvalidRequest(error) ? Effect.succeed(null) : Effect.fail(error),
    ),
  );

/** Returns the ID of an object, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** Returns the part of an idempotency key that distinguishes attempts: none for the first attempt. */
export const attemptSuffix = (attempt: number): string => (attempt === 0 ? "" : `:${attempt}`);
