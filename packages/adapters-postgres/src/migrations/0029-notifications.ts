/** Notifications on every page, one of a type. */
export const notifications: readonly string[] = [
  `create table notifications (
     notification_type text primary key check (notification_type in ('top_bar')),
     heading text not null, body text not null, ends_at timestamptz)`,
  `create trigger notifications_shown after insert or update or delete or truncate on notifications
   for each statement execute function move_storefront()`,
];
