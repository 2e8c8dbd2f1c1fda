import { cents, sum } from "@backlot/domain";
import type { PaymentProviderDown, Payments, SinglePayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { ask, call, find, unlessRefused } from "./client.ts";
import { singlePayment } from "./provider-plan.ts";

/** Payments of their own, and what was given back of any payment. */
export const makeSinglePayments = (
  stripe: Stripe,
): Pick<Payments, "createPayment" | "confirmPayment" | "payment" | "abandonPayment" | "refundBehind"> => {
  const payment = (id: string): Effect.Effect<SinglePayment | null, PaymentProviderDown> =>
    Effect.map(
      find(() => stripe.paymentIntents.retrieve(id)),
      (intent) => (intent === null ? null : singlePayment(intent)),
    );

  return {
    createPayment: (order) =>
      unlessRefused(
        () =>
          stripe.paymentIntents.create(
            {
              amount: order.amount,
              currency: "usd",
              customer: order.customer_id,
              allowed_payment_method_types: ["card"],
              description: order.description,
              metadata: { order_id: order.order_id },
              // A card that is typed for it is kept, with one question of the bank and not two.
              ...(order.payment_method_id === null
                ? { setup_future_usage: "off_session" as const }
                : { payment_method: order.payment_method_id }),
            },
            { idempotencyKey: `${order.order_id}:payment` },
          ),
        // Refused for what it asks, and so for good: there is no payment, and there will be none.
      ).pipe(Effect.map((intent) => (intent === null ? { _tag: "Ended", payment_id: null } : singlePayment(intent)))),
    confirmPayment: (paymentId, paymentMethodId) =>
      Effect.gen(function* () {
        // A refusal, and a bank's question, are read from the payment afterwards.
        yield* call(() =>
          stripe.paymentIntents.confirm(paymentId, paymentMethodId === null ? {} : { payment_method: paymentMethodId }),
        ).pipe(
          Effect.asVoid,
          Effect.catchTag("CardDeclined", () => Effect.void),
          Effect.catchTag("PaymentProviderDown", (down) =>
            down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down),
          ),
        );
        return (yield* payment(paymentId)) ?? { _tag: "Ended", payment_id: paymentId };
      }),
    payment,
    abandonPayment: (paymentId) => Effect.asVoid(unlessRefused(() => stripe.paymentIntents.cancel(paymentId))),
    refundBehind: ({ refund_id, payment_id }) =>
      refund_id === null || payment_id === null
        ? Effect.succeed(null)
        : ask(() => stripe.refunds.list({ payment_intent: payment_id, limit: 100 })).pipe(
            Effect.map((refunds) => ({
              payment_id,
              refunded: sum(
                refunds.data.filter((refund) => refund.status === "succeeded").map((refund) => cents(refund.amount)),
              ),
            })),
          ),
  };
};
