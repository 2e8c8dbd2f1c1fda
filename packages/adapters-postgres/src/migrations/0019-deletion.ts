/** Accounts that their owners deleted: what was paid stays, the sign-in goes. */
export const deletion: readonly string[] = ["alter table accounts add column deleted_at timestamptz"];
