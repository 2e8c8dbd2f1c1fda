import { message } from "@backlot/domain";
import { CardDeclined, PaymentProviderDown } from "@backlot/ports";
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
  /** Milliseconds to wait for one answer. */
  readonly timeoutMs?: number | undefined;
}

/** The provider's own library, pointed at the provider or at a sandbox. */
export const client = (options: StripeOptions): Stripe => {
  const common = {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 2,
    timeout: options.timeoutMs ?? 20_000,
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

/** Another request with our key is on its way: its answer is ours too, as soon as there is one. */
const inFlight = (error: unknown): boolean => isCode(error, "idempotency_key_in_use");

/** A call that the provider may refuse for the card's sake. */
export const call = <A>(ask: () => Promise<A>): Effect.Effect<A, CardDeclined | PaymentProviderDown> =>
  Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
    Effect.retry({ while: inFlight, schedule: Schedule.spaced("150 millis"), times: 100 }),
    Effect.catch((error): Effect.Effect<never, CardDeclined | PaymentProviderDown> => {
      if (error instanceof Stripe.errors.StripeCardError) {
        return Effect.fail(
          new CardDeclined({ message: error.message, decline_code: error.decline_code ?? error.code ?? null }),
        );
      }
      // What is no answer of the provider is a mistake of ours, and must not look like the provider's.
      return error instanceof Stripe.errors.StripeError
        ? Effect.fail(new PaymentProviderDown({ cause: error }))
        : Effect.die(error);
    }),
  );

/** Asked again it would be refused again: a card that is gone, a customer that was deleted. The order ends with it. */
export const orUnusable = <A>(
  effect: Effect.Effect<A, CardDeclined | PaymentProviderDown>,
): Effect.Effect<A, CardDeclined | PaymentProviderDown> =>
  Effect.catchTag(
    effect,
    "PaymentProviderDown",
    (down): Effect.Effect<never, CardDeclined | PaymentProviderDown> =>
      down.cause instanceof Stripe.errors.StripeInvalidRequestError
        ? Effect.fail(new CardDeclined({ message: message("card_unusable"), decline_code: down.cause.code ?? null }))
        : Effect.fail(down),
  );

/** A call that no card can be the matter of. */
export const ask = <A>(question: () => Promise<A>): Effect.Effect<A, PaymentProviderDown> =>
  call(question).pipe(Effect.catchTag("CardDeclined", (cause) => Effect.fail(new PaymentProviderDown({ cause }))));

/** The same, with null for what the provider does not know. */
export const find = <A>(question: () => Promise<A>): Effect.Effect<A | null, PaymentProviderDown> =>
  ask(async () => {
    try {
      return await question();
    } catch (error) {
      if (isCode(error, "resource_missing")) return null;
      throw error;
    }
  });

/** The id of an object, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** A mistake in what we ask for, or something that has moved since: the objects say how it stands. */
export const unlessRefused = <A>(question: () => Promise<A>): Effect.Effect<A | null, PaymentProviderDown> =>
  ask(question).pipe(
    Effect.catchTag("PaymentProviderDown", (down) =>
      down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.succeed(null) : Effect.fail(down),
    ),
  );
