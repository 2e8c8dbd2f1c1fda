import type { Instant } from "../kernel/calendar.ts";
import { message } from "../message-catalog.ts";
import type { ChargeStatus } from "./order-policy.ts";
import { approvalCanceledText } from "./payer-messages.ts";
import type { Decision, Ending, Order, OrderStatus, ObservedCharge } from "./order.ts";

/**
 * Returns what `decide` needs to know about a charge: its status (null if the provider has none), and how many of the
 * order's items the payment can still deliver.
 */
export const seenOf = (
  charge: ChargeStatus | null,
  items: { readonly able: number; readonly all: number },
): ObservedCharge => {
  switch (charge) {
    case null:
      return { _tag: "nothing" };
    case "Succeeded":
      return { _tag: "paid", deliverable: items.able === items.all ? "all" : items.able > 0 ? "part" : "none" };
    case "Processing":
      return { _tag: "processing" };
    case "Canceled":
      return { _tag: "over" };
    case "RequiresConfirmation":
    case "RequiresCapture":
    case "RequiresAction":
    case "RequiresPaymentMethod":
      return { _tag: "open" };
  }
};

const PAYMENT_STATUS = {
  RequiresConfirmation: "requires_confirmation",
  RequiresCapture: "requires_capture",
  RequiresAction: "requires_action",
  RequiresPaymentMethod: "requires_payment_method",
  Processing: "processing",
  Succeeded: "succeeded",
  Canceled: "canceled",
} as const satisfies Readonly<Record<ChargeStatus, string>>;

/** The payment status of a one-time order, in Stripe's terms. */
export type PaymentStatus = (typeof PAYMENT_STATUS)[ChargeStatus];

/** Returns the payment status of a one-time order. A pending order without a charge counts as processing. */
export const paymentStatus = (status: OrderStatus["_tag"], charge: ChargeStatus | null): PaymentStatus => {
  if (status === "paid") return "succeeded";
  if (charge !== null) return PAYMENT_STATUS[charge];
  return status === "pending" ? "processing" : "canceled";
};

/** A declined payment. A field is null if the provider doesn't report it. */
export interface Refusal {
  readonly message: string | null;
  readonly decline_code: string | null;
}

/**
 * Returns the final status of an order that ended without a payment: the requested `ending` if `decide` returned it, or
 * else "failed" with the provider's decline message.
 */
export const endOf = (
  as: Extract<Decision, { readonly _tag: "end" }>["as"],
  refusal: Refusal | null,
  ending: Ending | null,
  at: Instant,
): Exclude<OrderStatus, { readonly _tag: "pending" }> =>
  ending !== null && as === ending._tag
    ? { ...ending, at }
    : {
        _tag: "failed",
        at,
        message: refusal?.message ?? message("order_ended"),
        decline_code: refusal?.decline_code ?? null,
      };

type Ended = Pick<Order, "status" | "quote" | "provider">;

/** Returns why an ended order delivered nothing: its payment is refunded, or no payment was made. */
export const endedReason = ({ status, quote }: Omit<Ended, "provider">): "payment_not_applied" | "order_ended" =>
  status._tag === "unfulfillable" && quote.total > 0 ? "payment_not_applied" : "order_ended";

/** Returns the message for an order that ended without delivering anything, or null for any other order. */
export const endingText = (order: Ended): string | null => {
  const { status } = order;
  switch (status._tag) {
    case "pending":
    case "paid":
      return null;
    case "failed":
      return status.message;
    case "canceled":
      return status.message === "approval_canceled" ? approvalCanceledText(order.provider) : message(status.message);
    case "expired":
    case "unfulfillable":
      // An order that cost nothing has no payment to refund.
      return message(endedReason(order));
  }
};
