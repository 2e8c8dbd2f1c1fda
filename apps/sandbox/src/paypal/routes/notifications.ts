import type { Route } from "../api.ts";
import { textOf, valueAt } from "../json-body.ts";
import { readLink } from "../resources/values.ts";
import { transmissionSignature } from "../signature.ts";
import type { PayPalState } from "../state.ts";

const LONGEST_PAGE = 300;
const EVENT_FIELD = '"webhook_event":';

/** Adds the routes for webhook signatures and for the list of events. `base` returns the sandbox's own URL. */
export const notificationRoutes =
  (state: PayPalState, base: () => string) =>
  (route: Route): void => {
    route("post", "/v1/notifications/verify-webhook-signature", ({ raw, body }) => {
      // The signature covers the event byte by byte, so cut it out of the raw body.
      const event = raw.slice(raw.indexOf(EVENT_FIELD) + EVENT_FIELD.length, -1);
      const claim = (name: string): string => textOf(valueAt(body, name));
      const expected = transmissionSignature(
        state,
        claim("transmission_id"),
        claim("transmission_time"),
        claim("webhook_id"),
        event,
      );
      return { verification_status: claim("transmission_sig") === expected ? "SUCCESS" : "FAILURE" };
    });
    route("get", "/v1/notifications/webhooks-events", ({ query }) => {
      const since = textOf(query.get("start_time"));
      const size = Math.min(LONGEST_PAGE, Number(query.get("page_size") ?? 10));
      const page = state
        .events(Number(query.get("before") ?? Number.MAX_SAFE_INTEGER), size)
        .filter(({ event }) => event.create_time >= since.replace(/\.\d+Z$/, "Z"));
      const last = page.at(-1);
      const hasMore = last !== undefined && page.length === size;
      const next = new URLSearchParams({ start_time: since, page_size: String(size), before: String(last?.seq ?? 0) });
      return {
        events: page.map(({ event }) => event),
        count: page.length,
        links: hasMore ? [readLink("next", `${base()}/v1/notifications/webhooks-events?${next}`)] : [],
      };
    });
  };
