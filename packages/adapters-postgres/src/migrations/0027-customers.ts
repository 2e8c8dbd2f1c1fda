/** What support finds an account by. */
export const customers: readonly string[] = [`create index accounts_email on accounts (lower(email))`];
