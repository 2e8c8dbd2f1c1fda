import type { AnalyticsEvent, RecordedEvent } from "@backlot/domain";
import type { Analytics } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { jsonCall } from "../json-call.ts";

/** A service that takes events as Segment's HTTP API does, and the store's key there. */
export interface SearchAnalyticsOptions {
  /** The address before `/v1/batch`. */
  readonly url: string;
  readonly writeKey: string;
  readonly timeoutMs?: number | undefined;
}

/** How many events one call brings, far below what the service takes. */
const BATCH = 50;

/** How many events wait at most while the service is slow: the next ones are lost. */
const MOST_WAITING = 1_000;

/** How long a call may take, in milliseconds. */
const CALL_MS = 5_000;

/** Events as the service's own list of names for shops has them. */
const NAMES: Readonly<Record<AnalyticsEvent["_tag"], string>> = {
  search: "Products Searched",
  search_results: "Product List Viewed",
  product_page_visit: "Product Viewed",
  blog_article_visit: "Article Viewed",
  click: "Product Clicked",
  add_to_cart: "Product Added",
  wishlist: "Product Added to Wishlist",
  download: "Product Downloaded",
  purchase: "Order Completed",
};

const toTrack = ({ id, timestamp, browser_fingerprint, user, event: { _tag, ...fields } }: RecordedEvent) => ({
  type: "track",
  event: NAMES[_tag],
  messageId: id,
  timestamp,
  anonymousId: browser_fingerprint,
  ...(user.user_id === null ? {} : { userId: user.user_id }),
  properties: { ...fields, ...user },
});

/**
 * The analytics port over a service that takes events as Segment's HTTP tracking API does. Events wait in memory and
 * are sent in batches, one call at a time. (ANL-01, ANL-02, ANL-03)
 */
export const makeSearchAnalytics = ({ url, writeKey, timeoutMs = CALL_MS }: SearchAnalyticsOptions): Analytics => {
  const authorization = `Basic ${Buffer.from(`${writeKey}:`).toString("base64")}`;
  let waiting: Effect.Effect<RecordedEvent>[] = [];
  let sending: Promise<void> | null = null;
  /** Whether the last call failed: the log tells of an outage once. */
  let isAway = false;

  const post = (recorded: readonly RecordedEvent[]): Effect.Effect<void, unknown> => {
    const body = JSON.stringify({ batch: recorded.map(toTrack) });
    const headers = { authorization, "content-type": "application/json" };
    return Effect.flatMap(jsonCall(`${url}/v1/batch`, { method: "POST", headers, body }, timeoutMs), ({ status }) =>
      status >= 400 ? Effect.fail({ status }) : Effect.void,
    );
  };

  const areLost = (count: number) => (cause: unknown) =>
    Effect.suspend(() => {
      if (isAway) return Effect.void;
      isAway = true;
      return Effect.logWarning(
        `${count} events of analytics are lost, and those after them until it works again`,
        cause,
      );
    });

  /** One that can't be made is lost alone. */
  const made = (event: Effect.Effect<RecordedEvent>): Effect.Effect<readonly RecordedEvent[]> =>
    event.pipe(
      Effect.map((recorded) => [recorded]),
      Effect.catchCause((cause) => Effect.as(areLost(1)(cause), [])),
    );

  const send = (events: readonly Effect.Effect<RecordedEvent>[]): Effect.Effect<void> =>
    Effect.gen(function* () {
      const recorded = (yield* Effect.forEach(events, made, { concurrency: 5 })).flat();
      if (recorded.length === 0) return;
      const sent = Effect.andThen(
        post(recorded),
        Effect.sync(() => {
          isAway = false;
        }),
      );
      yield* Effect.catchCause(sent, areLost(recorded.length));
    });

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const events = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await Effect.runPromise(send(events));
    }
    sending = null;
  };

  return {
    record: (event) =>
      Effect.sync(() => {
        if (waiting.length >= MOST_WAITING) return;
        waiting.push(event);
        // After what is being answered: requests come first.
        sending ??= new Promise((resolve) => setImmediate(resolve)).then(sendAll);
      }),
    drained: Effect.promise(async () => {
      while (sending !== null) await sending;
    }),
  };
};
