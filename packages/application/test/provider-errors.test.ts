import { message } from "@backlot/domain";
import { PaymentProviderUnavailable } from "@backlot/ports";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/testing/TestClock";
import { describe, expect, it } from "vitest";
import { toProviderUnreachable } from "../src/provider-errors.ts";

describe("a request that waits for a provider", () => {
  it("CHK-08 is answered after 25 seconds, and its work goes on without it", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const answer = yield* Deferred.make<string>();
        const finished = yield* Deferred.make<string>();
        const work = Effect.tap(Deferred.await(answer), (value) => Deferred.succeed(finished, value));
        const request = yield* Effect.forkChild(Effect.result(toProviderUnreachable(work)));
        yield* TestClock.adjust("24 seconds");
        expect(request.pollUnsafe()).toBeUndefined();
        yield* TestClock.adjust("1 second");
        expect(yield* Fiber.join(request)).toMatchObject({
          failure: { _tag: "provider_unreachable", message: message("payment_takes_long") },
        });
        yield* Deferred.succeed(answer, "paid");
        expect(yield* Deferred.await(finished)).toBe("paid");
      }).pipe(Effect.provide(TestClock.layer())),
    ));

  it("CHK-03 passes on what comes in time, and words an outage for the buyer", async () => {
    expect(await Effect.runPromise(toProviderUnreachable(Effect.succeed(1)))).toBe(1);
    const down = toProviderUnreachable(Effect.fail(new PaymentProviderUnavailable({ cause: "down" })));
    expect(await Effect.runPromise(Effect.result(down))).toMatchObject({
      failure: { _tag: "provider_unreachable", message: message("payment_unreachable") },
    });
  });
});
