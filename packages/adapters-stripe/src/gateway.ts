import type { Charge, ChargeOf, ChargeSpec, PaymentGateway } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Charges } from "./charges/charges.ts";

/** Stripe's charges, by kind. */
type ChargeKinds = { readonly [T in ChargeSpec["_tag"]]: Charges<T> };

type Narrowed = { readonly [T in ChargeSpec["_tag"]]: { readonly charges: Charges<T>; readonly charge: ChargeOf<T> } };

/** Creates the gateway, which dispatches each charge by its kind. */
export const makeGateway = (kinds: ChargeKinds): PaymentGateway => {
  const on = <A>(charge: Charge, use: <T extends ChargeSpec["_tag"]>(target: Narrowed[T]) => A): A => {
    const { spec } = charge;
    switch (spec._tag) {
      case "one-time":
        return use<"one-time">({ charges: kinds["one-time"], charge: { ...charge, spec } });
      case "subscription":
        return use<"subscription">({ charges: kinds.subscription, charge: { ...charge, spec } });
      case "plan-change":
        return use<"plan-change">({ charges: kinds["plan-change"], charge: { ...charge, spec } });
    }
  };
  return {
    find: (chargeRequest) => on(chargeRequest, ({ charges, charge }) => charges.find(charge)),
    create: (chargeRequest) => on(chargeRequest, ({ charges, charge }) => charges.create(charge)),
    capture: (chargeRequest, state) => on(chargeRequest, ({ charges, charge }) => charges.capture(charge, state)),
    cancel: (chargeRequest, state) =>
      // A payment that the bank is processing cannot be canceled. If we voided it, the money could still arrive.
      state._tag === "Processing"
        ? Effect.succeed(state)
        : on(chargeRequest, ({ charges, charge }) => charges.cancel(charge, state)),
    finalize: (chargeRequest, result) => on(chargeRequest, ({ charges, charge }) => charges.finalize(charge, result)),
  };
};
