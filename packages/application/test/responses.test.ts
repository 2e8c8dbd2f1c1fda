import { type Account, type Order, instantOf } from "@backlot/domain";
import { type ChargeState, Clock, PaymentRecovery, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { toSubscribeResult } from "../src/checkout/responses.ts";

const DECLINED = {
  _tag: "Canceled",
  reference: "in_1",
  message: "Your card was declined.",
  decline_code: "do_not_honor",
} as const;

/** Returns the failure for an order that ended without the bank's words, after this request saw a charge. */
const failureOf = (state: ChargeState | null) =>
  toSubscribeResult({ id: "ada" } as Account, {
    _tag: "Ordered",
    order: {
      status: { _tag: "failed", message: "This order has ended.", decline_code: null },
      quote: { total: 900 },
    } as Order,
    state,
  }).pipe(
    Effect.flip,
    Effect.provideService(ReadRepositories, {} as ReadRepositories["Service"]),
    Effect.provideService(PaymentRecovery, null),
    Effect.provideService(Clock, { now: () => instantOf("2026-11-21T00:00:00Z") }),
    Effect.runSync,
  );

describe("the result of a plan's order", () => {
  it("CHK-02 has the bank's words, even if the provider's event ended the declined order first", () => {
    const { message, decline_code } = DECLINED;
    expect(failureOf(DECLINED)).toMatchObject({ _tag: "payment_declined", message, decline_code });
    for (const state of [null, { ...DECLINED, message: null }])
      expect(failureOf(state)).toMatchObject({ _tag: "payment_declined", message: "This order has ended." });
  });
});
