import { type LogoVersions, type Shop, shopOf } from "@backlot/domain/kernel/shop";
import { ShopProfile } from "@backlot/domain/kernel/shop.schema";
import * as Schema from "effect/Schema";
import { sql } from "kysely";

const decode = Schema.decodeUnknownSync(ShopProfile);

/** The columns of a query that reads the store's name and look. */
export interface ShopColumns {
  readonly shop_profile: unknown;
  readonly shop_logos: LogoVersions | null;
}

/** Selects the store's name and look. */
export const shopColumns = sql`(select profile from shop_profile) as shop_profile,
  (select json_object_agg(kind, version) from shop_logos) as shop_logos`;

/** Returns the owner's settings from a stored profile, which may be null. */
const toProfile = (profile: unknown): ShopProfile => decode(profile ?? {});

/** Returns the store's name and look from a row. */
export const toShop = ({ shop_profile, shop_logos }: ShopColumns): Shop =>
  shopOf(toProfile(shop_profile), shop_logos ?? {});
