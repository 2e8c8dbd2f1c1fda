import { instant } from "@backlot/domain";
import type { Skips } from "@backlot/testing/contracts/contract-case";
import { paymentGatewayContract } from "@backlot/testing/contracts/payment-gateway";
import { planChangeContract } from "@backlot/testing/contracts/plan-change";
import { providerEventsContract } from "@backlot/testing/contracts/provider-events";
import { subscriptionBillingContract } from "@backlot/testing/contracts/subscription-billing";
import { isLivePayPal, makePayPal } from "../src/index.ts";
import { payPalCases } from "./paypal-cases.ts";

const NAME = "PayPal's sandbox";
const SANDBOX = "https://api-m.sandbox.paypal.com";
const {
  PAYPAL_CLIENT_ID: clientId = "",
  PAYPAL_CLIENT_SECRET: clientSecret = "",
  PAYPAL_BASE_URL: baseUrl = SANDBOX,
  PAYPAL_PLAN_MONTH: month = "",
  PAYPAL_PLAN_YEAR: year = "",
  PAYPAL_PLAN_TRIAL: trial = "",
} = process.env;
if (isLivePayPal(baseUrl)) throw new Error("PAYPAL_BASE_URL is PayPal's live host: use its sandbox.");

const keys = { clientId, clientSecret, month, year, trial };
const given = Object.values(keys).filter((value) => value !== "").length;
if (given > 0 && given < Object.keys(keys).length)
  throw new Error("Set all of PayPal's variables, or none: the client id, its secret, and the three plans.");
const needed: Skips =
  given > 0
    ? {
        approval: "a person has to approve on PayPal's page",
        clock: "PayPal's clock can't be advanced",
        disputes: "a person has to open and decide a dispute on PayPal's pages",
        "signed-events": "PayPal sends its signatures with webhooks alone, which reach no test",
      }
    : "set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET to those of an app of PayPal's sandbox";

const make = (url: string, timeoutMs: number) =>
  makePayPal({
    clientId,
    clientSecret,
    baseUrl: url,
    webhookId: "WEBHOOK0TEST",
    plans: { month, year, trial },
    brand: () => "Backlot",
    timeoutMs,
  });
const payPal = make(baseUrl, 20_000);
const down = make("http://127.0.0.1:1", 2_000);
const noPerson = async (): Promise<never> => {
  throw new Error("a case that needs a person or the clock runs without them");
};

for (const kind of ["one-time", "subscription"] as const)
  paymentGatewayContract(NAME, { kind, findsByOrder: false, skips: needed }, () => ({
    gateway: payPal.gateway,
    down: down.gateway,
    payer: async () => ({ customer_id: null, payment_method_id: null }),
    approve: noPerson,
    now: async () => instant(Date.now()),
  }));

planChangeContract(
  NAME,
  () => ({
    gateway: payPal.gateway,
    down: down.gateway,
    withPlan: noPerson,
    approve: noPerson,
    now: async () => instant(Date.now()),
  }),
  needed,
);

subscriptionBillingContract(
  NAME,
  () => ({
    billing: payPal.billing,
    down: down.billing,
    start: noPerson,
    setFunding: noPerson,
    advance: noPerson,
  }),
  needed,
);

providerEventsContract(
  NAME,
  () => ({
    events: payPal.events,
    refunds: payPal.refunds,
    down,
    subscribe: noPerson,
    pay: noPerson,
    refundThere: noPerson,
    disputes: null,
    since: instant(Date.now()),
    delivered: noPerson,
    signatureHeader: "paypal-transmission-sig",
  }),
  needed,
);

payPalCases(
  NAME,
  () => ({
    clientId,
    clientSecret,
    baseUrl,
    webhookId: "",
    webhookUrl: "https://shop.example.com/api/webhooks/paypal",
    plans: { month, year, trial },
  }),
  needed,
);
