import { html } from "hono/html";
import type Stripe from "stripe";
import { disputeButtons, refundForm, table, toDollars, toMinute } from "../table.ts";
import { disputeOf } from "./disputes.ts";
import { idOf } from "./ids.ts";
import type { StripeState } from "./state.ts";

const statusOf = (subscription: Stripe.Subscription): string =>
  subscription.cancel_at_period_end ? `${subscription.status}, cancels at period end` : subscription.status;

const disputeCell = (state: StripeState, charge: Stripe.Charge) => {
  const dispute = disputeOf(state, charge);
  if (!charge.paid || (dispute === undefined && charge.refunded)) return "";
  return disputeButtons({
    openAt: `/stripe/payments/${charge.id}/dispute`,
    dispute:
      dispute === undefined
        ? null
        : {
            closeAt: `/stripe/disputes/${dispute.id}/close`,
            outcome: dispute.status.endsWith("needs_response") ? null : dispute.status,
          },
  });
};

/** Returns whether a refund succeeded but went to a card that later returns refunds. */
const isSentBack = (state: StripeState, { status, payment_method }: Stripe.Refund): boolean =>
  status === "succeeded" && state.card(idOf(payment_method ?? "")).refunds === "succeeded";

/** Renders Stripe's charges, payments in processing, refunds in processing at their banks, and subscriptions. */
export const stripeSection = (state: StripeState) => {
  const emailOf = (customer: string | { readonly id: string } | null): string =>
    state.findOf("customer", idOf(customer ?? ""))?.email ?? "";
  const charges = state
    .all("charge")
    .map((charge) => [
      toMinute(charge.created),
      emailOf(charge.customer),
      charge.amount_refunded > 0 ? `refunded ${toDollars(charge.amount_refunded)}` : charge.status,
      toDollars(charge.amount),
      html`<code>${charge.id}</code>`,
      charge.paid ? refundForm(`/stripe/payments/${charge.id}/refund`, charge.amount - charge.amount_refunded) : "",
      disputeCell(state, charge),
    ]);
  const worked = state
    .all("payment_intent")
    .filter(({ status }) => status === "processing")
    .map((intent) => [
      toMinute(intent.created),
      emailOf(intent.customer),
      toDollars(intent.amount),
      html`<code>${intent.id}</code>`,
      html`<form class="row" method="post" action="/stripe/payments/${intent.id}/end">
        <button name="outcome" value="paid">Pay it</button> <button name="outcome" value="refused">Refuse it</button>
      </form>`,
    ]);
  const refunds = state
    .all("refund")
    .filter((each) => each.status === "pending" || isSentBack(state, each))
    .map((refund) => [
      toMinute(refund.created),
      emailOf(refund.customer ?? null),
      toDollars(refund.amount),
      html`<code>${refund.id}</code>`,
      html`<form class="row" method="post" action="/stripe/refunds/${refund.id}/end">
        ${refund.status === "pending" ? html`<button name="outcome" value="succeeded">Make it</button>` : ""}
        <button name="outcome" value="failed">Send it back</button>
      </form>`,
    ]);
  const subscriptions = state.all("subscription").map((subscription) => {
    const item = subscription.items.data[0];
    return [
      toMinute(subscription.created),
      emailOf(subscription.customer),
      statusOf(subscription),
      item === undefined ? "" : toMinute(item.current_period_end),
      toDollars(item?.price.unit_amount ?? 0),
      html`<form method="post" action="/cards/expire">
        <button name="customer" value="${idOf(subscription.customer)}">Expire its cards</button>
      </form>`,
    ];
  });
  return html`${table(
    "Charges",
    [
      { heading: "Time (UTC)" },
      { heading: "Customer" },
      { heading: "Status" },
      { heading: "Amount", isAmount: true },
      { heading: "Id" },
      { heading: "Refund" },
      { heading: "Dispute" },
    ],
    charges,
    "There are no charges yet.",
  )}
  ${
    worked.length === 0
      ? ""
      : table(
          "In processing",
          [
            { heading: "Time (UTC)" },
            { heading: "Customer" },
            { heading: "Amount", isAmount: true },
            { heading: "Id" },
            { heading: "Its bank" },
          ],
          worked,
          "",
        )
  }
  ${
    refunds.length === 0
      ? ""
      : table(
          "Refunds at their bank",
          [
            { heading: "Time (UTC)" },
            { heading: "Customer" },
            { heading: "Amount", isAmount: true },
            { heading: "Id" },
            { heading: "Its bank" },
          ],
          refunds,
          "",
        )
  }
  ${table(
    "Subscriptions",
    [
      { heading: "Started (UTC)" },
      { heading: "Customer" },
      { heading: "Status" },
      { heading: "Renews (UTC)" },
      { heading: "Price", isAmount: true },
      { heading: "Cards" },
    ],
    subscriptions,
    "There are no subscriptions yet.",
  )}`;
};
