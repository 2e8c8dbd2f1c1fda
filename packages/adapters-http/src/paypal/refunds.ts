import { type Refunds, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { toMoney } from "./charge-state.ts";
import { type Client, decode, issuesOf } from "./client.ts";
import { Refund } from "./schemas.ts";

/** Refunds that the store makes. The provider keeps a request id for 45 days, so asking again is the first one. */
export const makeRefunds = ({ send }: Client): Refunds => ({
  refund: ({ id, payment_reference, amount }) =>
    Effect.gen(function* () {
      const answer = yield* send({
        method: "POST",
        path: `/v2/payments/captures/${encodeURIComponent(payment_reference)}/refund`,
        id: `${id}:refund`,
        body: { amount: toMoney(amount), invoice_id: id },
      });
      if (answer.status === 200 || answer.status === 201) {
        return { _tag: "Refunded", provider_reference: (yield* decode(Refund, answer.body)).id };
      }
      if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
        return { _tag: "Refused", reason: issuesOf(answer).join(", ") };
      }
      return yield* new PaymentProviderUnavailable({ cause: answer });
    }),
});
