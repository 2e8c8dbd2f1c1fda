import type { Instant } from "../kernel/calendar.ts";
import { message } from "../message-catalog.ts";
import type { ChargeStatus } from "./order-policy.ts";
import type { Decision, Ending, Order, OrderStatus, Seen } from "./order.ts";

/** What a charge says of its order, and how many of the order's items the money can hand over. (CHK-03, CHK-07) */
export const seenOf = (charge: ChargeStatus | null, items: { readonly able: number; readonly all: number }): Seen => {
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

/** How the payment of a one-time order stands, in the card provider's words. */
export type PaymentStatus = (typeof PAYMENT_STATUS)[ChargeStatus];

/**
 * How the payment of a one-time order stands: as its charge does. Where the provider said nothing of an open order, it
 * is still on its way. (CHK-06, CHK-07)
 */
export const paymentStatus = (status: OrderStatus["_tag"], charge: ChargeStatus | null): PaymentStatus => {
  if (status === "paid") return "succeeded";
  if (charge !== null) return PAYMENT_STATUS[charge];
  return status === "pending" ? "processing" : "canceled";
};

/** A refusal in the provider's words. */
export interface Refusal {
  readonly message: string | null;
  readonly decline_code: string | null;
}

/**
 * How an order ends without money: as it was asked to end, or failed, with the words of the refusal that the provider
 * closed its charge with. (CHK-03, CHK-04)
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

/** Why an order that ended sold nothing: its money goes back, or none came. (CHK-03, CHK-07) */
export const endedReason = ({ status }: Pick<Order, "status">): "payment_not_applied" | "order_ended" =>
  status._tag === "unfulfillable" ? "payment_not_applied" : "order_ended";

/** What an order says of itself where it ended without handing anything over; null where it did not. (CHK-03) */
export const endingText = ({ status }: Pick<Order, "status">): string | null => {
  switch (status._tag) {
    case "pending":
    case "paid":
      return null;
    case "failed":
      return status.message;
    case "canceled":
      return message(status.message);
    case "expired":
      return message("order_ended");
    case "unfulfillable":
      return message("payment_not_applied");
  }
};
