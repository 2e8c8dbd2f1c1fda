import { type Cents, cents, instantOf, message } from "@backlot/domain";
import type { WalletStanding, WebhookHint } from "@backlot/ports";
import type { Event, Order } from "./shapes.ts";

/** An amount as the provider takes it. */
export const dollars = (amount: Cents) => ({ currency_code: "USD", value: (amount / 100).toFixed(2) });

/** An amount of the provider, in cents. */
export const inCents = (money: { readonly value: string }): Cents => {
  const [whole = "0", part = ""] = money.value.split(".");
  return cents(Number(whole) * 100 + Number(part.padEnd(2, "0")));
};

type Links = readonly { readonly rel: string; readonly href: string }[] | null | undefined;

/** Where a link of one of these kinds leads; null without any. */
export const linkOf = (links: Links, ...rels: readonly string[]): string | null =>
  links?.find((link) => rels.includes(link.rel))?.href ?? null;

/** A refund leaves a payment what it was: one that came in. */
export const CAME_IN = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

/** How a single payment stands. */
export const orderStanding = (order: typeof Order.Type): WalletStanding => {
  const unit = order.purchase_units?.[0];
  const known = { reference: order.id, order_id: unit?.custom_id ?? null };
  const capture = unit?.payments?.captures?.at(-1);
  if (capture !== undefined && CAME_IN.has(capture.status)) {
    return {
      _tag: "Paid",
      ...known,
      payment_id: capture.id,
      amount_paid: inCents(capture.amount),
      paid_at: instantOf(capture.create_time),
      period: null,
    };
  }
  if (capture?.status === "PENDING") return { _tag: "Processing", ...known };
  switch (order.status) {
    case "APPROVED":
      return { _tag: "Approved", ...known };
    case "CREATED":
    case "SAVED":
    case "PAYER_ACTION_REQUIRED":
      return { _tag: "Waiting", ...known, approve_url: linkOf(order.links, "payer-action", "approve") ?? "" };
    default:
      return { _tag: "Ended", ...known, message: capture === undefined ? null : message("paypal_declined") };
  }
};

/** What an event points at. */
export const hint = (event: Event): WebhookHint => {
  const { event_type: type, resource } = event;
  const about = (start: string): string | null => (type.startsWith(start) ? resource.id : null);
  return {
    provider: "paypal",
    event_id: event.id,
    type,
    subscription_id: about("BILLING.SUBSCRIPTION.") ?? resource.billing_agreement_id ?? null,
    order_id: resource.custom_id ?? null,
    customer_id: null,
    payment_id: about("CHECKOUT.ORDER.") ?? resource.supplementary_data?.related_ids?.order_id ?? null,
    refund_id: /\.(REFUNDED|REVERSED)$/.test(type) ? resource.id : null,
  };
};
