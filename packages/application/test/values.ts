import {
  type Account,
  type Order,
  type Quote,
  type Subscription,
  cents,
  credits,
  epochMs,
  instant,
  newAccount,
  planTerms,
  startSubscription,
  licenseId,
} from "@backlot/domain";
import type { Payment, ProviderEvent, Refund, SettledPayment, StoredSubscription } from "@backlot/ports";
import { NOW } from "./services.ts";

/** Returns the time some minutes after the time of the tests. */
export const minutesLater = (minutes: number) => instant(epochMs(NOW) + minutes * 60_000);

/** The lowest license. */
export const INDIVIDUAL = licenseId(1);

/** Ada's account. */
export const account = (more: Partial<Account> = {}): Account => ({
  ...newAccount({ id: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: NOW }),
  ...more,
});

/** A quote of one line. */
export const quoteOf = (kind: "plan" | "pack" | "item", total: number, more: Partial<Quote> = {}): Quote => ({
  currency: "usd",
  lines: [{ kind, reference: "1", label: "A line", gross: cents(total), discount: cents(0), net: cents(total) }],
  discounts: [],
  subtotal: cents(total),
  discount: cents(0),
  account_credit: cents(0),
  account_credit_left: cents(0),
  tax: cents(0),
  total: cents(total),
  renewal: null,
  ...more,
});

/** Ada's open order of 20 credits for $10, by card. */
export const order = (more: Partial<Order> = {}): Order => ({
  id: "order",
  user_id: "ada",
  license_id: INDIVIDUAL,
  items: [{ kind: "credit-pack", credits: credits(20) }],
  quote: quoteOf("pack", 1_000),
  provider: "stripe",
  customer_id: "customer",
  payment_method_id: "card",
  payment_reference: null,
  idempotency_key: "key",
  cart_token: null,
  guest_email: null,
  status: { _tag: "pending" },
  attempts: 0,
  expires_at: minutesLater(60),
  created_at: NOW,
  ...more,
});

/** What the provider says of the payment of Ada's order. */
export const settled = (more: Partial<SettledPayment> = {}): SettledPayment => ({
  key: "payment:1",
  amount: cents(1_000),
  credit_used: cents(0),
  paid_at: NOW,
  refund_reference: "pi_1",
  subscription: null,
  ...more,
});

/** The recorded payment of Ada's order. */
export const payment = (more: Partial<Payment> = {}): Payment => ({
  id: "payment:1",
  user_id: "ada",
  order_id: "order",
  subscription_id: null,
  provider: "stripe",
  reason: "pack",
  provider_reference: "pi_1",
  amount: cents(1_000),
  disputed: cents(0),
  refunded: cents(0),
  period: null,
  at: NOW,
  ...more,
});

/** A due refund of that payment. */
export const refund = (more: Partial<Refund> = {}): Refund => ({
  id: "refund",
  cause: "unfulfillable",
  cause_reference: "order",
  payment_id: "payment:1",
  amount: cents(1_000),
  account_credit: cents(0),
  attempted: null,
  status: "due",
  provider_reference: null,
  created_at: NOW,
  applied_at: null,
  ...more,
});

/** A monthly plan of the price list. */
export const OFFER = {
  id: 130,
  group_id: 1,
  plan_name: "Pro",
  interval: "month",
  recurring_credits: credits(20),
  price: cents(4_900),
  license_from: INDIVIDUAL,
  license_to: licenseId(6),
} as const;

/** Ada's running plan, billed by Stripe. */
export const running = (
  more: Partial<Subscription> = {},
  by: Partial<StoredSubscription> = {},
): StoredSubscription => ({
  user_id: "ada",
  provider: "stripe",
  provider_subscription_id: "sub_1",
  legacy_kind: null,
  created_at: NOW,
  tax: { numerator: 0, denominator: 1 },
  ...by,
  subscription: {
    ...startSubscription({
      id: "plan",
      terms: planTerms(OFFER, INDIVIDUAL, cents(4_900)),
      at: NOW,
      payment: { reference: "invoice:1", paid: cents(4_900) },
    }).subscription,
    ...more,
  },
});

/** An event of Stripe that is about nothing. */
export const event = (more: Partial<ProviderEvent> = {}): ProviderEvent => ({
  provider: "stripe",
  event_id: "evt_1",
  type: "invoice.paid",
  occurred_at: NOW,
  is_relevant: true,
  says_paid: false,
  subscription_id: null,
  invoice_id: null,
  order_id: null,
  customer_id: null,
  payment_id: null,
  refund_id: null,
  dispute_id: null,
  ...more,
});
