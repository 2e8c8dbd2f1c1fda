import { newId } from "../ids.ts";
import type { CaptureResource, OrderResource } from "./order.ts";
import type { DisputeResource } from "./dispute.ts";
import type { RefundResource } from "./refund.ts";
import type { SaleRefundResource, SaleResource } from "./sale.ts";
import type { SubscriptionResource } from "./subscription.ts";
import { type Link, toTime } from "./values.ts";

/** The resource of each event type. */
export interface EventResources {
  readonly "BILLING.SUBSCRIPTION.ACTIVATED": SubscriptionResource;
  readonly "BILLING.SUBSCRIPTION.CANCELLED": SubscriptionResource;
  readonly "BILLING.SUBSCRIPTION.CREATED": SubscriptionResource;
  readonly "BILLING.SUBSCRIPTION.PAYMENT.FAILED": SubscriptionResource;
  readonly "BILLING.SUBSCRIPTION.RE-ACTIVATED": SubscriptionResource;
  readonly "BILLING.SUBSCRIPTION.SUSPENDED": SubscriptionResource;
  readonly "BILLING.SUBSCRIPTION.UPDATED": SubscriptionResource;
  readonly "CHECKOUT.ORDER.APPROVED": OrderResource;
  readonly "CUSTOMER.DISPUTE.CREATED": DisputeResource;
  readonly "CUSTOMER.DISPUTE.RESOLVED": DisputeResource;
  readonly "PAYMENT.CAPTURE.COMPLETED": CaptureResource;
  readonly "PAYMENT.CAPTURE.DENIED": CaptureResource;
  readonly "PAYMENT.CAPTURE.REFUNDED": RefundResource;
  readonly "PAYMENT.SALE.COMPLETED": SaleResource;
  readonly "PAYMENT.SALE.REFUNDED": SaleRefundResource;
}

export type EventType = keyof EventResources;

/** An event as it is delivered and listed. */
export interface PayPalEvent {
  readonly id: string;
  readonly event_version: "1.0";
  readonly create_time: string;
  readonly resource_type: string;
  readonly resource_version: "1.0" | "2.0";
  readonly event_type: EventType;
  readonly summary: string;
  readonly resource: EventResources[EventType];
  readonly links: readonly Link[];
}

/** A page of events: `GET /v1/notifications/webhooks-events`. */
export interface EventsResource {
  readonly events: readonly PayPalEvent[];
  readonly count: number;
  readonly links: readonly Link[];
}

const RESOURCE_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^BILLING\./, "subscription"],
  [/^CHECKOUT\./, "checkout-order"],
  [/^CUSTOMER\.DISPUTE\./, "dispute"],
  [/\.REFUNDED$/, "refund"],
  [/^PAYMENT\.CAPTURE\./, "capture"],
  [/^PAYMENT\.SALE\./, "sale"],
];

/** Creates an event about a resource in its current state. `at` is in Unix seconds. */
export const makeEvent = <T extends EventType>(
  at: number,
  event_type: T,
  resource: EventResources[T],
): PayPalEvent => ({
  id: newId("WH-"),
  event_version: "1.0",
  create_time: toTime(at),
  resource_type: RESOURCE_TYPES.find(([types]) => types.test(event_type))?.[1] ?? "",
  resource_version: /^(PAYMENT\.SALE|CUSTOMER\.DISPUTE)\./.test(event_type) ? "1.0" : "2.0",
  event_type,
  summary: `${event_type.toLowerCase().replaceAll(".", " ")}.`,
  resource,
  links: [],
});
