import { orderIdStart, receiptPlace } from "@backlot/domain";
import type { CustomerReads, FoundCustomer } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { idStarts } from "../orders/orders.ts";

const COLUMNS = sql`accounts.id, accounts.email, accounts.first_name, accounts.last_name,
  licensee_profiles.company_name as company, guests.user_id is not null as is_guest`;

const FROM = sql`accounts
  left join licensee_profiles on licensee_profiles.user_id = accounts.id
  left join guests on guests.user_id = accounts.id`;

// These expressions must match those in the indexes.
const NAMES = sql`lower(first_name || ' ' || last_name || ' ' || email)`;
const LICENSEE = sql`lower(coalesce(company_name, '') || ' ' || coalesce(first_name, '') || ' '
  || coalesce(last_name, '') || ' ' || token)`;

/** Returns a condition for accounts with a word in their name, company, email address, or License ID. */
const hasWord = (word: string) => {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`accounts.id in (select id from accounts where ${NAMES} like ${pattern}
    union all select user_id from licensee_profiles where ${LICENSEE} like ${pattern})`;
};

/** Creates the search for customers. It finds words in all accounts, so only staff may use it. */
export const postgresCustomers = (db: Db): CustomerReads => ({
  search: (text, limit) =>
    query(async () => {
      const receipt = receiptPlace(text);
      const start = orderIdStart(text);
      const order = start === null ? sql`orders.id = ${text}` : idStarts(start);
      // Use a union, because PostgreSQL would read every account for conditions that span several tables.
      const exact = await sql<FoundCustomer>`select ${COLUMNS} from ${FROM}
        where accounts.id in (select id from accounts where id = ${text} or lower(email) = lower(${text})
          union all select user_id from licensee_profiles where token = upper(${text})
          union all select orders.user_id from orders where ${order}
          union all select payments.user_id from payments join receipts on receipts.payment_id = payments.id
            where receipts.series = ${receipt?.series ?? null} and receipts.number = ${receipt?.number ?? null})
        order by is_guest, accounts.created_at desc, accounts.id limit ${limit}`.execute(db);
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      if (exact.rows.length > 0 || words.length === 0) return exact.rows;
      const matches = await sql<FoundCustomer>`select ${COLUMNS} from ${FROM}
        where ${sql.join(words.map(hasWord), sql` and `)}
        order by accounts.created_at desc, accounts.id limit ${limit}`.execute(db);
      return matches.rows;
    }),
  charged: (charges, limit) =>
    query(async () => {
      const customers = charges.flatMap(({ customer_id }) => customer_id ?? []);
      const references = charges.flatMap(({ payment_reference }) => payment_reference ?? []);
      const matches = await sql<FoundCustomer>`select ${COLUMNS} from ${FROM}
        where accounts.id in (select id from accounts where stripe_customer_token = any(${customers}::text[])
          union all select user_id from payments where provider_reference = any(${references}::text[]))
        order by accounts.created_at desc, accounts.id limit ${limit}`.execute(db);
      return matches.rows;
    }),
});
