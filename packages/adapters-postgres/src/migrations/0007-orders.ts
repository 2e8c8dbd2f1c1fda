/**
 * Orders with items, which end in six ways and are looked at again by recovery; refunds, balance adjustments and mails
 * that a transaction decides on; discounts of running subscriptions; two reasons of credit entries by their usual
 * names.
 */
export const orders: readonly string[] = [
  `create table order_items (
     order_id text not null references orders (id), position integer not null check (position >= 0),
     kind text not null check (kind in ('plan', 'plan-change', 'credit-pack')),
     plan_variant_id integer references plan_offers (id), credits integer check (credits > 0),
     subscription_id text references subscriptions (id), replaces_payment text,
     primary key (order_id, position),
     check ((kind in ('plan', 'plan-change')) = (plan_variant_id is not null)),
     check ((kind = 'credit-pack') = (credits is not null)),
     check ((kind = 'plan-change') = (subscription_id is not null)),
     check (kind = 'plan-change' or replaces_payment is null))`,
  `create unique index order_items_one_plan on order_items (order_id) where kind in ('plan', 'plan-change')`,
  `create index order_items_subscription on order_items (subscription_id) where subscription_id is not null`,
  // A wallet's change was told by its subscription. Changes by card kept no payment: it is the one before the change's
  // own.
  `insert into order_items (order_id, position, kind, plan_variant_id, credits, subscription_id, replaces_payment)
     select id, 0, case kind when 'change' then 'plan-change' when 'pack' then 'credit-pack' else kind end,
       plan_variant_id, case when kind = 'pack' then credits end, subscription_id,
       case when kind = 'change' then coalesce(replaced_payment,
         (select before.id from payments before where before.subscription_id = orders.subscription_id
            and before.at < coalesce(
              (select own.at from payments own where own.order_id = orders.id order by own.at limit 1), 'infinity')
            order by before.at desc, before.id desc limit 1)) end
     from orders`,
  `insert into order_items (order_id, position, kind, credits)
     select id, 1, 'credit-pack', credits from orders where kind = 'plan' and credits is not null`,
  `alter table orders rename column submit_key to idempotency_key`,
  `alter table orders rename column provider_reference to payment_reference`,
  `alter table orders add column claims_subscription boolean, add column expires_at timestamptz,
     add column next_attempt_at timestamptz, add column attempts integer not null default 0 check (attempts >= 0),
     add column canceled_by text check (canceled_by in ('buyer', 'superseded', 'stale'))`,
  `update orders set claims_subscription = kind <> 'pack',
     next_attempt_at = case when status = 'pending' then created_at end,
     expires_at = created_at + case provider when 'paypal' then interval '3 hours' else interval '23 hours' end`,
  `drop index orders_one_pending`,
  `drop index orders_pending`,
  `drop index orders_subscription`,
  `alter table orders drop constraint orders_status_check, drop constraint orders_check5,
     drop column kind, drop column plan_variant_id, drop column credits, drop column subscription_id,
     drop column replaced_payment`,
  `update orders set status = 'unfulfillable'
     where status = 'failed' and exists (select 1 from payments where payments.order_id = orders.id)`,
  `alter table orders alter column claims_subscription set not null, alter column expires_at set not null,
     alter column provider drop default,
     add check (status in ('pending', 'paid', 'unfulfillable', 'failed', 'canceled', 'expired')),
     add check ((status = 'canceled') = (canceled_by is not null)),
     add check ((status = 'pending') = (next_attempt_at is not null))`,
  `create unique index orders_one_claim on orders (user_id) where status = 'pending' and claims_subscription`,
  `create index orders_open on orders (user_id) where status = 'pending'`,
  `create index orders_due on orders (next_attempt_at) where status = 'pending'`,
  // A payment is recorded first, so that what it hands over happens once; its subscription may come after it.
  `alter table payments alter constraint payments_subscription_id_fkey deferrable initially deferred`,
  `create table refunds (
     id text primary key, cause text not null check (cause in ('unfulfillable', 'billed-twice')),
     cause_reference text not null, payment_id text not null references payments (id),
     amount integer not null check (amount >= 0), account_credit integer not null check (account_credit >= 0),
     status text not null check (status in ('due', 'applied', 'failed')), provider_reference text unique,
     created_at timestamptz not null, applied_at timestamptz,
     unique (cause, cause_reference, payment_id), check ((status = 'applied') = (applied_at is not null)))`,
  `create index refunds_unsettled on refunds (created_at) where status <> 'applied'`,
  `insert into refunds (id, cause, cause_reference, payment_id, amount, account_credit, status, created_at)
     select 'refund:' || payments.id, 'unfulfillable', orders.id, payments.id, payments.amount - payments.refunded, 0,
       'due', payments.at
     from orders join payments on payments.order_id = orders.id
     where orders.status = 'unfulfillable' and payments.amount > payments.refunded`,
  `create table balance_adjustments (
     id text primary key, user_id text not null references accounts (id), cents integer not null check (cents <> 0),
     reason text not null, created_at timestamptz not null, applied_at timestamptz)`,
  `create index balance_adjustments_due on balance_adjustments (created_at) where applied_at is null`,
  `create table notices (
     id text primary key, order_id text not null references orders (id),
     kind text not null check (kind in ('payment-not-applied')), created_at timestamptz not null, sent_at timestamptz,
     unique (order_id, kind))`,
  `create index notices_due on notices (created_at) where sent_at is null`,
  `alter table plans_to_end rename to subscription_terminations`,
  `alter table subscriptions add column discount_code text,
     add column discount_percent_off integer check (discount_percent_off between 1 and 100),
     add column discount_cycles_left integer check (discount_cycles_left > 0),
     add check ((discount_percent_off is null) = (discount_cycles_left is null)),
     add check (discount_code is null or discount_percent_off is not null)`,
  `alter table jobs rename column note to cursor`,
  `delete from jobs where name not in ('reconcile', 'reconcile-wallet')`,
  `update jobs set name = case name when 'reconcile' then 'reconcile-stripe' else 'reconcile-paypal' end`,
  `alter table credit_entries disable trigger credit_entries_stay`,
  `alter table credit_entries drop constraint credit_entries_reason_check`,
  `update credit_entries set reason = case reason when 'hand-back' then 'return' else 'revoke' end
     where reason in ('hand-back', 'take-back')`,
  `alter table credit_entries add check (reason in ('grant', 'spend', 'expire', 'return', 'refund', 'revoke'))`,
  `alter table credit_entries enable trigger credit_entries_stay`,
];
