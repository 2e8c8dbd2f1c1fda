import type { Route } from "../api.ts";
import { type DisputeOutcome, closeDispute } from "../disputes.ts";
import { bool, int, mergeMetadata, obj, str } from "../form.ts";
import { idOf } from "../ids.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { SEARCH_LAG, chargeQuery, searchResult } from "../search.ts";
import { refundCharge } from "../refunds.ts";
import type { StripeState } from "../state.ts";

/** The number of events that the list searches. */
const LISTED_EVENTS = 100_000;

const EVIDENCE: Readonly<Record<string, DisputeOutcome>> = { winning_evidence: "won", losing_evidence: "lost" };

/** Adds the routes for charges, balance transactions, refunds, disputes and events. */
export const chargeRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    route("get", "/v1/charges", ({ form }) => {
      const customer = str(form["customer"]);
      const since = int(obj(form["created"])["gte"]) ?? 0;
      const all = state
        .all("charge")
        .filter((each) => (customer === undefined || each.customer === customer) && each.created >= since);
      return pageOf("/v1/charges", all, pageQuery(form));
    });
    route("get", "/v1/charges/search", ({ form }) => {
      const matches = chargeQuery(str(form["query"]) ?? "");
      const searchable = state.all("charge").filter(({ created }) => created <= state.now() - SEARCH_LAG);
      return searchResult("/v1/charges/search", searchable.filter(matches), int(form["limit"]) ?? 10);
    });
    route("get", "/v1/balance_transactions/:id", ({ id }) => state.get("balance_transaction", id));
    route("post", "/v1/refunds", ({ form }) => {
      const intentId = str(form["payment_intent"]);
      const intent = intentId === undefined ? null : state.get("payment_intent", intentId, "payment_intent");
      const charge = state.get("charge", str(form["charge"]) ?? idOf(intent?.latest_charge ?? ""), "charge");
      return refundCharge(state, charge, int(form["amount"]), mergeMetadata({}, form["metadata"]));
    });
    route("get", "/v1/refunds", ({ form }) => {
      const intent = form["payment_intent"];
      const all = state.all("refund").filter((each) => intent === undefined || each.payment_intent === intent);
      return pageOf("/v1/refunds", all, pageQuery(form));
    });
    route("get", "/v1/disputes/:id", ({ id }) => state.get("dispute", id));
    // Submitted evidence decides a test dispute (https://docs.stripe.com/testing#evidence).
    route("post", "/v1/disputes/:id", ({ id, form }) => {
      const outcome = EVIDENCE[str(obj(form["evidence"])["uncategorized_text"]) ?? ""];
      const isSubmitted = bool(form["submit"]) ?? true;
      return outcome === undefined || !isSubmitted ? state.get("dispute", id) : closeDispute(state, id, outcome);
    });
    route("get", "/v1/disputes", ({ form }) => {
      const { payment_intent, charge } = form;
      const all = state
        .all("dispute")
        .filter((each) => payment_intent === undefined || each.payment_intent === payment_intent)
        .filter((each) => charge === undefined || each.charge === charge);
      return pageOf("/v1/disputes", all, pageQuery(form));
    });
    route("get", "/v1/events", ({ form }) => {
      const since = int(obj(form["created"])["gte"]) ?? 0;
      const all = state.events(LISTED_EVENTS).filter((event) => event.created >= since);
      return pageOf("/v1/events", all, pageQuery(form));
    });
  };
