import type { Order } from "@backlot/domain";
import { type PaymentGateway, PaymentProviderUnavailable } from "@backlot/ports";
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

/** The gateway of an order's provider. */
export const gatewayOf = (ports: Pick<StorePorts, "providers">, order: Pick<Order, "provider">): PaymentGateway =>
  ports.providers[order.provider]?.gateway ?? ABSENT;
