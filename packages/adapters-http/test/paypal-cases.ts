import * as Effect from "effect/Effect";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "@backlot/testing/contracts/contract-case";
import { type PayPalSetupOptions, makePayPalSetup } from "../src/index.ts";
import { payPalApi } from "./paypal-api.ts";

const run = Effect.runPromise;

/** Declares the cases that only PayPal has, for the sandbox and for PayPal's own. `options` are those of an app. */
export const payPalCases = (name: string, options: () => PayPalSetupOptions, skips: Skips = {}): void => {
  describe(`what only ${name} does`, () => {
    const test = contractCases(skips);

    test("the check of an app finds and creates a missing webhook and missing plans", [], async () => {
      const webhookUrl = `https://${crypto.randomUUID()}.example.com/api/webhooks/paypal`;
      const none = { month: "", year: "", trial: "" };
      const states = async (given: PayPalSetupOptions) => {
        const found = await run(makePayPalSetup(given).check);
        return { found, states: found.map(({ what, state }) => `${state} ${what}`) };
      };
      const before = await states({ ...options(), webhookUrl, webhookId: "", plans: none });
      expect(before.states).toEqual([
        "ok Keys",
        "wrong Plan “Monthly”",
        "wrong Plan “Yearly”",
        "wrong Plan “Monthly with a trial”",
        "wrong Webhook",
      ]);
      const settings: Record<string, string> = {};
      try {
        for (const { create } of before.found)
          if (create !== null) Object.assign(settings, (await run(create)).settings);
        const {
          PAYPAL_PLAN_MONTH: month = "",
          PAYPAL_PLAN_YEAR: year = "",
          PAYPAL_PLAN_TRIAL: trial = "",
          PAYPAL_WEBHOOK_ID: webhookId = "",
        } = settings;
        const after = { ...options(), webhookUrl, webhookId, plans: { month, year, trial } };
        expect((await states(after)).states.every((each) => each.startsWith("ok "))).toBe(true);
        // A plan that doesn't fit is named, and so is a webhook that isn't the store's.
        const mixed = await states({
          ...after,
          webhookId: "OTHER",
          plans: { month: year, year: "P-NONE", trial: month },
        });
        expect(mixed.found.map(({ says }) => says).slice(1)).toEqual([
          "PAYPAL_PLAN_MONTH has the billing cycles “year regular”, but needs “month regular”.",
          "PayPal has no plan with the ID in PAYPAL_PLAN_YEAR.",
          "PAYPAL_PLAN_TRIAL has the billing cycles “month regular”, but needs “month trial, month regular”.",
          "PAYPAL_WEBHOOK_ID isn't the ID of that webhook.",
        ]);
      } finally {
        // An app has ten webhooks at most.
        const { PAYPAL_WEBHOOK_ID: made } = settings;
        if (made !== undefined) await payPalApi(options())("DELETE", `/v1/notifications/webhooks/${made}`);
      }
    });
  });
};
