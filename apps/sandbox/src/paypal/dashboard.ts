import { type Context, Hono } from "hono";
import { centsIn, isFromPerson, numberIn, readFields } from "../fields.ts";
import type { PayPalDisputes } from "./disputes.ts";
import type { PayPalPayments } from "./payments.ts";
import type { DisputeResource } from "./resources/dispute.ts";
import { toRefund } from "./resources/refund.ts";
import { transmissionHeaders } from "./signature.ts";
import type { PayPalState } from "./state.ts";

/** The maximum number of events that the list of sent events returns. */
const LISTED_EVENTS = 100_000;

/**
 * Creates routes for people and tests: a merchant's actions on PayPal's own pages, and the events and payments so far.
 */
export const dashboard = (
  state: PayPalState,
  payments: PayPalPayments,
  disputes: PayPalDisputes,
  webhookId: string,
  base: () => string,
): Hono => {
  const app = new Hono();
  app.post("/paypal/refund/:id", async (c) => {
    const refund = payments.refund(c.req.param("id"), centsIn(await readFields(c)) ?? null, null);
    state.commit();
    if (refund === null) return c.json({ error: "There is no such payment, or less of it is left." }, 422);
    return isFromPerson(c) ? c.redirect("/", 303) : c.json(toRefund(refund, base()));
  });
  // Keeps later refunds of this payment pending until a request ends them. PayPal has no test account for that.
  app.post("/paypal/payments/:id/hold-refunds", (c) => {
    const isKnown = payments.holdRefunds(c.req.param("id"));
    state.commit();
    return isKnown ? c.json({ held: true }) : c.json({ error: "There is no such payment." }, 422);
  });
  app.post("/paypal/refunds/:id/end", async (c) => {
    const outcome = (await readFields(c))["outcome"] === "FAILED" ? "FAILED" : "COMPLETED";
    const refund = payments.endRefund(c.req.param("id"), outcome);
    state.commit();
    return refund === null ? c.json({ error: "No such refund is held." }, 422) : c.json(toRefund(refund, base()));
  });
  const answer = (c: Context, dispute: DisputeResource | null): Response => {
    state.commit();
    if (dispute === null) return c.json({ error: "There is no such payment or dispute, or it can't be done." }, 422);
    const { dispute_id: id, status } = dispute;
    return isFromPerson(c) ? c.redirect("/", 303) : c.json({ id, status });
  };
  // The amount is optional. By default, a dispute covers everything not yet refunded, and losing it costs the whole
  // disputed amount.
  app.post("/paypal/payments/:id/dispute", async (c) => {
    const { amount } = await readFields(c);
    return answer(c, disputes.open(c.req.param("id"), numberIn(amount) ?? null));
  });
  app.post("/paypal/disputes/:id/close", async (c) => {
    const { outcome, amount } = await readFields(c);
    return answer(c, disputes.close(c.req.param("id"), outcome === "won" ? "won" : "lost", numberIn(amount) ?? null));
  });
  app.get("/paypal/events", (c) =>
    c.json(
      state
        .events(Number.MAX_SAFE_INTEGER, LISTED_EVENTS)
        .reverse()
        .map(({ event }) => {
          const body = JSON.stringify(event);
          return { body, headers: transmissionHeaders(state, webhookId, body) };
        }),
    ),
  );
  app.get("/paypal/payments", (c) =>
    c.json([
      ...state
        .all("order")
        .flatMap(({ captures, custom_id }) => captures.map((each) => ({ ...each, custom_id, subscription: null }))),
      ...state
        .all("subscription")
        .flatMap(({ id, transactions, custom_id }) =>
          transactions.map((each) => ({ ...each, custom_id, subscription: id })),
        ),
    ]),
  );
  return app;
};
