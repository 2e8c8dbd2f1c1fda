import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/testing/TestClock";
import { describe, expect, it } from "vitest";
import { request } from "../src/client.ts";

describe("a call to Stripe", () => {
  it("CHK-08 times out after 10 seconds, retries included", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const call = yield* Effect.forkChild(Effect.result(request(() => new Promise<never>(() => {}))));
        yield* TestClock.adjust("9 seconds");
        expect(call.pollUnsafe()).toBeUndefined();
        yield* TestClock.adjust("1 second");
        expect(yield* Fiber.join(call)).toMatchObject({ failure: { _tag: "PaymentProviderUnavailable" } });
      }).pipe(Effect.provide(TestClock.layer())),
    ));
});
