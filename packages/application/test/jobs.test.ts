import { PROVIDERS } from "@backlot/domain";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import { describe, expect, it } from "vitest";
import { retryDelay } from "../src/retry-delay.ts";
import { runDueJobs } from "../src/jobs/run-jobs.ts";
import { type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { minutesLater } from "./values.ts";

/** The repositories of jobs, of which some are due, and of leases. */
const dueJobs = (names: readonly string[], cursor: string | null = null) => ({
  jobs: {
    ensure: nothing,
    due: gives(names),
    begin: gives(true),
    cursor: gives(cursor),
    failures: gives(0),
    finish: nothing,
    interrupt: nothing,
    fail: nothing,
  },
  leases: { take: gives(true), release: gives(true) },
});

const finished = (store: ReturnType<typeof storeWith>) => store.argsOf("jobs.finish");

const runJob = async (name: string, cursor: string | null, allowed: Allowed) => {
  const { repositories, ...others } = allowed;
  const store = storeWith({ ...others, repositories: { ...dueJobs([name], cursor), ...repositories } });
  await store.run(runDueJobs);
  return store;
};

describe("due jobs", () => {
  it("CHK-07 each run once, and are due again after their interval", async () => {
    const store = storeWith({
      repositories: {
        ...dueJobs(["send-notices", "remove-old-carts"]),
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
        "remove-expired-leases",
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
    expect(finished(store)).toEqual([
      ["send-notices", minutesLater(1 / 6), null],
      ["remove-old-carts", minutesLater(24 * 60), null],
    ]);
  });

  it("CHK-07 a job that fails keeps its cursor, and holds up no other", async () => {
    const store = storeWith({
      stripe: { events: { listEvents: down } },
      repositories: {
        ...dueJobs(["expire-subscriptions", "reconcile-stripe", "send-notices"], NOW),
        subscriptions: { dueForExpiry: () => Effect.die("a defect") },
        outbox: { due: gives([]) },
      },
    });
    expect(await store.run(runDueJobs)).toHaveLength(3);
    expect(finished(store)).toEqual([["send-notices", minutesLater(1 / 6), null]]);
    const failed = store.argsOf("jobs.fail");
    expect(failed.map(([name, , error]) => [name, error]).toSorted()).toEqual([
      ["expire-subscriptions", "a defect"],
      ["reconcile-stripe", expect.stringContaining("PaymentProviderUnavailable")],
    ]);
  });

  it("CHK-07 a release that fails is tried once more, so that the job doesn't wait for its lease", async () => {
    const answers = [Effect.die("the connection broke"), Effect.succeed(true)];
    const { jobs } = dueJobs(["send-notices"]);
    const leases = { take: gives(true), release: () => answers.shift() ?? Effect.succeed(false) };
    const store = storeWith({ repositories: { jobs, leases, outbox: { due: gives([]) } } });
    expect(await store.run(runDueJobs)).toEqual(["send-notices"]);
    expect(store.argsOf("leases.release")).toHaveLength(2);
    expect(finished(store)).toHaveLength(1);
  });

  it("CHK-07 a job whose lease another process has taken over records nothing", async () => {
    const { jobs } = dueJobs(["send-notices"]);
    const leases = { take: gives(true), release: gives(false) };
    const store = storeWith({ repositories: { jobs, leases, outbox: { due: gives([]) } } });
    expect(await store.run(runDueJobs)).toEqual(["send-notices"]);
    expect(finished(store)).toEqual([]);
  });

  it("CHK-07 a job that another process has just run is left alone", async () => {
    const { jobs, leases } = dueJobs(["send-notices"]);
    const store = storeWith({ repositories: { jobs: { ...jobs, begin: gives(false) }, leases } });
    expect(await store.run(runDueJobs)).toEqual([]);
    expect(store.argsOf("leases.release")).toHaveLength(1);
  });

  it("CHK-07 jobs that are interrupted are due again at once, with their cursors", async () => {
    const started = Deferred.makeUnsafe<void>();
    const store = storeWith({
      stripe: {
        events: { listEvents: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never) },
      },
      repositories: { ...dueJobs(["send-notices", "reconcile-stripe"], NOW), outbox: { due: gives([]) } },
    });
    const stopped = Effect.gen(function* () {
      const running = yield* Effect.forkChild(runDueJobs);
      yield* Deferred.await(started);
      yield* Fiber.interrupt(running);
    });
    await store.run(stopped);
    expect(finished(store)).toEqual([["send-notices", minutesLater(1 / 6), null]]);
    expect(store.argsOf("jobs.interrupt")).toEqual([["reconcile-stripe", NOW]]);
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
    return [...store.argsOf("stripe.events.listEvents"), ...finished(store)];
  };

  it("CHK-07 first looks back three days, and then ten minutes behind where it left off", async () => {
    const done = ["reconcile-stripe", minutesLater(15), NOW];
    expect(await since(null)).toEqual([[minutesLater(-3 * 24 * 60)], done]);
    expect(await since(minutesLater(-15))).toEqual([[minutesLater(-25)], done]);
  });

  it("CHK-07 leaves a provider without keys as it is", async () => {
    const store = await runJob("reconcile-paypal", NOW, { paypal: null });
    expect(finished(store)).toEqual([["reconcile-paypal", minutesLater(15), NOW]]);
  });
});
