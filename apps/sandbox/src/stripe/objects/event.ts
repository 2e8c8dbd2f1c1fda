import type Stripe from "stripe";
import { API_VERSION } from "../api-version.ts";
import { newId } from "../ids.ts";

/** The Stripe library's event type for one event name. */
export type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;

/** Creates an event about an object. Pass a copy, so that later changes don't affect the event. */
export const makeEvent = <T extends Stripe.Event["type"]>(
  at: number,
  type: T,
  object: EventOf<T>["data"]["object"],
): Stripe.Event => {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: at,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  } satisfies Stripe.EventBase;
  // The parameters pair the type with its object, but TypeScript can't narrow the union by that pair.
  return event as Stripe.Event;
};
