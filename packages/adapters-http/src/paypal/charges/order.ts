import { firstCharacters } from "@backlot/domain";
import type { ProviderCall, ChargeOf, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { canceled, declined, toChargeState, toMoney } from "../charge-state.ts";
import { type Client, decode, issuesOf } from "../client.ts";
import { Order } from "../schemas.ts";
import { requireSameOrder, toResult } from "./charges.ts";

/** The maximum length of an order's description at PayPal, in characters. */
const MAX_DESCRIPTION = 127;

type OneTime = ChargeOf<"one-time">;

/** Creates one-time charges. Each is a PayPal order that the buyer approves and we capture. */
export const makeOrderCharges = ({ send, read }: Client, brand: () => string) => {
  const retrieve = (reference: string, orderId: string): ProviderCall<ChargeState> =>
    Effect.map(read(Order, `/v2/checkout/orders/${encodeURIComponent(reference)}`), (order) => {
      if (order === null) return canceled(reference);
      requireSameOrder(order.purchase_units?.[0]?.custom_id, orderId);
      return toChargeState(order);
    });

  return {
    // Without a reference there is nothing to find, because we never capture an order we don't know.
    find: ({ reference, order_id }: OneTime): ProviderCall<ChargeState | null> =>
      reference === null ? Effect.succeed(null) : retrieve(reference, order_id),
    create: ({ order_id, spec, return_urls }: OneTime): ProviderCall<ChargeState> =>
      Effect.flatMap(
        send({
          method: "POST",
          path: "/v2/checkout/orders",
          id: `${order_id}:order`,
          body: {
            intent: "CAPTURE",
            purchase_units: [
              {
                custom_id: order_id,
                invoice_id: order_id,
                description: firstCharacters(spec.description, MAX_DESCRIPTION),
                amount: toMoney(spec.amount),
              },
            ],
            payment_source: {
              paypal: {
                experience_context: {
                  brand_name: brand(),
                  shipping_preference: "NO_SHIPPING",
                  user_action: "PAY_NOW",
                  ...return_urls,
                },
              },
            },
          },
        }),
        (answer) => toResult(answer, order_id, (body) => Effect.map(decode(Order, body), toChargeState)),
      ),
    capture: ({ order_id }: OneTime, state: ChargeState): ProviderCall<ChargeState> =>
      Effect.gen(function* () {
        const { reference } = state;
        if (reference === null) return state;
        // Use a new key for each attempt, so that PayPal doesn't replay a decline after the buyer chose another funding
        // source.
        const path = `/v2/checkout/orders/${encodeURIComponent(reference)}/capture`;
        const answer = yield* send({ method: "POST", path, body: {}, id: crypto.randomUUID() });
        if (issuesOf(answer).includes("INSTRUMENT_DECLINED")) return declined(reference);
        return yield* retrieve(reference, order_id);
      }),
  };
};
