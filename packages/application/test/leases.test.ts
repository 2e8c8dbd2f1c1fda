import type { Lease, Transactions } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/testing/TestClock";
import { describe, expect, it } from "vitest";
import { underLease, whileLeased } from "../src/leases.ts";
import { FREE_LEASES, gives, storeWith } from "./services.ts";

const LEASE: Lease = { name: "a job", holder: "id-1", milliseconds: 30_000 };

/** Runs work for a minute under a lease that is lost at its first extension. */
const afterLoss = async <A, E>(work: (lease: Lease) => Effect.Effect<A, E, Transactions>) => {
  const store = storeWith({ repositories: { leases: { ...FREE_LEASES, extend: gives(false) } } });
  const running = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.exit(work(LEASE)));
    yield* TestClock.adjust("1 minute");
    return yield* Fiber.join(fiber);
  });
  return { exit: await store.run(Effect.provide(running, TestClock.layer())), store };
};

describe("work whose lease is lost", () => {
  it("CHK-07 is interrupted if it may not run twice", async () => {
    let isInterrupted = false;
    const work = Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        isInterrupted = true;
      }),
    );
    const { exit, store } = await afterLoss((lease) => whileLeased(lease, work));
    expect(JSON.stringify(exit)).toContain("LeaseLost");
    expect(isInterrupted).toBe(true);
    // The first extension is due after a third of the lease.
    expect(store.argsOf("leases.extend")).toEqual([[LEASE]]);
  });

  it("CHG-02 goes on if interrupting it is worse, and ends no lease but its own", async () => {
    const work = Effect.as(Effect.sleep("50 seconds"), "charged");
    const { exit, store } = await afterLoss((lease) => underLease(lease, work));
    expect(exit).toMatchObject({ _tag: "Success", value: "charged" });
    expect(store.argsOf("leases.release")).toEqual([[LEASE]]);
  });
});
