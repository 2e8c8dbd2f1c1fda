import type Stripe from "stripe";

/** Creates the merchant's account, in the state it has once everything is set up. */
export const makeAccount = (at: number): Stripe.Account => ({
  id: "acct_backlotsandbox",
  object: "account",
  charges_enabled: true,
  country: "US",
  created: at,
  default_currency: "usd",
  details_submitted: true,
  email: "owner@example.com",
  payouts_enabled: true,
  settings: {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: "Backlot", timezone: "Etc/UTC" },
    invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
    payments: {
      statement_descriptor: "BACKLOT",
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    sepa_debit_payments: {},
  },
  type: "standard",
});
