import { type Cents, cents, instantOf, approvalDeclinedText } from "@backlot/domain";
import type { ChargeState, OpenCharge } from "@backlot/ports";
import type { Order } from "./schemas.ts";

/** Converts cents to an amount in PayPal's format. */
export const toMoney = (amount: Cents) => ({ currency_code: "USD", value: (amount / 100).toFixed(2) });

/** Converts an amount in PayPal's format to cents. */
export const toCents = (money: { readonly value: string }): Cents => {
  const [whole = "0", part = ""] = money.value.split(".");
  return cents(Number(whole) * 100 + Number(part.padEnd(2, "0")));
};

/** Links to related resources, which PayPal may omit. */
export type Links = readonly { readonly rel: string; readonly href: string }[] | null | undefined;

/** Returns the URL of the first link with one of these relations, or null. */
export const linkOf = (links: Links, ...rels: readonly string[]): string | null =>
  links?.find((link) => rels.includes(link.rel))?.href ?? null;

/** The statuses of a received payment, including refunded ones. */
export const CAPTURED = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

/** Returns an unpaid charge with PayPal's reference. */
export const openCharge = (reference: string): OpenCharge => ({
  reference,
  amount: null,
  client_secret: null,
  handle: null,
});

/** Returns a charge that ended without a payment. `reason` is the message for the buyer, or null. */
export const canceled = (reference: string | null, reason: string | null = null): ChargeState => ({
  _tag: "Canceled",
  reference,
  message: reason,
  decline_code: null,
});

/** Returns a charge whose funding source was declined. */
export const declined = (reference: string): ChargeState => canceled(reference, approvalDeclinedText("paypal"));

/** Returns the state of a one-time charge. */
export const toChargeState = (order: typeof Order.Type): ChargeState => {
  const capture = order.purchase_units?.[0]?.payments?.captures?.at(-1);
  if (capture !== undefined && CAPTURED.has(capture.status)) {
    return {
      _tag: "Succeeded",
      reference: order.id,
      payment: {
        key: `payment:${order.id}`,
        amount: toCents(capture.amount),
        credit_used: cents(0),
        paid_at: instantOf(capture.create_time),
        refund_reference: capture.id,
        subscription: null,
      },
    };
  }
  if (capture?.status === "PENDING") return { _tag: "Processing", ...openCharge(order.id) };
  switch (order.status) {
    case "APPROVED":
      return { _tag: "RequiresCapture", ...openCharge(order.id) };
    case "CREATED":
    case "SAVED":
    case "PAYER_ACTION_REQUIRED": {
      const redirect_url = linkOf(order.links, "payer-action", "approve");
      return { _tag: "RequiresAction", ...openCharge(order.id), redirect_url };
    }
    default:
      return capture === undefined ? canceled(order.id) : declined(order.id);
  }
};
