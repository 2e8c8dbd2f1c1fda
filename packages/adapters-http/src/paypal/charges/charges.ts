import { message } from "@backlot/domain";
import { type Asked, type ChargeState, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { canceled } from "../charge-state.ts";
import { type Answer, issuesOf } from "../client.ts";

/**
 * What was asked for, or why it never will be: a request that is refused for what it says is refused for good. `read`
 * makes a state of the body.
 */
export const toResult = (
  answer: Answer,
  orderId: string,
  read: (body: unknown) => Asked<ChargeState>,
): Asked<ChargeState> => {
  if (answer.status === 200 || answer.status === 201) return read(answer.body);
  if (answer.status !== 400 && answer.status !== 422)
    return Effect.fail(new PaymentProviderUnavailable({ cause: answer }));
  return Effect.as(
    Effect.logError(`PayPal refuses order ${orderId}: ${issuesOf(answer).join(", ")}`),
    canceled(null, message("error_occured")),
  );
};

/** Refuses an object that was made for another order: taking its money would pay for the wrong thing. */
export const requireSameOrder = (custom_id: string | null | undefined, orderId: string): void => {
  if (custom_id !== null && custom_id !== undefined && custom_id !== orderId)
    throw new Error(`order ${orderId} leads to what is about order ${custom_id}`);
};
