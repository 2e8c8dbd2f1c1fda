import type { CardVault, PaymentProvider, PromoCodes } from "@backlot/ports";
import { makeCardVault } from "./card-vault.ts";
import { makePromoCodes } from "./promo-codes.ts";
import { makeOneTimeCharges } from "./charges/one-time.ts";
import { makePlanChangeCharges } from "./charges/plan-change.ts";
import { makeSubscriptionCharges } from "./charges/subscription.ts";
import { type StripeOptions, makeClient } from "./client.ts";
import { makeEvents } from "./events.ts";
import { makeGateway } from "./gateway.ts";
import { makeInvoices } from "./invoices.ts";
import { makeNextInvoices } from "./next-invoice.ts";
import { makeRefunds } from "./refunds.ts";
import { makeSchedules } from "./schedules.ts";
import { makeTaxRates } from "./tax-rates.ts";
import { makeSubscriptionBilling } from "./subscription-billing.ts";

/** The ports that Stripe implements. */
export interface Stripe extends PaymentProvider {
  readonly cards: CardVault;
  readonly promoCodes: PromoCodes;
}

/** Creates the payment ports over the Stripe SDK. Also works with a sandbox that has the same HTTP API. */
export const makeStripe = (options: StripeOptions): Stripe => {
  const stripe = makeClient(options);
  const invoices = makeInvoices(stripe);
  const schedules = makeSchedules(stripe, invoices);
  const taxRates = makeTaxRates(stripe);
  return {
    gateway: makeGateway({
      "one-time": makeOneTimeCharges(stripe),
      subscription: makeSubscriptionCharges(stripe, invoices, schedules, taxRates),
      "plan-change": makePlanChangeCharges(stripe, invoices, schedules),
    }),
    billing: makeSubscriptionBilling(stripe, invoices, schedules, makeNextInvoices(stripe)),
    events: makeEvents(stripe, options.webhookSecret),
    refunds: makeRefunds(stripe),
    cards: makeCardVault(stripe, invoices),
    promoCodes: makePromoCodes(stripe),
  };
};
