import { message } from "@backlot/domain";
import type { ProviderCall, ChargeOf, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { WITH_CHARGE, toChargeState } from "../charge-state.ts";
import { attemptSuffix, ignoreInvalidRequest, ignoreRefusal, requestOrUnavailable, retrieveOrNull } from "../client.ts";
import type { Charges } from "./charges.ts";

type OneTime = ChargeOf<"one-time">;

const canceledState = (reference: string | null): ChargeState => ({
  _tag: "Canceled",
  reference,
  message: null,
  decline_code: null,
});

/** Creates the charges for one-time payments. Each is a payment intent. */
export const makeOneTimeCharges = (stripe: Stripe): Charges<"one-time"> => {
  const read = (reference: string): ProviderCall<ChargeState> =>
    Effect.map(
      retrieveOrNull(() => stripe.paymentIntents.retrieve(reference, { expand: WITH_CHARGE })),
      (intent) => (intent === null ? canceledState(reference) : toChargeState(intent)),
    );

  /** Finds the customer's intent for an order, in case the response that created it was lost. */
  const search = (charge: OneTime): ProviderCall<ChargeState | null> => {
    const { customer_id: customer } = charge;
    if (customer === null) return Effect.succeed(null);
    return Effect.map(
      requestOrUnavailable(() =>
        stripe.paymentIntents
          .list({ customer, limit: 100, expand: WITH_CHARGE.map((path) => `data.${path}`) })
          .autoPagingToArray({ limit: 10_000 }),
      ),
      (intents) => {
        const orderIntent = intents.find((intent) => intent.metadata["order_id"] === charge.order_id);
        return orderIntent === undefined ? null : toChargeState(orderIntent);
      },
    );
  };

  return {
    find: (charge) => (charge.reference === null ? search(charge) : read(charge.reference)),
    create: (charge) =>
      Effect.map(
        ignoreInvalidRequest(() =>
          stripe.paymentIntents.create(
            {
              amount: charge.spec.amount,
              currency: "usd",
              allowed_payment_method_types: ["card"],
              description: charge.spec.description,
              metadata: { order_id: charge.order_id },
              ...(charge.customer_id === null ? {} : { customer: charge.customer_id }),
              ...(charge.payment_method_id === null ? {} : { payment_method: charge.payment_method_id }),
              // Save a newly entered card in the same confirmation, so that the bank authenticates it only once.
              ...(charge.customer_id !== null && charge.payment_method_id === null
                ? { setup_future_usage: "off_session" as const }
                : {}),
            },
            { idempotencyKey: `${charge.order_id}:payment${attemptSuffix(charge.attempt)}` },
          ),
        ),
        // Stripe rejects an invalid request on every retry, so there will never be a payment.
        (intent) =>
          intent === null
            ? { _tag: "Canceled", reference: null, message: message("card_unusable"), decline_code: null }
            : toChargeState(intent),
      ),
    capture: (charge, state) => {
      const { reference } = state;
      if (reference === null) return Effect.succeed(state);
      // Omit the idempotency key, because a declined card may be retried, and an intent can be paid only once.
      const confirm = () =>
        stripe.paymentIntents.confirm(reference, {
          expand: WITH_CHARGE,
          ...(charge.payment_method_id === null ? {} : { payment_method: charge.payment_method_id }),
        });
      return Effect.flatMap(ignoreRefusal(confirm), (intent) =>
        intent === null ? read(reference) : Effect.succeed(toChargeState(intent)),
      );
    },
    cancel: (_charge, state) => {
      const { reference } = state;
      if (reference === null || state._tag === "Succeeded" || state._tag === "Canceled") return Effect.succeed(state);
      return Effect.flatMap(
        ignoreInvalidRequest(() => stripe.paymentIntents.cancel(reference)),
        (intent) => (intent === null ? read(reference) : Effect.succeed(toChargeState(intent))),
      );
    },
    finalize: () => Effect.void,
  };
};
