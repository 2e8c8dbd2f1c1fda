import { CART_DAYS, type Instant, type Provider, epochMs, instant } from "@backlot/domain";
import type { Asked } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type NoticePorts, sendNotices } from "../mail/send-notices.ts";
import { resumeOrders } from "../orders/resume-orders.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { expireSubscriptions } from "../subscriptions/expire.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { reconcileEvents } from "../webhooks/reconcile-events.ts";
import { isolateFailure } from "./isolate-failure.ts";

const after = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
const MINUTE = 60_000;
/** A process that dies with a job loses it after this long, in milliseconds. */
const LEASE_MS = 10 * MINUTE;
/** How far back the first reconciling looks, and how much each overlaps with the one before. */
const RECONCILE_WINDOW_MS = 3 * 24 * 60 * MINUTE;
const OVERLAP_MS = 10 * MINUTE;

/** A kind of work: how often, and what it does. It answers where it left off. */
interface Job {
  readonly every: number;
  readonly work: (ports: NoticePorts, cursor: string | null) => Asked<string | null>;
}

/** Reconciles with a provider from where the last time left off. */
const reconciling = (provider: Provider): Job => ({
  every: 15 * MINUTE,
  work: (ports, cursor) =>
    Effect.gen(function* () {
      if (ports.providers[provider] === null) return cursor;
      const since =
        cursor === null ? after(ports.clock.now(), -RECONCILE_WINDOW_MS) : after(cursor as Instant, -OVERLAP_MS);
      const { missed, until } = yield* reconcileEvents(ports)(since, provider);
      if (missed > 0) yield* Effect.logWarning(`reconcile: no webhook delivered ${missed} events of ${provider}`);
      return until;
    }),
});

const everyMinute = (work: (ports: NoticePorts) => Effect.Effect<unknown>): Job => ({
  every: MINUTE,
  work: (ports) => Effect.as(work(ports), null),
});

/** How long a visitor's cart is kept that nobody touches, in milliseconds: as long as browsers keep its token. */
const CART_LIFETIME_MS = CART_DAYS * 24 * 60 * MINUTE;

const removingOldCarts: Job = {
  every: 24 * 60 * MINUTE,
  work: (ports) =>
    Effect.as(ports.transactions.read.carts.removeUnused(after(ports.clock.now(), -CART_LIFETIME_MS)), null),
};

const removingEndedLimits: Job = {
  every: 24 * 60 * MINUTE,
  work: (ports) => Effect.as(ports.rateLimits.removeEnded(), null),
};

/** An address that somebody typed is kept for an hour or two, longer than it holds back a second mail. (ACC-04) */
const removingResets: Job = {
  every: 60 * MINUTE,
  work: (ports) =>
    Effect.as(
      ports.transactions.read.notices.removeSent("reset-password", after(ports.clock.now(), -60 * MINUTE)),
      null,
    ),
};

const JOBS: Readonly<Record<string, Job>> = {
  "resume-orders": everyMinute((ports) => resumeOrders(ports)()),
  "expire-subscriptions": everyMinute((ports) => expireSubscriptions(ports)()),
  "terminate-replaced": everyMinute((ports) => terminateReplacedSubscriptions(ports)()),
  "refund-due": everyMinute((ports) => refundDue(ports)()),
  // Somebody waits for the mail.
  "send-notices": { ...everyMinute((ports) => sendNotices(ports)()), every: 10_000 },
  "remove-old-carts": removingOldCarts,
  "remove-ended-limits": removingEndedLimits,
  "remove-resets": removingResets,
  "reconcile-stripe": reconciling("stripe"),
  "reconcile-paypal": reconciling("paypal"),
};

/** Does a job that this process has leased, and releases it until its next time. */
const runJob = (ports: NoticePorts, name: string, job: Job): Effect.Effect<string> =>
  Effect.gen(function* () {
    const { jobs } = ports.transactions.read;
    const cursor = yield* jobs.cursor(name);
    const next = yield* isolateFailure(`job ${name}`, cursor, job.work(ports, cursor));
    const release = jobs.release(name, after(ports.clock.now(), job.every), next);
    // A connection that broke is replaced for the second try; a job that stays leased would wait for its lease to end.
    yield* Effect.catchDefect(release, () => release);
    return name;
  });

/**
 * Does every job that is due, side by side, so that none holds up another. Several processes may do so at once: a job
 * is leased in the database, so each is done by one of them, and by another where that one died. One that is broken off
 * is due again at once. Answers the names of what was done. (CHK-07)
 */
export const runDueJobs = (ports: NoticePorts) => (): Effect.Effect<readonly string[]> =>
  Effect.suspend(() => {
    const { jobs } = ports.transactions.read;
    const held = new Map<string, Job>();
    // Whole or not at all: what is leased is known to be.
    const leaseOne = Effect.uninterruptible(
      Effect.gen(function* () {
        const name = yield* jobs.lease(ports.clock.now(), LEASE_MS);
        const job = name === null ? undefined : JOBS[name];
        if (name === null || job === undefined) return false;
        held.set(name, job);
        return true;
      }),
    );
    const leaseAll = Effect.gen(function* () {
      for (const name of Object.keys(JOBS)) yield* jobs.ensure(name, ports.clock.now());
      while (held.size < Object.keys(JOBS).length) if (!(yield* leaseOne)) break;
    });
    const doOne = ([name, job]: readonly [string, Job]): Effect.Effect<string> =>
      Effect.tap(runJob(ports, name, job), () => Effect.sync(() => held.delete(name)));
    const doAll = Effect.suspend(() => Effect.forEach([...held], doOne, { concurrency: "unbounded" }));
    const releaseAll = Effect.suspend(() =>
      Effect.forEach(held.keys(), (name) => jobs.release(name, ports.clock.now(), null), { discard: true }),
    );
    return Effect.onInterrupt(Effect.andThen(leaseAll, doAll), () => releaseAll);
  });
