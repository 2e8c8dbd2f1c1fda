import { html } from "hono/html";
import type { Faults } from "./faults.ts";
import type { PayPalState } from "./paypal/state.ts";
import type { StripeState } from "./stripe/state.ts";

const dollars = (amount: number): string =>
  (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16).replace("T", " ");

const FAULT_NAMES: Readonly<Record<keyof Faults, string>> = {
  drop: "Carried out, then dropped (share)",
  error500: "Fails with 500 (share)",
  error429: "Turned away with 429 (share)",
  delay: "Longest delay (ms)",
  duplicate: "Webhooks sent twice (share)",
  reorder: "Webhooks out of order (share)",
  webhookDelay: "Longest webhook delay (ms)",
};

const STYLE = `
  :root { color-scheme: dark light; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 1100px; margin: 0 auto; padding: 24px 16px 64px }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
  .wide { overflow-x: auto }
  th, td { text-align: left; padding: 8px 12px 8px 0; border-bottom: 1px solid #8884; white-space: nowrap }
  th.n, td.n { text-align: right } p { max-width: 65ch }
  code { font-size: 13px }
  form.row { display: inline-block; margin: 0 8px 8px 0 }
  button { font: inherit; padding: 8px 14px; min-height: 40px }
  .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 8px 16px; margin-bottom: 12px }
  .fields label { display: flex; justify-content: space-between; gap: 12px; align-items: center }
  input { font: inherit; padding: 6px 8px }`;

/** What goes by PayPal: approvals that wait, payments that came in, agreements that run. */
const payPal = (state: PayPalState) => {
  const orders = state.all("order");
  const agreements = state.all("subscription");
  const waiting = [
    ...orders.filter((each) => each.status === "PAYER_ACTION_REQUIRED"),
    ...agreements.filter((each) => each.status === "APPROVAL_PENDING"),
  ];
  const payments = [
    ...orders.flatMap((each) => each.captures.map((payment) => ({ ...payment, what: each.description }))),
    ...agreements.flatMap((each) => each.transactions.map((payment) => ({ ...payment, what: `agreement ${each.id}` }))),
  ].sort((a, b) => b.time - a.time);
  return html`
    <h2>PayPal approvals</h2>
    ${waiting.length === 0 ? html`<p>Nobody is asked to approve anything.</p>` : ""}
    <ul>
      ${waiting.map((each) => html`<li><a href="/paypal/approve/${each.id}">${each.kind === "order" ? `${each.description}, ${dollars(each.amount)}` : `A plan: ${dollars(each.setup_fee)} today, then ${dollars(each.price)} a ${each.unit}`}</a> (${day(each.created)})</li>`)}
    </ul>
    <h2>PayPal payments</h2>
    <div class="wide" tabindex="0" role="region" aria-label="PayPal payments">
      <table>
        <thead><tr><th>When (UTC)</th><th>For</th><th>Status</th><th class="n">Amount</th><th>Id</th></tr></thead>
        <tbody>
          ${payments.map((each) => html`<tr><td>${day(each.time)}</td><td>${each.what}</td><td>${each.refunded > 0 ? `refunded ${dollars(each.refunded)}` : "completed"}</td><td class="n">${dollars(each.amount)}</td><td><code>${each.id}</code></td></tr>`)}
        </tbody>
      </table>
    </div>
    ${payments.length === 0 ? html`<p>Nothing has been paid through PayPal yet.</p>` : ""}
    <h2>PayPal agreements</h2>
    <div class="wide" tabindex="0" role="region" aria-label="PayPal agreements">
      <table>
        <thead><tr><th>Made (UTC)</th><th>Status</th><th class="n">Price</th><th>Id</th><th>Funding</th></tr></thead>
        <tbody>
          ${agreements.map((each) => html`<tr><td>${day(each.created)}</td><td>${each.failed_count > 0 ? `${each.status}, unpaid` : each.status}</td><td class="n">${dollars(each.price)}</td><td><code>${each.id}</code></td><td><form method="post" action="/paypal/funding/${each.id}"><button name="funding" value="${each.funding === "insufficient" ? "ok" : "insufficient"}">${each.funding === "insufficient" ? "Let its payments go through" : "Refuse its payments"}</button></form></td></tr>`)}
        </tbody>
      </table>
    </div>
    ${agreements.length === 0 ? html`<p>There is no agreement yet.</p>` : ""}`;
};

