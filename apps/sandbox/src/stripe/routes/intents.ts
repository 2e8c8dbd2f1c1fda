import type { ApiRequest, Route } from "../api.ts";
import { usableCard } from "../cards.ts";
import type { Confirmation, Intent } from "../confirmation.ts";
import { badState, notFound, unknownParam } from "../errors.ts";
import { bool, int, mergeMetadata, str } from "../form.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { intentOf } from "../objects/invoice.ts";
import { makePaymentIntent } from "../objects/payment-intent.ts";
import { makeSetupIntent } from "../objects/setup-intent.ts";
import { SMALLEST_CHARGE } from "../smallest-charge.ts";
import type { StripeState } from "../state.ts";

/** Adds the routes for setup intents and payment intents. */
export const intentRoutes =
  (state: StripeState, { confirm }: Confirmation) =>
  (route: Route): void => {
    /** Returns the intent of a request. With a publishable key the client secret is required. */
    const requireIntent = (kind: Intent["object"], { id, form, publishable }: ApiRequest): Intent => {
      const intent = state.get(kind, id);
      if (publishable && str(form["client_secret"]) !== intent.client_secret) throw notFound(kind, id, "intent");
      return intent;
    };

    route("post", "/v1/setup_intents", ({ form }) => {
      if (form["payment_method_types"]) throw unknownParam("payment_method_types");
      const given = str(form["payment_method"]);
      const methodId = given === undefined ? undefined : usableCard(state, given).id;
      const intent = state.put(
        makeSetupIntent(state.now(), {
          customer: str(form["customer"]) ?? null,
          usage: str(form["usage"]) ?? "off_session",
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
      return bool(form["confirm"]) ? confirm(intent, methodId, { offSession: false }) : intent;
    });
    route("post", "/v1/payment_intents", ({ form }) => {
      const amount = int(form["amount"]) ?? 0;
      if (amount < SMALLEST_CHARGE)
        throw badState("amount_too_small", "Amount must be at least $0.50 usd", { param: "amount" });
      const given = str(form["payment_method"]);
      const methodId = given === undefined ? undefined : usableCard(state, given).id;
      const intent = state.put(
        makePaymentIntent(state.now(), {
          amount,
          currency: str(form["currency"]) ?? "usd",
          customer: str(form["customer"]) ?? null,
          payment_method: methodId ?? null,
          description: str(form["description"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
          setup_future_usage: form["setup_future_usage"] === "off_session" ? "off_session" : null,
        }),
      );
      const offSession = bool(form["off_session"]) ?? false;
      return bool(form["confirm"]) ? confirm(intent, undefined, { offSession }) : intent;
    });
    route("get", "/v1/payment_intents", ({ form }) => {
      const customer = str(form["customer"]);
      const all = state.all("payment_intent").filter((each) => customer === undefined || each.customer === customer);
      return pageOf("/v1/payment_intents", all, pageQuery(form));
    });
    route("post", "/v1/payment_intents/:id/cancel", ({ id }) => {
      const intent = state.get("payment_intent", id);
      if (intent.status === "succeeded" || intent.status === "processing") {
        throw badState(
          "payment_intent_unexpected_state",
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        );
      }
      if (state.all("invoice").some((each) => intentOf(each) === id))
        throw badState("payment_intent_unexpected_state", "The payment intent belongs to an invoice: void that.");
      intent.status = "canceled";
      intent.canceled_at = state.now();
      return intent;
    });
    for (const kind of ["setup_intent", "payment_intent"] as const) {
      route("get", `/v1/${kind}s/:id`, (request) => requireIntent(kind, request), { browser: true });
      route(
        "post",
        `/v1/${kind}s/:id/confirm`,
        (request) =>
          confirm(requireIntent(kind, request), str(request.form["payment_method"]), {
            offSession: bool(request.form["off_session"]) ?? false,
          }),
        { browser: true },
      );
    }
  };
