import { PROVIDERS } from "@backlot/domain";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type { JobLease } from "@backlot/ports";
import { describe, expect, it } from "vitest";
import { retryDelay } from "../src/retry-delay.ts";
import { runDueJobs } from "../src/jobs/run-jobs.ts";
import { type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { minutesLater } from "./values.ts";

/** The repository of jobs, of which some are due. */
const dueJobs = (names: readonly string[], cursor: string | null = null) => {
  const due = [...names];
  return {
    ensure: nothing,
    lease: () =>
      Effect.sync(() => {
        const name = due.shift();
        return name === undefined ? null : { name, attempt: 1 };
      }),
    cursor: gives(cursor),
    failures: gives(0),
    release: nothing,
    interrupt: nothing,
    fail: nothing,
  };
};

const named = (args: readonly (readonly unknown[])[]) =>
  args.map(([lease, ...others]) => [(lease as JobLease).name, ...others]);
const released = (store: ReturnType<typeof storeWith>) => named(store.argsOf("jobs.release"));

const runJob = async (name: string, cursor: string | null, allowed: Allowed) => {
  const { repositories, ...others } = allowed;
  const store = storeWith({ ...others, repositories: { jobs: dueJobs([name], cursor), ...repositories } });
  await store.run(runDueJobs);
  return store;
};

describe("due jobs", () => {
  it("CHK-07 each run once, and are due again after their interval", async () => {
    const store = storeWith({
      repositories: {
        jobs: dueJobs(["send-notices", "remove-old-carts"]),
        outbox: { due: gives([]) },
        carts: { removeUnused: nothing },
      },
    });
    expect(await store.run(runDueJobs)).toEqual(["send-notices", "remove-old-carts"]);
    expect(store.argsOf("jobs.ensure").map(([names]) => names)).toEqual([
      [
        "resume-orders",
        "expire-subscriptions",
        "check-ended-periods",
        "terminate-replaced",
        "refund-due",
        "send-notices",
        "enqueue-reminders",
        "remove-old-carts",
        "remove-ended-limits",
        "remove-old-keys",
        "send-webhooks",
        "remove-old-deliveries",
        "remove-resets",
        "remove-old-events",
        "remove-unpaid-guests",
        "release-collections",
        "index-search",
        "remove-expired-sessions",
        ...PROVIDERS.map((provider) => `reconcile-${provider}`),
      ],
    ]);
    expect(released(store)).toEqual([
      ["send-notices", minutesLater(1 / 6), null],
      ["remove-old-carts", minutesLater(24 * 60), null],
    ]);
  });

  it("CHK-07 a job that fails keeps its cursor, and holds up no other", async () => {
    const store = storeWith({
      stripe: { events: { listEvents: down } },
      repositories: {
        jobs: dueJobs(["expire-subscriptions", "reconcile-stripe", "send-notices"], NOW),
        subscriptions: { dueForExpiry: () => Effect.die("a defect") },
        outbox: { due: gives([]) },
      },
    });
    expect(await store.run(runDueJobs)).toHaveLength(3);
    expect(released(store)).toEqual([["send-notices", minutesLater(1 / 6), null]]);
    const failed = named(store.argsOf("jobs.fail"));
    expect(failed.map(([name, , error]) => [name, error]).toSorted()).toEqual([
      ["expire-subscriptions", "a defect"],
      ["reconcile-stripe", expect.stringContaining("PaymentProviderUnavailable")],
    ]);
  });

  it("CHK-07 a release that fails is tried once more, so that the job doesn't wait for its lease", async () => {
    const answers = [Effect.die("the connection broke"), Effect.void];
    const store = storeWith({
      repositories: {
        jobs: { ...dueJobs(["send-notices"]), release: () => Effect.suspend(() => answers.shift() ?? Effect.void) },
        outbox: { due: gives([]) },
      },
    });
    expect(await store.run(runDueJobs)).toEqual(["send-notices"]);
    expect(released(store)).toHaveLength(2);
  });

  it("CHK-07 jobs that are interrupted are due again at once, with their cursors", async () => {
    const started = Deferred.makeUnsafe<void>();
    const store = storeWith({
      stripe: {
        events: { listEvents: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never) },
      },
      repositories: { jobs: dueJobs(["send-notices", "reconcile-stripe"], NOW), outbox: { due: gives([]) } },
    });
    const stopped = Effect.gen(function* () {
      const running = yield* Effect.forkChild(runDueJobs);
      yield* Deferred.await(started);
      yield* Fiber.interrupt(running);
    });
    await store.run(stopped);
    expect(released(store)).toEqual([["send-notices", minutesLater(1 / 6), null]]);
    expect(named(store.argsOf("jobs.interrupt"))).toEqual([["reconcile-stripe", NOW]]);
  });
});

describe("the wait after a failure", () => {
  it("CHK-07 doubles with each failure in a row, up to half an hour, give or take a fifth", () => {
    const middle = (every: number, failures: number) => retryDelay({ first: every, longest: 1_800_000 }, failures, 0.5);
    expect([0, 1, 2, 9].map((failures) => middle(60_000, failures))).toEqual([60_000, 120_000, 240_000, 1_800_000]);
    expect(middle(86_400_000, 3)).toBe(86_400_000);
    expect([0, 1].map((chance) => retryDelay({ first: 10_000, longest: 1_800_000 }, 0, chance))).toEqual([
      8_000, 12_000,
    ]);
    expect(middle(60_000, 5_000)).toBe(1_800_000);
  });
});

describe("the job that reconciles", () => {
  const since = async (cursor: string | null) => {
    const store = await runJob("reconcile-stripe", cursor, {
      stripe: { events: { listEvents: gives([]) } },
      repositories: { refunds: { unsettled: gives([]) } },
    });
    return [...store.argsOf("stripe.events.listEvents"), ...released(store)];
  };

  it("CHK-07 first looks back three days, and then ten minutes behind where it left off", async () => {
    const done = ["reconcile-stripe", minutesLater(15), NOW];
    expect(await since(null)).toEqual([[minutesLater(-3 * 24 * 60)], done]);
    expect(await since(minutesLater(-15))).toEqual([[minutesLater(-25)], done]);
  });

  it("CHK-07 leaves a provider without keys as it is", async () => {
    const store = await runJob("reconcile-paypal", NOW, { paypal: null });
    expect(released(store)).toEqual([["reconcile-paypal", minutesLater(15), NOW]]);
  });
});
