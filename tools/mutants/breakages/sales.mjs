import { LIMITS, SALES } from "./suites.mjs";

const APPLICATION = "packages/application/src";

/** What a sale takes off plans, and how often codes may be tried. */
export const SALES_AND_LIMITS = [
  {
    name: "a sale is announced and not sold",
    file: `${APPLICATION}/checkout/price-plan.ts`,
    find: "sale: yield* runningSale,",
    replace: "sale: null,",
    suite: { file: SALES, test: "DSC-04 a monthly plan by card" },
  },
  {
    name: "the card provider is not told of a sale",
    file: "packages/adapters-stripe/src/charges/subscription.ts",
    find: "[{ coupon }])",
    replace: "[])",
    suite: { file: SALES, test: "DSC-04 a monthly plan by card" },
  },
  {
    name: "PayPal bills a sale for one month",
    file: "packages/adapters-http/src/paypal/charges/agreement.ts",
    find: "discount === null || discount.cycles < 2",
    replace: "discount === null || discount.cycles < 20",
    suite: { file: SALES, test: "DSC-04 CHG-08 a monthly plan by PayPal" },
  },
  {
    name: "a plan that is kept loses what is left of its sale",
    file: `${APPLICATION}/subscriptions/resume-subscription.ts`,
    find: "billedDiscount(subscription.discount)",
    replace: "null",
    suite: { file: SALES, test: "DSC-04 CHG-08 a monthly plan by PayPal" },
  },
  {
    name: "a promo code is refused to who pays by PayPal in a sale",
    file: `${APPLICATION}/checkout/price-plan.ts`,
    find: "codeFromAddress(code ?? null, yield* runningSale)",
    replace: "codeFromAddress(code ?? null, null)",
    suite: { file: SALES, test: "DSC-02 DSC-04 DSC-07" },
  },
  {
    name: "wrong codes cost no try",
    file: `${APPLICATION}/checkout/limit-code-tries.ts`,
    find: "isRefusal(exit) ? Effect.void : rateLimits",
    replace: "isRefusal(exit) && false ? Effect.void : rateLimits",
    suite: { file: LIMITS, test: "DSC-02 a valid code" },
  },
  {
    name: "a visitor's word is taken for their address",
    file: "apps/api/src/client-address.ts",
    find: "forwarded.slice(-proxies)",
    replace: "forwarded",
    suite: { file: LIMITS, test: "DSC-02 a visitor counts by address" },
  },
  {
    name: "each host of a network of IPv6 has tries of its own",
    file: "apps/api/src/client-address.ts",
    find: "const NETWORK_BITS = 64;",
    replace: "const NETWORK_BITS = 128;",
    suite: { file: LIMITS, test: "DSC-02 a visitor counts by address" },
  },
];
