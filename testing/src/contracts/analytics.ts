import { type RecordedEvent, instantOf } from "@backlot/domain";
import type { Analytics } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import type { KeptEvent } from "../analytics.ts";

/** An analytics adapter, and access to what its service received. */
interface AnalyticsRig {
  readonly analytics: Analytics;
  /** An adapter whose service is unreachable. */
  readonly down: Analytics;
  /** An adapter whose key the service rejects. */
  readonly unknown: Analytics;
  readonly eventsOf: (fingerprint: string) => Promise<readonly KeptEvent[]>;
}

const discard = { discard: true } as const;

const VISITOR = { user_id: null, user_email: null, user_type: "visitor" } as const;

const visit = (browser_fingerprint: string, slug: string, id: string = crypto.randomUUID()): RecordedEvent => ({
  id,
  timestamp: instantOf("2027-01-05T12:00:00Z"),
  browser_fingerprint,
  user: VISITOR,
  event: { _tag: "product_page_visit", slug, name: slug, url: `/collections/${slug}`, product_type: "2D Elements" },
});

/** Declares the tests that every Analytics adapter must pass. */
export const analyticsContract = (name: string, on: () => AnalyticsRig): void => {
  describe(`the analytics port over ${name}`, () => {
    const browser = (): string => crypto.randomUUID().replaceAll("-", "");
    const recordAll = async (
      analytics: Analytics,
      events: readonly Effect.Effect<RecordedEvent | null>[],
      address = "203.0.113.7",
    ): Promise<void> => {
      await Effect.runPromise(Effect.forEach(events, (each) => analytics.record(each, address), discard));
      await Effect.runPromise(analytics.drained);
    };

    it("ANL-01 tells what happened, when and in which browser, and of an account whose it is", async () => {
      const { analytics, eventsOf } = on();
      const one = browser();
      const user = { user_id: "u1", user_email: "ada@example.com", user_type: "free" } as const;
      const search = {
        _tag: "search",
        search_id: "s1",
        search_type: "all",
        search_url: "/collections?q=fire",
      } as const;
      await recordAll(analytics, [
        Effect.succeed(visit(one, "campfire")),
        Effect.succeed({ ...visit(one, ""), user, event: { ...search, search_term: "fire" } }),
      ]);
      expect(await eventsOf(one)).toEqual([
        {
          type: "track",
          event: "Product Viewed",
          messageId: expect.any(String),
          timestamp: "2027-01-05T12:00:00.000Z",
          anonymousId: one,
          properties: {
            slug: "campfire",
            name: "campfire",
            url: "/collections/campfire",
            product_type: "2D Elements",
            ...VISITOR,
          },
        },
        expect.objectContaining({
          event: "Products Searched",
          userId: "u1",
          properties: {
            search_id: "s1",
            search_type: "all",
            search_url: "/collections?q=fire",
            search_term: "fire",
            ...user,
          },
        }),
      ]);
    });

    it("ANL-01 keeps the order of many, and counts one that is sent twice once", async () => {
      const { analytics, eventsOf } = on();
      const one = browser();
      const slugs = Array.from({ length: 130 }, (_, place) => `item-${place}`);
      await recordAll(
        analytics,
        slugs.map((slug) => Effect.succeed(visit(one, slug))),
      );
      expect((await eventsOf(one)).map(({ properties }) => properties.slug)).toEqual(slugs);
      const twice = visit(browser(), "twice");
      for (let times = 0; times < 2; times += 1) await recordAll(analytics, [Effect.succeed(twice)]);
      expect(await eventsOf(twice.browser_fingerprint)).toHaveLength(1);
    });

    it("ANL-01 sends what is large in calls that the service takes", async () => {
      const { analytics, eventsOf } = on();
      const one = browser();
      const results = Array.from({ length: 50 }, (_, id) => ({ id: id + 1, slug: "x".repeat(100) }));
      const event = { _tag: "search_results", search_id: "s", results } as const;
      await recordAll(
        analytics,
        Array.from({ length: 120 }, () => Effect.succeed({ ...visit(one, ""), event })),
      );
      expect(await eventsOf(one)).toHaveLength(120);
    });

    it("ANL-03 loses what can't be made or sent, and goes on with the next", async () => {
      const { analytics, down, unknown, eventsOf } = on();
      const one = browser();
      for (const away of [down, unknown]) await recordAll(away, [Effect.succeed(visit(one, "lost"))]);
      await recordAll(analytics, [
        Effect.die(new Error("the database is away")),
        Effect.succeed(null),
        Effect.succeed(visit(one, "kept")),
      ]);
      expect((await eventsOf(one)).map(({ properties }) => properties.slug)).toEqual(["kept"]);
    });

    it("ANL-03 takes an event at once, before it is made, and no more than it can hold", async () => {
      const { analytics, eventsOf } = on();
      const one = browser();
      const other = browser();
      let isMade = false;
      let go = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      const slow = Effect.promise(async () => {
        await gate;
        isMade = true;
        return visit(one, "slow");
      });
      await Effect.runPromise(analytics.record(slow, "203.0.113.1"));
      expect(isMade).toBe(false);
      const places = Array.from({ length: 2_000 }, (_, place) => place);
      const flood = (name: string, addressOf: (place: number) => string) =>
        Effect.runPromise(
          Effect.forEach(
            places,
            (place) => analytics.record(Effect.succeed(visit(one, `${name}-${place}`)), addressOf(place)),
            discard,
          ),
        );
      // An address that floods the queue gets only its share of it, so others still get in.
      await flood("one", () => "203.0.113.1");
      await Effect.runPromise(analytics.record(Effect.succeed(visit(other, "let in")), "203.0.113.2"));
      await flood("many", (place) => `198.51.100.${place % 20}`);
      go();
      await Effect.runPromise(analytics.drained);
      expect(await eventsOf(other)).toHaveLength(1);
      const kept = await eventsOf(one);
      expect(kept[0]?.properties.slug).toBe("slow");
      expect(kept.length).toBeGreaterThanOrEqual(999);
      expect(kept.length).toBeLessThan(1_200);
      const ofOne = kept.filter(({ properties }) => String(properties.slug).startsWith("one-"));
      expect(ofOne.length).toBeLessThanOrEqual(250);
      // Once its events are sent, the address has its share again.
      await recordAll(analytics, [Effect.succeed(visit(other, "again"))], "203.0.113.1");
      expect(await eventsOf(other)).toHaveLength(2);
    });
  });
};
