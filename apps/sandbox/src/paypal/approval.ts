import { Hono } from "hono";
import { html } from "hono/html";
import { isFromPerson } from "../fields.ts";
import { type Form, parseForm } from "../stripe/form.ts";
import { toDollars } from "../table.ts";
import type { PayPalAgreements } from "./agreements.ts";
import { newId } from "./ids.ts";
import type { PayPalState } from "./state.ts";
import type { Funding, StoredAgreement, StoredOrder } from "./stored-objects.ts";

const day = (seconds: number): string =>
  new Date(seconds * 1_000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

const STYLE = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; background: #f1f4f8; color: #0c1c38 }
  main { max-width: 26rem; margin: 6vh auto; padding: 32px 28px; background: #fff; border-radius: 16px }
  main { box-shadow: 0 2px 16px #0c1c3814 }
  @media (max-width: 30rem) { main { margin: 0; border-radius: 0; min-height: 100vh; box-sizing: border-box } }
  h1 { font-size: 22px; margin: 0 0 4px } p { margin: 0 0 16px }
  dl { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; margin: 20px 0; padding: 16px 0 }
  dl { border: solid #d5dce6; border-width: 1px 0; font-variant-numeric: tabular-nums }
  dd { margin: 0; text-align: right; font-weight: 600 }
  fieldset { border: 0; padding: 0; margin: 0 0 20px } legend { font-weight: 600; margin-bottom: 8px }
  label { display: flex; gap: 10px; align-items: center; min-height: 44px }
  button { font: inherit; font-weight: 600; width: 100%; min-height: 48px; border-radius: 24px; border: 0 }
  button { background: #0b4ea2; color: #fff; cursor: pointer }
  button.quiet { background: none; color: #0b4ea2; margin-top: 8px }
  button:focus-visible, input:focus-visible { outline: 3px solid #6aa5f2; outline-offset: 2px }
  small { color: #46556e }`;

const detailsOf = (approval: StoredOrder | StoredAgreement) =>
  approval.kind === "order"
    ? html`<dt>${approval.description}</dt>
        <dd>${toDollars(approval.amount)}</dd>`
    : html`<dt>Due today</dt>
        <dd>${toDollars(approval.setup_fee)}</dd>
        ${
          approval.trial
            ? html`<dt>From ${day(approval.start)} on, ${approval.trial.cycles} times every ${approval.unit}</dt>
                <dd>${toDollars(approval.trial.price)}</dd>`
            : ""
        }
        <dt>${approval.trial ? "After that" : html`From ${day(approval.start)} on`}, every ${approval.unit}</dt>
        <dd>${toDollars(approval.price)}</dd>`;

const page = (body: unknown) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>PayPal sandbox</title>
      <style>${STYLE}</style>
    </head>
    <body>
      <main>
        <h1>PayPal sandbox</h1>
        ${body}
      </main>
    </body>
  </html>`;

const approvalPage = (approval: StoredOrder | StoredAgreement) =>
  page(
    html`<p><small>This stands in for PayPal on this machine; no money moves.</small></p>
      <dl>${detailsOf(approval)}</dl>
      <form method="post">
        <fieldset>
          <legend>Pay with</legend>
          <label><input type="radio" name="funding" value="ok" checked /> PayPal balance</label>
          <label><input type="radio" name="funding" value="insufficient" /> A bank account that is refused</label>
        </fieldset>
        <button name="outcome" value="approve">${approval.kind === "order" ? "Pay now" : "Agree & Continue"}</button>
        <button name="outcome" value="cancel" class="quiet">Cancel and return to the store</button>
      </form>`,
  );

const notFound = page(html`<p>This payment was approved, canceled or has expired.</p>`);

const fundingOf = (given: Form | undefined): Funding => (given === "insufficient" ? "insufficient" : "ok");

/** Creates the pages where a buyer approves a payment or a subscription. */
export const approvals = (state: PayPalState, agreements: PayPalAgreements): Hono => {
  const app = new Hono();
  const findPending = (id: string): StoredOrder | StoredAgreement | null => {
    const approval = state.find("order", id) ?? state.find("subscription", id);
    return approval?.status === "PAYER_ACTION_REQUIRED" || approval?.status === "APPROVAL_PENDING" ? approval : null;
  };
  app.get("/paypal/approve/:id", (c) => {
    const approval = findPending(c.req.param("id"));
    return approval === null ? c.html(notFound, 404) : c.html(approvalPage(approval));
  });
  app.post("/paypal/approve/:id", async (c) => {
    const approval = findPending(c.req.param("id"));
    if (approval === null) return c.html(notFound, 404);
    const given = parseForm(await c.req.text());
    const agreed = given["outcome"] === "approve";
    const back = new URL(agreed ? approval.return_url : approval.cancel_url);
    if (agreed) {
      agreements.approve(approval, fundingOf(given["funding"]));
      state.commit();
    }
    const query =
      approval.kind === "order"
        ? { token: approval.id, PayerID: newId("", 13) }
        : { subscription_id: approval.id, ba_token: newId("BA-"), token: newId("", 17) };
    for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value);
    return c.redirect(back.href, 303);
  });
  // Sets whether later payments of an agreement succeed.
  app.post("/paypal/funding/:id", async (c) => {
    const agreement = state.find("subscription", c.req.param("id"));
    if (agreement === null) return c.html(notFound, 404);
    agreement.funding = fundingOf(parseForm(await c.req.text())["funding"]);
    state.commit();
    return isFromPerson(c) ? c.redirect("/", 303) : c.body(null, 204);
  });
  return app;
};
