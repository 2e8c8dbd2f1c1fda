import { BacklotApi, Costs } from "@backlot/ports";
import * as Context from "effect/Context";
import * as HttpApi from "effect/http-api/HttpApi";
import { describe, expect, it } from "vitest";

describe("operations that cost the store something", () => {
  const costs: Record<string, string> = {};
  const undeclared: string[] = [];
  HttpApi.reflect(BacklotApi, {
    onGroup() {},
    onEndpoint({ group, endpoint, errors }) {
      const cost = Context.get(endpoint.annotations, Costs);
      if (cost === null) return;
      const name = `${group.identifier}.${endpoint.identifier}`;
      costs[name] = cost;
      const declared = JSON.stringify([...errors.values()].flat().map(({ ast }) => ast));
      if (!declared.includes('"too_many_attempts"')) undeclared.push(name);
    },
  });

  it("are those that pay, ask providers, store carts, render documents, link to files, and invite people", () => {
    expect(costs).toEqual({
      "payments.setupIntent": "payment",
      "payments.cards": "inquiry",
      "payments.customer": "inquiry",
      "payments.deleteCard": "inquiry",
      "payments.makeDefaultCard": "inquiry",
      "payments.paymentIntent": "payment",
      "payments.paymentIntentConfirm": "payment",
      "subscriptions.subscribe": "payment",
      "subscriptions.payOverdue": "payment",
      "orders.initializeSubscription": "payment",
      "orders.paypal": "payment",
      "subscriptions.quote": "inquiry",
      "subscriptions.changePreview": "inquiry",
      "checkout.quote": "inquiry",
      "checkout.view": "inquiry",
      "carts.put": "cart",
      "orders.receipt": "document",
      "receipts.file": "document",
      "certificates.file": "document",
      "orders.download": "download",
      "downloads.download": "download",
      "downloads.scene": "download",
      "downloads.collectionVariant": "download",
      "teams.invite": "invitation",
    });
  });

  it("declare the error that refuses too many of them", () => {
    expect(undeclared).toEqual([]);
  });
});
