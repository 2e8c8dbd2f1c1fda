import { isPublicUrl } from "../../public-url.ts";
import type { Route } from "../api.ts";
import { PayPalError } from "../errors.ts";
import { newId } from "../ids.ts";
import { addressOf, textOf, valueAt } from "../json-body.ts";
import { toWebhook } from "../resources/webhook.ts";
import type { PayPalState } from "../state.ts";
import type { StoredWebhook } from "../stored-objects.ts";

const namesOf = (types: unknown): string[] =>
  Array.isArray(types) ? types.map((type) => textOf(valueAt(type, "name"))) : [];

/** Adds the routes for the app's webhooks. `base` returns the sandbox's own URL. */
export const webhookRoutes =
  (state: PayPalState, base: () => string) =>
  (route: Route): void => {
    route("get", "/v1/notifications/webhooks", () => ({
      webhooks: state.all("webhook").map((webhook) => toWebhook(webhook, base())),
    }));
    route(
      "post",
      "/v1/notifications/webhooks",
      ({ body }) => {
        const url = addressOf(valueAt(body, "url"));
        if (!isPublicUrl(url)) throw new PayPalError(400, "VALIDATION_ERROR");
        if (state.all("webhook").some((webhook) => webhook.url === url))
          throw new PayPalError(400, "WEBHOOK_URL_ALREADY_EXISTS");
        const events = namesOf(valueAt(body, "event_types"));
        return toWebhook(state.put<StoredWebhook>({ kind: "webhook", id: newId(), url, events }), base());
      },
      201,
    );
    // The store changes only which events the webhook receives.
    route("patch", "/v1/notifications/webhooks/:id", ({ id, body }) => {
      const webhook = state.find("webhook", id);
      if (webhook === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      if (valueAt(body, 0, "op") !== "replace" || valueAt(body, 0, "path") !== "/event_types")
        throw new PayPalError(422, "UNSUPPORTED_PATCH_OPERATION");
      webhook.events = namesOf(valueAt(body, 0, "value"));
      return toWebhook(webhook, base());
    });
    route("delete", "/v1/notifications/webhooks/:id", ({ id }) => {
      if (state.find("webhook", id) === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      state.remove(id);
      return null;
    });
  };
