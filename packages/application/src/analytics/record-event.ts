import { type AnalyticsEvent, analyticsUser, eventId } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { type Caller, overviewOf, visitorOf } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";

/** What recording stands on. */
export type AnalyticsPorts = Pick<StorePorts, "analytics" | "clock" | "ids" | "transactions">;

/**
 * Records an event of a caller who consented, and answers whether it was taken. The caller's account is looked up once
 * the event's turn comes: no request waits for it. (ANL-01, ANL-03)
 */
export const recordEvent =
  ({ analytics, clock, ids, transactions }: AnalyticsPorts, caller: Caller) =>
  (event: AnalyticsEvent): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const browser_fingerprint = visitorOf(caller).fingerprint;
      if (analytics === null || browser_fingerprint === null) return Effect.succeed(false);
      const recorded = { id: eventId(event, ids.next), timestamp: clock.now(), browser_fingerprint, event };
      const account =
        caller._tag === "SignedIn" ? overviewOf(transactions.read, caller.person.id) : Effect.succeed(null);
      const whole = Effect.map(account, (own) => ({ ...recorded, user: analyticsUser(own?.account ?? null) }));
      return Effect.as(analytics.record(whole), true);
    });
