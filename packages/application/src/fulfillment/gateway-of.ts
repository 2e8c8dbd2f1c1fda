import { type Order, ZERO, isFree } from "@backlot/domain";
import { type ChargeState, type PaymentGateway, PaymentProviderUnavailable, PaymentProviders } from "@backlot/ports";
import * as Effect from "effect/Effect";

const unavailable = () => Effect.fail(new PaymentProviderUnavailable({ cause: "the provider has no keys" }));

/**
 * The gateway of a provider without keys. It finds no charge, and fails to create or capture one, so that the
 * provider's open orders can still end unpaid.
 */
const ABSENT: PaymentGateway = {
  find: () => Effect.succeed(null),
  create: unavailable,
  capture: unavailable,
  cancel: (_charge, state) => Effect.succeed(state),
  finalize: () => Effect.void,
};

/** Returns the gateway of a free order, whose charge is paid as soon as it is created. */
const free = (order: Pick<Order, "id" | "created_at">): PaymentGateway => {
  const paid: ChargeState = {
    _tag: "Succeeded",
    reference: null,
    payment: {
      key: `order:${order.id}`,
      amount: ZERO,
      credit_used: ZERO,
      paid_at: order.created_at,
      refund_reference: null,
      subscription: null,
    },
  };
  return {
    find: () => Effect.succeed(null),
    create: () => Effect.succeed(paid),
    capture: (_charge, state) => Effect.succeed(state),
    cancel: (_charge, state) => Effect.succeed(state),
    finalize: () => Effect.void,
  };
};

/**
 * Returns the gateway for an order's charge: its provider's, or a gateway that calls no provider if the order is free.
 */
export const gatewayOf = (order: Order) =>
  PaymentProviders.useSync((providers) =>
    isFree(order) ? free(order) : (providers[order.provider]?.gateway ?? ABSENT),
  );
