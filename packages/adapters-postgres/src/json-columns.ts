import type { CertificateFacts, Clip, EnterprisePrices, Receipt, ReceiptFacts } from "@backlot/domain";
import type { StaffAction } from "@backlot/domain/support/store-change.schema";
import type { ColumnType } from "kysely";

/** The values of JSON columns. Every JSON column of the database is here, or `schema.ts` does not compile. */
interface JsonColumns {
  "certificates.facts": CertificateFacts;
  "collections.clips": readonly Clip[];
  "collections.tags": readonly string[];
  "home_page.categories": readonly string[];
  "home_page.featured": readonly string[];
  "orders.quote": unknown;
  "pack_prices.prices": unknown;
  "plan_offers.enterprise_prices": EnterprisePrices;
  "price_rules.rules": unknown;
  "shop_profile.profile": unknown;
  "receipts.facts": ReceiptFacts & Pick<Receipt, "buyer">;
  "support_actions.change": StaffAction["change"];
}

/** A JSON column, which is written as text and read as its value. */
export type Json<Column extends keyof JsonColumns> = ColumnType<JsonColumns[Column], string, string>;
