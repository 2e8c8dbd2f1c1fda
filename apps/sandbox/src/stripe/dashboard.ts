import { type Context, Hono } from "hono";
import type Stripe from "stripe";
import { centsIn, isFromPerson, numberIn, readFields } from "../fields.ts";
import type { Confirmation } from "./confirmation.ts";
import { closeDispute, openDispute } from "./disputes.ts";
import { ApiError } from "./errors.ts";
import { idOf } from "./ids.ts";
import { endRefund, refundCharge } from "./refunds.ts";
import { accountOf } from "./routes/account.ts";
import type { StripeState } from "./state.ts";

/** Creates routes for people and tests: the actions of merchants, banks, and cardholders outside the API. */
export const stripeDashboard = (state: StripeState, { endProcessing }: Confirmation): Hono => {
  const app = new Hono();

  const answer = (c: Context, work: () => Stripe.Dispute | Stripe.Refund | Stripe.PaymentIntent): Response => {
    try {
      const { id, status } = work();
      state.commit();
      return isFromPerson(c) ? c.redirect("/", 303) : c.json({ id, status });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return c.json({ error: error.message }, 422);
    }
  };

  // Accepts the id of a charge or of its payment intent.
  const chargeOf = (id: string): Stripe.Charge => {
    const intent = state.findOf("payment_intent", id);
    return state.get("charge", intent === undefined ? id : idOf(intent.latest_charge ?? ""));
  };
  app.post("/stripe/payments/:id/refund", async (c) => {
    const amount = centsIn(await readFields(c));
    return answer(c, () => refundCharge(state, chargeOf(c.req.param("id")), amount, {}));
  });
  app.post("/stripe/refunds/:id/end", async (c) => {
    const outcome = (await readFields(c))["outcome"] === "failed" ? "failed" : "succeeded";
    return answer(c, () => endRefund(state, c.req.param("id"), outcome));
  });
  // The amount is optional. By default, the dispute covers everything not yet refunded.
  app.post("/stripe/payments/:id/dispute", async (c) => {
    const fields = await readFields(c);
    const amount = numberIn(fields["amount"]);
    const begins = fields["case"] === "inquiry" ? "inquiry" : "chargeback";
    return answer(c, () => {
      const charge = chargeOf(c.req.param("id"));
      return openDispute(state, charge, amount ?? charge.amount - charge.amount_refunded, begins);
    });
  });
  app.post("/stripe/payments/:id/end", async (c) => {
    const isPaid = (await readFields(c))["outcome"] !== "refused";
    return answer(c, () => endProcessing(c.req.param("id"), isPaid));
  });
  // The fields that the owner sets under Settings. An empty text removes a field.
  app.post("/stripe/account", async (c) => {
    const fields = await readFields(c);
    const account = accountOf(state);
    const { default_currency, statement_descriptor, charges_enabled } = fields;
    if (default_currency !== undefined) account.default_currency = String(default_currency);
    if (charges_enabled !== undefined) account.charges_enabled = charges_enabled === "true";
    const payments = account.settings?.payments;
    if (statement_descriptor !== undefined && payments !== undefined)
      payments.statement_descriptor = statement_descriptor === "" ? null : String(statement_descriptor);
    state.commit();
    return c.body(null, 204);
  });
  app.post("/stripe/disputes/:id/close", async (c) => {
    const outcome = (await readFields(c))["outcome"] === "won" ? "won" : "lost";
    return answer(c, () => closeDispute(state, c.req.param("id"), outcome));
  });
  return app;
};
