import type Stripe from "stripe";
import type { Route } from "../api.ts";
import { isPublicUrl } from "../../public-url.ts";
import { badState, missingParam } from "../errors.ts";
import { arr, bool, str } from "../form.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makeAccount } from "../objects/account.ts";
import { makeWebhookEndpoint } from "../objects/webhook-endpoint.ts";
import type { StripeState } from "../state.ts";

const ACCOUNT = "acct_backlotsandbox";

/** Returns the merchant's account. The first request creates it. */
export const accountOf = (state: StripeState): Stripe.Account =>
  state.put(state.findOf("account", ACCOUNT) ?? makeAccount(state.now()));

/** Returns an endpoint without its signing secret, which only the response that creates it contains. */
const withoutSecret = ({ secret: _, ...endpoint }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint => endpoint;

/** Adds the routes for the merchant's account and its webhook endpoints. */
export const accountRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    route("get", "/v1/account", () => accountOf(state));
    route("get", "/v1/webhook_endpoints", ({ form }) =>
      pageOf("/v1/webhook_endpoints", state.all("webhook_endpoint").map(withoutSecret), pageQuery(form)),
    );
    route("post", "/v1/webhook_endpoints", ({ form }) => {
      const url = str(form["url"]);
      if (url === undefined) throw missingParam("url");
      if (!isPublicUrl(url))
        throw badState("url_invalid", "Invalid URL: URL must be publicly accessible.", { param: "url" });
      const enabled_events = arr(form["enabled_events"]).map(String);
      const api_version = str(form["api_version"]) ?? null;
      return state.put(makeWebhookEndpoint(state.now(), { url, enabled_events, api_version }));
    });
    route("get", "/v1/webhook_endpoints/:id", ({ id }) => withoutSecret(state.get("webhook_endpoint", id)));
    route("post", "/v1/webhook_endpoints/:id", ({ id, form }) => {
      const endpoint = state.get("webhook_endpoint", id);
      if (form["enabled_events"] !== undefined) endpoint.enabled_events = arr(form["enabled_events"]).map(String);
      const disabled = bool(form["disabled"]);
      if (disabled !== undefined) endpoint.status = disabled ? "disabled" : "enabled";
      return withoutSecret(endpoint);
    });
    route("delete", "/v1/webhook_endpoints/:id", ({ id }) => {
      state.get("webhook_endpoint", id);
      state.remove(id);
      return { id, object: "webhook_endpoint", deleted: true };
    });
  };
