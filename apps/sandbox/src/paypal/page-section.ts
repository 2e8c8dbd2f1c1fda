import { html } from "hono/html";
import { disputeButtons, refundForm, table, toDollars, toMinute } from "../table.ts";
import { priceOfNext } from "./resources/subscription.ts";
import type { PayPalState } from "./state.ts";
import type { StoredAgreement, StoredOrder, StoredPayment } from "./stored-objects.ts";

const describe = (pending: StoredOrder | StoredAgreement): string => {
  if (pending.kind === "order") return `${pending.description}, ${toDollars(pending.amount)}`;
  const { setup_fee, trial, price, unit } = pending;
  const lowered = trial ? `${trial.cycles} times ${toDollars(trial.price)}, then ` : "";
  return `A plan: ${toDollars(setup_fee)} today, then ${lowered}${toDollars(price)} a ${unit}`;
};

const fundingForm = (agreement: StoredAgreement) => {
  const isRefused = agreement.funding === "insufficient";
  return html`<form method="post" action="/paypal/funding/${agreement.id}">
    <button name="funding" value="${isRefused ? "ok" : "insufficient"}">
      ${isRefused ? "Let its payments go through" : "Let its payments be refused"}
    </button>
  </form>`;
};

const disputeCell = (state: PayPalState, payment: StoredPayment) => {
  const dispute = state.all("dispute").find((each) => each.payment_id === payment.id);
  if (dispute === undefined && payment.status === "REFUNDED") return "";
  return disputeButtons({
    openAt: `/paypal/payments/${payment.id}/dispute`,
    dispute:
      dispute === undefined ? null : { closeAt: `/paypal/disputes/${dispute.id}/close`, outcome: dispute.outcome },
  });
};

/** Renders PayPal's pending approvals, payments and agreements. */
export const payPalSection = (state: PayPalState) => {
  const orders = state.all("order");
  const agreements = state.all("subscription");
  const pending = [
    ...orders.filter((each) => each.status === "PAYER_ACTION_REQUIRED"),
    ...agreements.filter((each) => each.status === "APPROVAL_PENDING"),
  ];
  const payments = [
    ...orders.flatMap(({ captures, description }) => captures.map((payment) => ({ payment, description }))),
    ...agreements.flatMap(({ transactions, id }) =>
      transactions.map((payment) => ({ payment, description: `agreement ${id}` })),
    ),
  ].sort((a, b) => b.payment.time - a.payment.time);
  return html`
    <h2>PayPal approvals</h2>
    ${pending.length === 0 ? html`<p>No payment waits for its buyer's approval.</p>` : ""}
    <ul>
      ${pending.map(
        (each) => html`<li><a href="/paypal/approve/${each.id}">${describe(each)}</a> (${toMinute(each.created)})</li>`,
      )}
    </ul>
    ${table(
      "PayPal payments",
      [
        { heading: "Time (UTC)" },
        { heading: "For" },
        { heading: "Status" },
        { heading: "Amount", isAmount: true },
        { heading: "Id" },
        { heading: "Refund" },
        { heading: "Dispute" },
      ],
      payments.map(({ payment, description }) => [
        toMinute(payment.time),
        description,
        payment.refunded > 0 ? `refunded ${toDollars(payment.refunded)}` : "completed",
        toDollars(payment.amount),
        html`<code>${payment.id}</code>`,
        refundForm(`/paypal/refund/${payment.id}`, payment.amount - payment.refunded),
        disputeCell(state, payment),
      ]),
      "There are no PayPal payments yet.",
    )}
    ${table(
      "PayPal agreements",
      [
        { heading: "Created (UTC)" },
        { heading: "Status" },
        { heading: "Price", isAmount: true },
        { heading: "Id" },
        { heading: "Funding" },
      ],
      agreements.map((agreement) => [
        toMinute(agreement.created),
        agreement.failed_count > 0 ? `${agreement.status}, unpaid` : agreement.status,
        toDollars(priceOfNext(agreement)),
        html`<code>${agreement.id}</code>`,
        fundingForm(agreement),
      ]),
      "There are no PayPal agreements yet.",
    )}`;
};
