/**
 * Orders through the wallet, beside those by card. Credits through the wallet may wait for their buyer beside another
 * order. Plans that bill nothing any more are noted until they have ended at their provider.
 */
export const wallet: readonly string[] = [
  `alter table orders
     add column provider text not null default 'stripe' check (provider in ('stripe', 'paypal')),
     add column replaced_payment text, alter column customer_id drop not null`,
  `alter table orders add check ((provider = 'stripe') = (customer_id is not null))`,
  `drop index orders_one_pending`,
  "create unique index orders_one_pending on orders (user_id) where status = 'pending' and not (kind = " +
    "'pack' and provider = 'paypal')",
  `create table plans_to_end (
     provider text not null check (provider in ('stripe', 'paypal')), provider_subscription_id text not null,
     since timestamptz not null, primary key (provider, provider_subscription_id))`,
];
