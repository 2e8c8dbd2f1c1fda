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

/** Creates the search for customers. Words are sought in every account, so it is for staff alone. */
export const postgresCustomers = (db: Db): CustomerReads => ({
  search: (text, limit) =>
    query(async () => {
      const receipt = receiptPlace(text);
      const start = orderIdStart(text);
      const order = start === null ? sql`orders.id = ${text}` : idStarts(start);
      const exact = await sql<FoundCustomer>`select ${COLUMNS} from ${FROM}
        where accounts.id = ${text} or lower(accounts.email) = lower(${text})
          or licensee_profiles.token = upper(${text})
          or accounts.id in (select orders.user_id from orders where ${order})
          or accounts.id in (select payments.user_id from payments join receipts on receipts.payment_id = payments.id
            where receipts.series = ${receipt?.series ?? null} and receipts.number = ${receipt?.number ?? null})
        order by is_guest, accounts.created_at desc, accounts.id limit ${limit}`.execute(db);
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      if (exact.rows.length > 0 || words.length === 0) return exact.rows;
      const known = sql`lower(concat_ws(' ', accounts.first_name, accounts.last_name, accounts.email,
        licensee_profiles.company_name, licensee_profiles.first_name, licensee_profiles.last_name,
        licensee_profiles.token))`;
      const has = words.map((word) => sql`strpos(${known}, ${word}) > 0`);
      const found = await sql<FoundCustomer>`select ${COLUMNS} from ${FROM}
        where ${sql.join(has, sql` and `)}
        order by accounts.created_at desc, accounts.id limit ${limit}`.execute(db);
      return found.rows;
    }),
  charged: (charges, limit) =>
    query(async () => {
      const customers = charges.flatMap(({ customer_id }) => customer_id ?? []);
      const references = charges.flatMap(({ payment_reference }) => payment_reference ?? []);
      const found = await sql<FoundCustomer>`select ${COLUMNS} from ${FROM}
        where accounts.stripe_customer_token = any(${customers}::text[])
          or accounts.id in (select payments.user_id from payments
            where payments.provider_reference = any(${references}::text[]))
        order by accounts.created_at desc, accounts.id limit ${limit}`.execute(db);
      return found.rows;
    }),
});
