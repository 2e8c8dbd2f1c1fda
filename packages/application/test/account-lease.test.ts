import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as TestClock from "effect/testing/TestClock";
import { describe, expect, it } from "vitest";
import type { Lease } from "@backlot/ports";
import { tryAccountLease, withAccountLease } from "../src/account-lease.ts";
import { FREE_LEASES, gives, storeWith } from "./services.ts";

const HELD = { name: "ada", holder: "id-1", milliseconds: 10_000 };

const names = (store: ReturnType<typeof storeWith>) =>
  store.argsOf("leases.take").map(([lease]) => (lease as Lease).name);

describe("the lease of an account", () => {
  it("CHK-07 is released after the work, even if that fails", async () => {
    const store = storeWith({ repositories: { leases: FREE_LEASES } });
    await store.run(Effect.exit(withAccountLease("ada")(Effect.die("a defect"))));
    expect(store.argsOf("leases.release")).toEqual([[HELD]]);
  });

  it("CHG-02 is held once: work inside it for the same account runs at once", async () => {
    const store = storeWith({ repositories: { leases: FREE_LEASES } });
    const inner = Effect.all([withAccountLease("ada")(Effect.void), tryAccountLease("ada")(Effect.succeed("tried"))]);
    const [, tried] = await store.run(withAccountLease("ada")(inner));
    expect(tried).toEqual(Option.some("tried"));
    expect(names(store)).toEqual(["ada"]);
    await store.run(withAccountLease("ada")(withAccountLease("bob")(Effect.void)));
    expect(names(store)).toEqual(["ada", "ada", "bob"]);
  });

  it("CHK-07 that someone else holds is not waited for by a webhook", async () => {
    const store = storeWith({ repositories: { leases: { take: gives(false) } } });
    const work = tryAccountLease("ada")(Effect.die("the work of another process"));
    expect(await store.run(work)).toEqual(Option.none());
  });

  it("CHK-07 is waited for ten seconds with reads alone, and then the buyer is told to wait", async () => {
    const store = storeWith({ repositories: { leases: { isTaken: gives(true) } } });
    const waiting = Effect.gen(function* () {
      const request = yield* Effect.forkChild(Effect.flip(withAccountLease("ada")(Effect.void)));
      yield* TestClock.adjust("9 seconds");
      expect(request.pollUnsafe()).toBeUndefined();
      yield* TestClock.adjust("1 second");
      return yield* Fiber.join(request);
    });
    const refused = await store.run(Effect.provide(waiting, TestClock.layer()));
    expect(refused).toMatchObject({ reason: "order_in_progress" });
    expect(store.argsOf("leases.isTaken").length).toBeGreaterThan(50);
    expect(store.argsOf("leases.take")).toEqual([]);
  });

  it("CHG-08 CHG-02 is waited for until it is free, and then asked for once", async () => {
    let isTaken = true;
    const store = storeWith({
      repositories: { leases: { ...FREE_LEASES, isTaken: () => Effect.sync(() => isTaken) } },
    });
    const waiting = Effect.gen(function* () {
      const request = yield* Effect.forkChild(withAccountLease("ada")(Effect.succeed("done")));
      yield* TestClock.adjust("1 second");
      expect(store.argsOf("leases.isTaken").length).toBeGreaterThan(2);
      isTaken = false;
      yield* TestClock.adjust("100 millis");
      return yield* Fiber.join(request);
    });
    expect(await store.run(Effect.provide(waiting, TestClock.layer()))).toBe("done");
    expect(store.argsOf("leases.take")).toHaveLength(1);
  });

  it("CHK-07 is renewed while the work goes on, by the same holder", async () => {
    const store = storeWith({ repositories: { leases: FREE_LEASES } });
    const working = Effect.gen(function* () {
      const done = yield* Deferred.make<void>();
      const request = yield* Effect.forkChild(withAccountLease("ada")(Deferred.await(done)));
      yield* TestClock.adjust("7 seconds");
      yield* Deferred.succeed(done, undefined);
      yield* Fiber.join(request);
      yield* TestClock.adjust("60 seconds");
    });
    await store.run(Effect.provide(working, TestClock.layer()));
    // It is taken once and extended every three seconds, until it is released.
    expect(store.argsOf("leases.take")).toEqual([[HELD]]);
    expect(store.argsOf("leases.extend")).toEqual([[HELD], [HELD]]);
    expect(store.argsOf("leases.release")).toHaveLength(1);
  });

  it("CHK-07 lets the work go on if a renewal or the release fails, and renews again", async () => {
    let asked = 0;
    const renewal = () => Effect.suspend(() => (++asked === 1 ? Effect.die("no connection") : Effect.succeed(true)));
    const leases = { ...FREE_LEASES, extend: renewal, release: () => Effect.die("no connection") };
    const store = storeWith({ repositories: { leases } });
    const working = Effect.gen(function* () {
      const done = yield* Deferred.make<string>();
      const request = yield* Effect.forkChild(withAccountLease("ada")(Deferred.await(done)));
      yield* TestClock.adjust("7 seconds");
      yield* Deferred.succeed(done, "done");
      return yield* Fiber.join(request);
    });
    expect(await store.run(Effect.provide(working, TestClock.layer()))).toBe("done");
    expect(asked).toBe(2);
  });

  it("CHG-02 is asked for by one request of a process at a time", async () => {
    const store = storeWith({ repositories: { leases: FREE_LEASES } });
    let atOnce = 0;
    let most = 0;
    const work = Effect.gen(function* () {
      atOnce += 1;
      most = Math.max(most, atOnce);
      yield* Effect.yieldNow;
      atOnce -= 1;
    });
    await store.run(
      Effect.all(
        Array.from({ length: 5 }, () => withAccountLease("ada")(work)),
        { concurrency: 5 },
      ),
    );
    expect(most).toBe(1);
    // The database's lease alone would let all five in here.
    expect(store.argsOf("leases.take")).toHaveLength(5);
  });
});
