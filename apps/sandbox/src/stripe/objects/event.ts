import type Stripe from "stripe";
import { API_VERSION } from "../api-version.ts";
import { newId } from "../ids.ts";

/** The event of a type, as the library declares it. */
export type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;

/** An event about an object as it is now: pass a copy, so that later changes leave the event alone. */
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
  // The parameters pair the type with its object; TypeScript can't follow that pair into one member of the union.
  return event as Stripe.Event;
};
