import { message } from "@backlot/domain";
import { type ProviderCall, type ChargeState, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { canceled } from "../charge-state.ts";
import { type Answer, issuesOf } from "../client.ts";

/**
 * Returns the charge that PayPal created, or Canceled if PayPal rejected the request's contents, because a retry
 * wouldn't change that. `read` turns the body into a state.
 */
export const toResult = (
  answer: Answer,
  orderId: string,
  read: (body: unknown) => ProviderCall<ChargeState>,
): ProviderCall<ChargeState> => {
  if (answer.status === 200 || answer.status === 201) return read(answer.body);
  if (answer.status !== 400 && answer.status !== 422)
    return Effect.fail(new PaymentProviderUnavailable({ cause: answer }));
  return Effect.as(
    Effect.logError(`PayPal refused order ${orderId}: ${issuesOf(answer).join(", ")}`),
    canceled(null, message("error_occured")),
  );
};

/** Throws for an object that belongs to another order, because capturing it would pay for the wrong purchase. */
export const requireSameOrder = (custom_id: string | null | undefined, orderId: string): void => {
  if (custom_id !== null && custom_id !== undefined && custom_id !== orderId)
    throw new Error(`order ${orderId} points to a charge for order ${custom_id}`);
};
