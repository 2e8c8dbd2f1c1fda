/** Adds when a subscription whose period is over was last read at its provider. */
export const checkedSubscriptions: readonly string[] = ["alter table subscriptions add column checked_at timestamptz"];
