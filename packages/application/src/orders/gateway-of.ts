import { type Order, ZERO, isFree } from "@backlot/domain";
import { type ChargeState, type PaymentGateway, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

const unavailable = () => Effect.fail(new PaymentProviderUnavailable({ cause: "the provider has no keys" }));

/** Stands in for a provider without keys: nothing is found there and nothing is taken, so its orders can still end. */
const ABSENT: PaymentGateway = {
  find: () => Effect.succeed(null),
  create: unavailable,
  capture: unavailable,
  cancel: (_charge, seen) => Effect.succeed(seen),
  finalize: () => Effect.void,
};

/** Stands in for a provider where nobody has to pay: the order is paid as soon as it is made. (DSC-10) */
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
    capture: (_charge, seen) => Effect.succeed(seen),
    cancel: (_charge, seen) => Effect.succeed(seen),
    finalize: () => Effect.void,
  };
};

/** The gateway of an order's provider; an order that costs nothing needs none. */
export const gatewayOf = (ports: Pick<StorePorts, "providers">, order: Order): PaymentGateway =>
  isFree(order) ? free(order) : (ports.providers[order.provider]?.gateway ?? ABSENT);
