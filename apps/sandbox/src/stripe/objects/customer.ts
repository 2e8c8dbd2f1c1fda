import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

export const EMPTY_ADDRESS: Readonly<Stripe.Address> = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Creates a customer without balance or cards. */
export const makeCustomer = (
  at: number,
  of: {
    readonly email: string | null;
    readonly name: string | null;
    readonly metadata: Stripe.Metadata;
    readonly test_clock: string | null;
  },
): Stripe.Customer => ({
  id: newId("cus"),
  object: "customer",
  address: null,
  balance: 0,
  created: at,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: of.email,
  invoice_prefix: randomToken(8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: of.metadata,
  name: of.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: of.test_clock,
});

/**
 * Creates a balance transaction, which changes a customer's balance by an amount in cents. A negative amount is credit.
 */
export const makeCustomerBalanceTransaction = (
  at: number,
  customer: Stripe.Customer,
  of: {
    readonly amount: number;
    readonly currency: string;
    readonly type: Stripe.CustomerBalanceTransaction["type"];
    readonly invoice: string | null;
    readonly description: string | null;
  },
): Stripe.CustomerBalanceTransaction => ({
  id: newId("cbtxn"),
  object: "customer_balance_transaction",
  amount: of.amount,
  checkout_session: null,
  created: at,
  credit_note: null,
  currency: of.currency,
  customer: customer.id,
  customer_account: null,
  description: of.description,
  ending_balance: customer.balance + of.amount,
  invoice: of.invoice,
  livemode: false,
  metadata: {},
  type: of.type,
});
