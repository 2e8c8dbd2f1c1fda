import type { AnalyticsEvent, RecordedEvent } from "@backlot/domain";
import type { Analytics } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { textCall } from "../json-call.ts";

/** The URL and key of a service that accepts Segment's HTTP tracking API. */
export interface SearchAnalyticsOptions {
  /** The base URL, without `/v1/batch`. */
  readonly url: string;
  readonly writeKey: string;
  readonly timeoutMs?: number | undefined;
}

/** The maximum number of events in one call. */
const BATCH = 50;
/** The maximum size of one call, in characters. The service accepts up to 500 kB. */
const BATCH_CHARACTERS = 150_000;

/** The maximum number of queued events. Further events are dropped. */
const MOST_WAITING = 1_000;

/**
 * The maximum number of queued events per network address. This is enough for a few people on one network, but not for
 * a flood.
 */
const MOST_OF_ADDRESS = 200;

/** The default timeout of a call, in milliseconds. */
const CALL_MS = 5_000;

/** The service's names for our events. Common shop events use Segment's standard names. */
const NAMES: Readonly<Record<AnalyticsEvent["_tag"], string>> = {
  search: "Products Searched",
  search_results: "Product List Viewed",
  product_page_visit: "Product Viewed",
  blog_article_visit: "Article Viewed",
  click: "Product Clicked",
  add_to_cart: "Product Added",
  wishlist: "Product Added to Wishlist",
  download: "Download Requested",
  purchase: "Order Completed",
  credit_purchase: "Credits Spent",
};

const toTrack = ({ id, timestamp, browser_fingerprint, user, event: { _tag, ...fields } }: RecordedEvent): string =>
  JSON.stringify({
    type: "track",
    event: NAMES[_tag],
    messageId: id,
    timestamp,
    anonymousId: browser_fingerprint,
    ...(user.user_id === null ? {} : { userId: user.user_id }),
    properties: { ...fields, ...user },
  });

/** Splits JSON events into groups that fit into one call each. */
const batches = (texts: readonly string[]): readonly (readonly string[])[] => {
  const groups: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    if (size + text.length > BATCH_CHARACTERS) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(text);
    size += text.length;
  }
  return groups;
};

/**
 * Creates the analytics port over a service that accepts Segment's HTTP tracking API. Queues events in memory, and
 * sends them in batches, one call at a time.
 */
export const makeSearchAnalytics = ({ url, writeKey, timeoutMs = CALL_MS }: SearchAnalyticsOptions): Analytics => {
  const authorization = `Basic ${Buffer.from(`${writeKey}:`).toString("base64")}`;
  let waiting: { readonly event: Effect.Effect<RecordedEvent | null>; readonly address: string }[] = [];
  /** The number of queued events per address. */
  const waitingOf = new Map<string, number>();
  let sending: Promise<void> | null = null;
  /** Whether the last call failed, so that an outage is logged once. */
  let isAway = false;

  const count = (address: string, by: 1 | -1): void => {
    const now = (waitingOf.get(address) ?? 0) + by;
    if (now === 0) waitingOf.delete(address);
    else waitingOf.set(address, now);
  };

  /**
   * Computes an event and returns it as JSON. Returns no text if that fails, so that the other events are still sent.
   */
  const textsOf = (event: Effect.Effect<RecordedEvent | null>): Effect.Effect<readonly string[]> =>
    event.pipe(
      Effect.map((recorded) => (recorded === null ? [] : [toTrack(recorded)])),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("an analytics event was dropped", cause), [])),
    );

  /** Posts a batch of events. Checks only the response's status, because its body differs between services. */
  const post = (texts: readonly string[]): Effect.Effect<void> => {
    const init = {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: `{"batch":[${texts.join(",")}]}`,
    };
    return textCall(`${url}/v1/batch`, init, timeoutMs).pipe(
      Effect.flatMap(({ status }) => (status >= 400 ? Effect.fail({ status }) : Effect.void)),
      Effect.matchCauseEffect({
        onSuccess: () => {
          const wasAway = isAway;
          isAway = false;
          return wasAway ? Effect.logInfo("analytics is responding again") : Effect.void;
        },
        onFailure: (cause) => {
          if (isAway) return Effect.void;
          isAway = true;
          return Effect.logWarning("analytics isn't responding; events are dropped until it does", cause);
        },
      }),
    );
  };

  const send = (events: readonly Effect.Effect<RecordedEvent | null>[]): Effect.Effect<void> =>
    Effect.flatMap(Effect.forEach(events, textsOf, { concurrency: 5 }), (texts) =>
      Effect.forEach(batches(texts.flat()), post, { discard: true }),
    );

  const sendAll = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        const next = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        for (const { address } of next) count(address, -1);
        await Effect.runPromise(send(next.map(({ event }) => event)));
      }
    } finally {
      sending = null;
    }
  };

  return {
    record: (event, address) =>
      Effect.sync(() => {
        if (waiting.length >= MOST_WAITING || (waitingOf.get(address) ?? 0) >= MOST_OF_ADDRESS) return;
        waiting.push({ event, address });
        count(address, 1);
        // Wait until pending responses are sent, because requests come first.
        sending ??= new Promise((resolve) => setImmediate(resolve)).then(sendAll);
      }),
    drained: Effect.promise(async () => {
      while (sending !== null) await sending;
    }),
  };
};