/** The sandbox's page for people: what the providers have charged, and whom they bill. */
export const sandboxPage = (state: StripeState, payPalState: PayPalState, now: number, faults: Faults) => {
  const charges = state.all("charge");
  const subscriptions = state.all("subscription");
  const emailOf = (customer: string | { id: string } | null): string => {
    const found = state.findOf("customer", typeof customer === "string" ? customer : (customer?.id ?? ""));
    return found?.email ?? "";
  };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payment sandbox</title>
        <style>${STYLE}</style>
      </head>
      <body>
        <main>
        <h1>Payment sandbox</h1>
        <p>
          This stands in for the card provider and for PayPal on this machine; no money moves. Cards: <code>4242 4242 4242 4242</code>
          pays, <code>4000 0000 0000 0002</code> is declined, <code>4000 0000 0000 9995</code> has no funds,
          <code>4000 0000 0000 0341</code> is saved but fails to pay, <code>4000 0025 0000 3155</code> asks for 3-D Secure.
          Any date to come and any code will do.
        </p>
        <p><a href="/inbox">The inbox</a> holds every mail that the store sends.</p>
        <h2>Clock</h2>
        <p>It is <strong>${day(now)}</strong> UTC here. Advancing lets everything happen on the way: renewals, retries, ends.</p>
        <form class="row" method="post" action="/clock/advance"><button name="months" value="1">Advance by a month</button></form>
        <form class="row" method="post" action="/clock/advance"><button name="days" value="7">Advance by 7 days</button></form>
        <form class="row" method="post" action="/clock/advance"><button name="days" value="1">Advance by a day</button></form>
        <h2>Faults</h2>
        <form method="post" action="/faults">
          <div class="fields">
            ${Object.entries(faults).map(([name, value]) => html`<label>${FAULT_NAMES[name as keyof Faults]} <input name="${name}" value="${value}" inputmode="decimal" size="6" /></label>`)}
          </div>
          <button>Set</button> <button name="all" value="on" formnovalidate>Everything now and then</button> <button name="all" value="off">A good day</button>
        </form>
        <h2>Charges</h2>
        <div class="wide" tabindex="0" role="region" aria-label="Charges">
        <table>
          <thead><tr><th>When (UTC)</th><th>Customer</th><th>Status</th><th class="n">Amount</th><th>Id</th></tr></thead>
          <tbody>
            ${charges.map((c) => html`<tr><td>${day(c.created)}</td><td>${emailOf(c.customer)}</td><td>${c.amount_refunded > 0 ? `refunded ${dollars(c.amount_refunded)}` : c.status}</td><td class="n">${dollars(c.amount)}</td><td><code>${c.id}</code></td></tr>`)}
          </tbody>
        </table>
        </div>
        ${charges.length === 0 ? html`<p>Nothing has been charged yet.</p>` : ""}
        <h2>Subscriptions</h2>
        <div class="wide" tabindex="0" role="region" aria-label="Subscriptions">
        <table>
          <thead><tr><th>Started (UTC)</th><th>Customer</th><th>Status</th><th>Renews (UTC)</th><th class="n">Price</th><th>Cards</th></tr></thead>
          <tbody>
            ${subscriptions.map((s) => {
              const item = s.items.data[0];
              return html`<tr><td>${day(s.created)}</td><td>${emailOf(s.customer)}</td><td>${s.cancel_at_period_end ? `${s.status}, ends with its period` : s.status}</td><td>${item ? day(item.current_period_end) : ""}</td><td class="n">${dollars(item?.price.unit_amount ?? 0)}</td><td><form method="post" action="/cards/expire"><button name="customer" value="${typeof s.customer === "string" ? s.customer : s.customer.id}">Let its cards expire</button></form></td></tr>`;
            })}
          </tbody>
        </table>
        </div>
        ${subscriptions.length === 0 ? html`<p>Nobody has subscribed by card yet.</p>` : ""}
        ${payPal(payPalState)}
        </main>
      </body>
    </html>`;
};
