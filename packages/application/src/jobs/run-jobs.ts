import { type Instant, applyDueExpiry, epochMs, hasEnded, instant } from "@backlot/domain";
import type { PaymentProviderDown, Provider, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { followPlan } from "../subscriptions/follow-plan.ts";
import { heedHint } from "../subscriptions/heed-webhook.ts";
import { keepStep } from "../subscriptions/keep-step.ts";
import { recoverOrders } from "../subscriptions/recover.ts";
import { orWait } from "./or-wait.ts";
import { endReplacedPlans } from "../wallet/end-replaced.ts";
import { billerOf } from "../wallet/wallet-of.ts";

type JobPorts = Pick<StorePorts, "clock" | "ids" | "payments" | "wallet" | "transactions" | "settings">;

const after = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
const MINUTE = 60_000;
/** A process that dies with a job loses it after this long, in milliseconds. */
const LEASE_MS = 10 * MINUTE;
/** How far back the reconciling looks at its first time, and how much it overlaps with the time before. */
const LOOK_BACK_MS = 3 * 24 * 60 * MINUTE;
const OVERLAP_MS = 10 * MINUTE;

/** Ends one plan that time alone ends; the provider is asked first. Answers whether it has ended. */
const endOverduePlan = (ports: JobPorts, waiting: StoredSubscription): Effect.Effect<boolean, PaymentProviderDown> =>
  Effect.gen(function* () {
    const lots = yield* ports.transactions.read.credits.lots(waiting.user_id);
    if (!hasEnded(applyDueExpiry(waiting.life, lots, ports.clock.now()).subscription)) return false;
    const now = yield* followPlan(ports)(waiting);
    if (now === null || hasEnded(now.life)) return true;
    if (!hasEnded(applyDueExpiry(now.life, lots, ports.clock.now()).subscription)) return false;
    yield* (yield* billerOf(ports, now.provider)).endPlan(now.provider_subscription_id);
    return yield* ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        yield* repositories.accounts.lock(now.user_id);
        const stored = (yield* repositories.subscriptions.get(now.life.id)) ?? now;
        const step = applyDueExpiry(stored.life, yield* repositories.credits.lots(now.user_id), ports.clock.now());
        if (!hasEnded(step.subscription)) return false;
        yield* keepStep(repositories, now.user_id, step);
        yield* repositories.accounts.setFreeSubscriber(now.user_id, true);
        return true;
      }),
    );
  });

/** Ends what time alone ends. A payment that came meanwhile keeps the plan; a provider that is down keeps only its own. (CHG-08, CHK-07) */
export const endOverduePlans = (ports: JobPorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let ended = 0;
    for (const waiting of yield* ports.transactions.read.subscriptions.waitingForTime(ports.clock.now())) {
      if (yield* orWait(`plan ${waiting.life.id}`, false, endOverduePlan(ports, waiting))) ended += 1;
    }
    return ended;
  });

/** What a reconciling came upon. */
export interface Reconciled {
  /** Events of the provider that had never been heard of, and were heeded now. */
  readonly missed: number;
  readonly until: Instant;
}

/** Lists what a provider says has happened since a moment, and heeds what was missed. (CHK-07) */
export const reconcile =
  (ports: JobPorts) =>
  (since: Instant, provider: Provider = "stripe"): Effect.Effect<Reconciled, PaymentProviderDown> =>
    Effect.gen(function* () {
      const until = ports.clock.now();
      let missed = 0;
      for (const hint of yield* (yield* billerOf(ports, provider)).eventsSince(since)) {
        if (yield* ports.transactions.read.webhookEvents.has(provider, hint.event_id)) continue;
        if (yield* orWait(`event ${hint.event_id}`, false, Effect.as(heedHint(ports)(hint), true))) missed += 1;
      }
      return { missed, until };
    });

/** A kind of work: how often, and what it does. It answers what is to be remembered until the next time. */
interface Job {
  readonly every: number;
  readonly work: (ports: JobPorts, note: string | null) => Effect.Effect<string | null, PaymentProviderDown>;
}

/** Reconciles with a provider from where the last time left off. */
const reconciling = (provider: Provider): Job => ({
  every: 15 * MINUTE,
  work: (ports, note) =>
    Effect.gen(function* () {
      if (provider === "paypal" && ports.wallet === null) return note;
      const since = note === null ? after(ports.clock.now(), -LOOK_BACK_MS) : after(note as Instant, -OVERLAP_MS);
      const { missed, until } = yield* reconcile(ports)(since, provider);
      if (missed > 0) yield* Effect.logWarning(`reconcile: ${missed} events of ${provider} had been missed`);
      return until;
    }),
});

const JOBS: Readonly<Record<string, Job>> = {
  "recover-orders": { every: MINUTE, work: (ports) => Effect.as(recoverOrders(ports)({ olderThanMs: MINUTE }), null) },
  "end-plans": { every: MINUTE, work: (ports) => Effect.as(endOverduePlans(ports)(), null) },
  "end-replaced": { every: MINUTE, work: (ports) => Effect.as(endReplacedPlans(ports)(), null) },
  reconcile: reconciling("stripe"),
  "reconcile-wallet": reconciling("paypal"),
};

/**
 * Does every job that is due, one after the other. Several processes may do so at once: a job is leased in the database,
 * so each is done by one of them, and by another where that one died. Answers the names of what was done. (CHK-07)
 */
export const runDueJobs = (ports: JobPorts) => (): Effect.Effect<readonly string[]> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    for (const name of Object.keys(JOBS)) yield* read.jobs.ensure(name, ports.clock.now());
    const done: string[] = [];
    while (done.length < Object.keys(JOBS).length) {
      const now = ports.clock.now();
      const name = yield* read.jobs.lease(now, after(now, LEASE_MS));
      const job = name === null ? undefined : JOBS[name];
      if (name === null || job === undefined) break;
      const note = yield* read.jobs.note(name);
      const remembered = yield* orWait(`job ${name}`, note, job.work(ports, note));
      yield* read.jobs.putBack(name, after(ports.clock.now(), job.every), remembered);
      done.push(name);
    }
    return done;
  });
