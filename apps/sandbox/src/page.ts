import { html } from "hono/html";
import type { Faults } from "./faults.ts";
import { payPalSection } from "./paypal/page-section.ts";
import type { PayPalState } from "./paypal/state.ts";
import { stripeSection } from "./stripe/page-section.ts";
import type { StripeState } from "./stripe/state.ts";
import { STYLE, toMinute } from "./table.ts";

const FAULTS: readonly (readonly [keyof Faults, string])[] = [
  ["drop", "Requests carried out without a response (share)"],
  ["error500", "Requests that fail with 500 (share)"],
  ["stored500", "Requests that fail with a 500 that Stripe stores under their key (share)"],
  ["error429", "Requests refused with 429 (share)"],
  ["delay", "Longest delay of a response (ms)"],
  ["latency", "Delay of every response (ms)"],
  ["duplicate", "Webhooks sent twice (share)"],
  ["webhookDelay", "Longest extra delay of a webhook (ms)"],
];

const clockSection = (now: number) => html`
  <h2>Clock</h2>
  <p>
    It is <strong>${toMinute(now)}</strong> UTC here. Advancing the clock runs everything that falls due until then:
    renewals, retries and the ends of subscriptions. Stripe charges a renewal an hour after its period begins. If a
    renewal is due, the clock advances one more hour, so that the renewal is charged.
  </p>
  <form class="row" method="post" action="/clock/advance">
    <button name="months" value="1">Advance by a month</button>
  </form>
  <form class="row" method="post" action="/clock/advance">
    <button name="days" value="7">Advance by 7 days</button>
  </form>
  <form class="row" method="post" action="/clock/advance">
    <button name="days" value="1">Advance by a day</button>
  </form>`;

const faultsSection = (faults: Faults) => html`
  <h2>Faults</h2>
  <form method="post" action="/faults">
    <div class="fields">
      ${FAULTS.map(
        ([name, label]) =>
          html`<label>
            ${label} <input name="${name}" value="${faults[name]}" inputmode="decimal" size="6" />
          </label>`,
      )}
    </div>
    <button>Set</button> <button name="all" value="on" formnovalidate>All faults on</button>
    <button name="all" value="off">All faults off</button>
  </form>`;

/** Renders the sandbox's main page: its clock, its faults, and the charges and subscriptions of both providers. */
export const sandboxPage = (state: StripeState, payPalState: PayPalState, now: number, faults: Faults) => html`
  <!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Payment sandbox</title>
      <style>
        ${STYLE}
      </style>
    </head>
    <body>
      <main>
        <h1>Payment sandbox</h1>
        <p>
          This stands in for Stripe and PayPal on this machine; no money moves. Cards: <code>4242 4242 4242 4242</code>
          pays, <code>4000 0000 0000 0002</code> is declined, <code>4000 0000 0000 9995</code> has insufficient funds,
          <code>4000 0000 0000 0341</code> can be saved and is declined at payment,
          <code>4000 0025 0000 3155</code> requires 3-D Secure, <code>4000 0000 0000 0259</code> disputes its payments
          at once, <code>4000 0000 0000 7775</code> stays in processing until its bank says how it ends. Refunds to
          <code>4000 0000 0000 7726</code> are pending, and refunds to <code>4000 0000 0000 5126</code> fail later. Use
          any future date and any code.
        </p>
        <p>
          <a href="/inbox">The inbox</a> shows every mail that the store sends, and
          <a href="/analytics">analytics</a> what it records of visitors. A
          <a href="/channel">page of another site</a> shows the store's prices, and
          <a href="/hooks">a receiver</a> the webhooks of the store. A live chat and Churnkey have stand-ins
          too.
        </p>
        ${clockSection(now)} ${faultsSection(faults)} ${stripeSection(state)} ${payPalSection(payPalState)}
      </main>
    </body>
  </html>`;
