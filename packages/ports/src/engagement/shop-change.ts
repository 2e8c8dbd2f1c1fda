import { ShopProfile } from "@backlot/domain/kernel/shop.schema";
import * as Schema from "effect/Schema";

const { fields } = ShopProfile;

/** Changes to the store's name, look, contacts, and seller. Null resets a field; omitted fields stay unchanged. */
export const ShopChange = Schema.Struct({
  name: Schema.optionalKey(Schema.NullOr(fields.name.schema)),
  title: Schema.optionalKey(Schema.NullOr(fields.title.schema)),
  description: Schema.optionalKey(Schema.NullOr(fields.description.schema)),
  slogan: Schema.optionalKey(Schema.NullOr(fields.slogan.schema)),
  accent: Schema.optionalKey(Schema.NullOr(fields.accent.schema)),
  support_email: Schema.optionalKey(Schema.NullOr(fields.support_email.schema)),
  sales_email: Schema.optionalKey(Schema.NullOr(fields.sales_email.schema)),
  seller_name: Schema.optionalKey(Schema.NullOr(fields.seller_name.schema)),
  seller_address: Schema.optionalKey(Schema.NullOr(fields.seller_address.schema)),
  seller_tax_id: Schema.optionalKey(Schema.NullOr(fields.seller_tax_id.schema)),
  discord: Schema.optionalKey(Schema.NullOr(fields.discord.schema)),
  product_requests: Schema.optionalKey(Schema.NullOr(fields.product_requests.schema)),
  roadmap: Schema.optionalKey(Schema.NullOr(fields.roadmap.schema)),
  selling: Schema.optionalKey(Schema.NullOr(fields.selling.schema)),
  jobs: Schema.optionalKey(Schema.NullOr(fields.jobs.schema)),
  bug_reports: Schema.optionalKey(Schema.NullOr(fields.bug_reports.schema)),
});

export type ShopChange = typeof ShopChange.Type;
