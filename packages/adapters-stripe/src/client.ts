import { message } from "@backlot/domain";
import { CardDeclined, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import Stripe from "stripe";

/** The API version that this adapter is written for. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Keys, and where the provider is: its own hosts unless `baseUrl` names another. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly baseUrl?: string | undefined;
  /** Milliseconds to wait for the answer to one try. */
  readonly timeoutMs?: number | undefined;
}

/** How long a call may take, with every try of it, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** How long one try may take. Two and the pause between them end before the call times out: nothing is sent after. */
const TRY_MS = 4_500;

/** The provider's own library, pointed at the provider or at a sandbox. */
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

/** Whether a failure is the provider's of that code. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;

/** Whether the provider refused a request for what it asks. Asked again it would be refused again. */
export const isInvalidRequest = (
  error: PaymentProviderUnavailable,
): error is PaymentProviderUnavailable & { readonly cause: Stripe.errors.StripeInvalidRequestError } =>
  error.cause instanceof Stripe.errors.StripeInvalidRequestError;

/** Another request with our key is on its way: its answer is ours too, as soon as there is one. */
const isInFlight = (error: unknown): boolean => isCode(error, "idempotency_key_in_use");

/** No try of a call was answered in time. What it asked for may have been done all the same. */
class NoAnswer extends Error {}

/** A call that the provider may refuse for the card's sake. `limitMs` is for calls of many requests. */
export const request = <A>(
  ask: () => Promise<A>,
  limitMs = TIMEOUT_MS,
): Effect.Effect<A, CardDeclined | PaymentProviderUnavailable> =>
  Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
    Effect.retry({ while: isInFlight, schedule: Schedule.spaced("150 millis"), times: 100 }),
    Effect.timeoutOrElse({
      duration: limitMs,
      orElse: () => Effect.fail(new NoAnswer(`no answer within ${limitMs} ms`)),
    }),
    Effect.catch((error): Effect.Effect<never, CardDeclined | PaymentProviderUnavailable> => {
      if (error instanceof Stripe.errors.StripeCardError) {
        const decline_code = error.decline_code ?? error.code ?? null;
        return Effect.fail(new CardDeclined({ message: error.message, decline_code }));
      }
      // What is no answer of the provider is a mistake of ours, and must not look like the provider's.
      return error instanceof Stripe.errors.StripeError || error instanceof NoAnswer
        ? Effect.fail(new PaymentProviderUnavailable({ cause: error }))
        : Effect.die(error);
    }),
  );

/**
 * Turns an invalid request into a decline: a card that is gone, a customer that was deleted. The order ends with it.
 */
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

/** For calls that a card can't decline; CardDeclined becomes PaymentProviderUnavailable. */
export const requestOrUnavailable = <A>(
  ask: () => Promise<A>,
  limitMs = TIMEOUT_MS,
): Effect.Effect<A, PaymentProviderUnavailable> =>
  request(ask, limitMs).pipe(
    Effect.catchTag("CardDeclined", (cause) => Effect.fail(new PaymentProviderUnavailable({ cause }))),
  );

/** The same, with null for what the provider does not know. */
export const retrieveOrNull = <A>(ask: () => Promise<A>): Effect.Effect<A | null, PaymentProviderUnavailable> =>
  requestOrUnavailable(async () => {
    try {
      return await ask();
    } catch (error) {
      if (isCode(error, "resource_missing")) return null;
      throw error;
    }
  });

/** Null where the provider refuses the request: the object has moved since, and says itself how it stands. */
export const ignoreInvalidRequest = <A>(ask: () => Promise<A>): Effect.Effect<A | null, PaymentProviderUnavailable> =>
  requestOrUnavailable(ask).pipe(
    Effect.catchTag("PaymentProviderUnavailable", (error) =>
      isInvalidRequest(error) ? Effect.succeed(null) : Effect.fail(error),
    ),
  );

/** Null where a card is declined, or the request is refused: the objects say how it stands. */
export const ignoreRefusal = <A>(ask: () => Promise<A>): Effect.Effect<A | null, PaymentProviderUnavailable> =>
  request(ask).pipe(
    Effect.catchTag("CardDeclined", () => Effect.succeed(null)),
    Effect.catchTag("PaymentProviderUnavailable", (error) =>
      isInvalidRequest(error) ? Effect.succeed(null) : Effect.fail(error),
    ),
  );

/** The id of an object, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** The part of an idempotency key that tells attempts apart; the first one has none. */
export const attemptSuffix = (attempt: number): string => (attempt === 0 ? "" : `:${attempt}`);
