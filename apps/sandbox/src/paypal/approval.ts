import { Hono } from "hono";
import { html } from "hono/html";
import { parseForm } from "../stripe/form.ts";
import type { PayPalBilling } from "./billing.ts";
import type { Agreement, PayPalState, PayPalOrder } from "./state.ts";
import { newId } from "./state.ts";

const dollars = (amount: number): string =>
  (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const day = (seconds: number): string =>
  new Date(seconds * 1_000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

const STYLE = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; background: #f1f4f8; color: #0c1c38 }
  main { max-width: 26rem; margin: 6vh auto; padding: 32px 28px; background: #fff; border-radius: 16px; box-shadow: 0 2px 16px #0c1c3814 }
  @media (max-width: 30rem) { main { margin: 0; border-radius: 0; min-height: 100vh; box-sizing: border-box } }
  h1 { font-size: 22px; margin: 0 0 4px } p { margin: 0 0 16px }
  dl { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; margin: 20px 0; padding: 16px 0; border: solid #d5dce6; border-width: 1px 0; font-variant-numeric: tabular-nums }
  dd { margin: 0; text-align: right; font-weight: 600 }
  fieldset { border: 0; padding: 0; margin: 0 0 20px } legend { font-weight: 600; margin-bottom: 8px }
  label { display: flex; gap: 10px; align-items: center; min-height: 44px }
  button { font: inherit; font-weight: 600; width: 100%; min-height: 48px; border-radius: 24px; border: 0; background: #0b4ea2; color: #fff; cursor: pointer }
  button.quiet { background: none; color: #0b4ea2; margin-top: 8px }
  button:focus-visible, input:focus-visible { outline: 3px solid #6aa5f2; outline-offset: 2px }
  small { color: #46556e }`;

const facts = (thing: PayPalOrder | Agreement) =>
  thing.kind === "order"
    ? html`<dt>${thing.description}</dt><dd>${dollars(thing.amount)}</dd>`
    : html`<dt>Due today</dt><dd>${dollars(thing.setup_fee)}</dd><dt>From ${day(thing.start)} on, every ${thing.unit}</dt><dd>${dollars(thing.price)}</dd>`;

const page = (thing: PayPalOrder | Agreement) => html`<!doctype html>
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
        <p><small>This stands in for PayPal on this machine; no money moves.</small></p>
        <dl>${facts(thing)}</dl>
        <form method="post">
          <fieldset>
            <legend>Pay with</legend>
            <label><input type="radio" name="funding" value="ok" checked /> PayPal balance</label>
            <label><input type="radio" name="funding" value="insufficient" /> A bank account that is refused</label>
          </fieldset>
          <button name="outcome" value="approve">${thing.kind === "order" ? "Pay now" : "Agree & Continue"}</button>
          <button name="outcome" value="cancel" class="quiet">Cancel and return to the store</button>
        </form>
      </main>
    </body>
  </html>`;

const gone = html`<!doctype html>
  <html lang="en">
    <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>PayPal sandbox</title><style>${STYLE}</style></head>
    <body><main><h1>PayPal sandbox</h1><p>There is nothing to approve here any more.</p></main></body>
  </html>`;

/** The pages on which a buyer agrees to a payment or a plan. */
export const approvals = (state: PayPalState, billing: PayPalBilling): Hono => {
  const app = new Hono();
  const waiting = (id: string): PayPalOrder | Agreement | null => {
    const found = state.find("order", id) ?? state.find("subscription", id);
    return found?.status === "PAYER_ACTION_REQUIRED" || found?.status === "APPROVAL_PENDING" ? found : null;
  };
  app.get("/paypal/approve/:id", (c) => {
    const thing = waiting(c.req.param("id"));
    return thing === null ? c.html(gone, 404) : c.html(page(thing));
  });
  app.post("/paypal/approve/:id", async (c) => {
    const thing = waiting(c.req.param("id"));
    if (thing === null) return c.html(gone, 404);
    const given = parseForm(await c.req.text());
    const agreed = given["outcome"] === "approve";
    const back = new URL(agreed ? thing.return_url : thing.cancel_url);
    if (agreed) {
      billing.approve(thing, given["funding"] === "insufficient");
      state.commit();
    }
    const told =
      thing.kind === "order"
        ? { token: thing.id, PayerID: newId("", 13) }
        : { subscription_id: thing.id, ba_token: newId("BA-"), token: newId("", 17) };
    for (const [name, value] of Object.entries(told)) back.searchParams.set(name, value);
    return c.redirect(back.href, 303);
  });
  /** Lets an agreement's payments be refused, or go through again. */
  app.post("/paypal/funding/:id", async (c) => {
    const agreement = state.find("subscription", c.req.param("id"));
    if (agreement === null) return c.html(gone, 404);
    agreement.declines = parseForm(await c.req.text())["funding"] === "insufficient";
    state.commit();
    return c.req.header("accept")?.includes("text/html") ? c.redirect("/", 303) : c.body(null, 204);
  });
  return app;
};
