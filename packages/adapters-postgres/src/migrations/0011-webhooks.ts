// The store's webhooks: which receiver gets which events, and what was sent. Triggers write the events, so that every
// change produces an event, no matter which code makes the change. A store without webhooks runs no extra statements. A
// restore writes no events.
const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** Returns the statements that write an event when a row of a table changes. */
const announces = (table: string, on: string, when: string, body: string): readonly string[] => [
  `create function announce_${table}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  `create trigger announce_${table} after ${on} on ${table} for each row ${when} execute function announce_${table}()`,
];

export const statements = [
  `create table webhook_endpoints (
     id text not null constraint webhook_endpoints_pkey primary key, url text not null, secret text not null,
     events text not null constraint webhook_endpoints_events_check check (events <> ''),
     created_at timestamptz not null)`,
  `create table webhook_deliveries (
     id integer generated always as identity constraint webhook_deliveries_pkey primary key,
     endpoint_id text not null
       constraint webhook_deliveries_endpoint_id_fkey references webhook_endpoints (id) on delete cascade,
     event_id text not null, type text not null, body text not null, at timestamptz not null,
     attempts integer not null default 0, next_attempt_at timestamptz, last_attempt_at timestamptz,
     delivered_at timestamptz,
     last_status integer, last_error text)`,
  "create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null",
  "create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id)",
  `create function announce(event text, happened timestamptz, facts jsonb) returns void language plpgsql as $$
   declare event_id text := gen_random_uuid()::text;
   begin
     if coalesce(current_setting('backlot.restoring', true), '') = 'on' then return; end if;
     insert into webhook_deliveries (endpoint_id, event_id, type, body, at, next_attempt_at)
       select id, event_id, event, jsonb_build_object('type', event,
         'timestamp', to_char(happened at time zone 'utc', ${TIME}), 'data', facts)::text, happened, happened
       from webhook_endpoints where event = any (string_to_array(events, ' '));
   end $$`,
  ...announces(
    "orders",
    "update of status",
    "when (old.status <> 'paid' and new.status = 'paid')",
    `perform announce('order.paid', new.closed_at, jsonb_build_object('order_id', new.id,
       'customer_id', new.user_id, 'total', (new.quote->>'total')::int, 'currency', 'usd'));`,
  ),
  ...announces(
    "payment_refunds",
    "insert",
    "when (new.amount > 0)",
    `perform announce('payment.refunded', new.at, (select jsonb_build_object('payment_id', id, 'order_id', order_id,
       'customer_id', user_id, 'amount', new.amount, 'currency', 'usd') from payments where id = new.payment_id));`,
  ),
  ...announces(
    "subscriptions",
    "insert or update of plan_variant_id, license_id, status, next_step, next_variant_id, next_license_id, period_end",
    "",
    `if tg_op = 'INSERT' or (old.plan_variant_id, old.license_id, old.status, old.next_step, old.next_variant_id,
         old.next_license_id, old.period_end) is distinct from (new.plan_variant_id, new.license_id, new.status,
         new.next_step, new.next_variant_id, new.next_license_id, new.period_end) then
       perform announce('subscription.changed', coalesce(new.ended_at, new.checked_at, now()), jsonb_build_object(
         'subscription_id', new.id, 'customer_id', new.user_id, 'plan_variant_id', new.plan_variant_id,
         'license_id', new.license_id, 'status', new.status, 'at_period_end', new.next_step,
         'next_plan_variant_id', new.next_variant_id, 'next_license_id', new.next_license_id,
         'period_end', to_char(new.period_end at time zone 'utc', ${TIME})));
     end if;`,
  ),
  ...announces(
    "licensee_profiles",
    "insert or update of license_id",
    "",
    `if tg_op = 'INSERT' or old.license_id <> new.license_id then
       perform announce('license.changed', now(), jsonb_build_object('customer_id', new.user_id,
         'license_id', new.license_id));
     end if;`,
  ),
  ...announces(
    "downloads",
    "insert",
    "",
    `perform announce('file.downloaded', new.at, jsonb_build_object('customer_id', new.user_id,
       'collection_variant_id', new.variant_id));`,
  ),
];
