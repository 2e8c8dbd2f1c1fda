/** What support staff did to the whole store has no account. A code that staff ended is refused. */
export const storeActions: readonly string[] = [
  "alter table support_actions alter column user_id drop not null",
  "alter table discount_codes add column ended_at timestamptz",
];
