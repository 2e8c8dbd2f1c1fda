import { type RawBuilder, sql } from "kysely";

/**
 * Returns the SQL for the hash that records who used a discount code. It covers the code and the account's address,
 * ignoring case, so that a use still counts after the account is deleted, and the hashes of two codes never reveal that
 * they share an address.
 */
export const codeHash = (code: string, accountId: string): RawBuilder<string | null> =>
  sql`(select encode(sha256(convert_to(lower(${code}::text) || ':' || lower(email), 'UTF8')), 'hex')
    from accounts where id = ${accountId})`;
