import { makeStripe } from "@backlot/adapters-stripe";
import { instant } from "@backlot/domain";
import { cardVaultContract } from "@backlot/testing/contracts/card-vault";
import type { Skips } from "@backlot/testing/contracts/contract-case";
import { GUARD_MS } from "@backlot/testing/guard";
import { paymentGatewayContract } from "@backlot/testing/contracts/payment-gateway";
import { planChangeContract } from "@backlot/testing/contracts/plan-change";
import { providerEventsContract } from "@backlot/testing/contracts/provider-events";
import { subscriptionBillingContract } from "@backlot/testing/contracts/subscription-billing";
import { stripeCases } from "./stripe-cases.ts";
import { TEST_CARDS, type StripeDriver, stripeDriver } from "./stripe-driver.ts";

const NAME = "Stripe's test mode";
const SECRET = "whsec_signed_by_the_test";
const { STRIPE_SECRET_KEY: secretKey = "", STRIPE_PUBLISHABLE_KEY: publishableKey = "" } = process.env;
if (/^(sk|rk)_live_/.test(secretKey)) throw new Error("STRIPE_SECRET_KEY is a live key: use one of the test mode.");

if (secretKey !== "" && !/^(sk|rk)_test_/.test(secretKey))
  throw new Error("STRIPE_SECRET_KEY isn't a test-mode key. Test-mode keys begin with sk_test_ or rk_test_.");

// With a key, every case runs. Without one, none can.
const skips: Skips =
  secretKey === "" ? "set STRIPE_SECRET_KEY to a key of Stripe's test mode, sk_test_… or rk_test_…" : {};

// The first case that runs creates it, because there may be no key.
const made: { driver?: StripeDriver } = {};
const driver = (): StripeDriver => {
  // Another URL is for testing these suites themselves. Without one, they call Stripe.
  const baseUrl = process.env.STRIPE_BASE_URL;
  made.driver ??= stripeDriver({ secretKey, publishableKey, webhookSecret: SECRET, baseUrl });
  return made.driver;
};
const down = makeStripe({
  secretKey: "sk_test_down",
  webhookSecret: SECRET,
  baseUrl: "http://127.0.0.1:1",
  timeoutMs: GUARD_MS,
});
const began = Date.now();

cardVaultContract(NAME, () => ({ cards: driver().ports.cards, buyer: driver().buyer }), TEST_CARDS, skips);

for (const kind of ["one-time", "subscription"] as const)
  paymentGatewayContract(NAME, { kind, findsByOrder: true, skips }, () => ({
    gateway: driver().ports.gateway,
    down: down.gateway,
    payer: driver().payer,
    approve: async () => {},
    now: async () => instant(Date.now()),
  }));

planChangeContract(
  NAME,
  () => ({
    gateway: driver().ports.gateway,
    down: down.gateway,
    withPlan: driver().withPlan,
    approve: async () => {},
    now: async () => instant(Date.now()),
  }),
  skips,
);

subscriptionBillingContract(
  NAME,
  () => ({
    billing: driver().ports.billing,
    down: down.billing,
    ...driver().renewals,
  }),
  skips,
);

providerEventsContract(
  NAME,
  () => ({
    events: driver().ports.events,
    refunds: driver().ports.refunds,
    down,
    subscribe: driver().subscribe,
    pay: driver().pay,
    refundThere: driver().refundThere,
    disputes: driver().disputes,
    since: instant(began),
    delivered: () => driver().deliveredSince(began),
    signatureHeader: "stripe-signature",
  }),
  skips,
);

// A sandbox sends a refund back when it is told to.
const sendBack = async (refund: string): Promise<void> => {
  const baseUrl = process.env.STRIPE_BASE_URL;
  if (baseUrl !== undefined)
    await fetch(`${baseUrl}/stripe/refunds/${refund}/end`, { method: "POST", body: "outcome=failed" });
};
stripeCases(NAME, driver, { skips, sendBack });
