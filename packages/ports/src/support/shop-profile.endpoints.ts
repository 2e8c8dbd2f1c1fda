import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MAX_LOGO_BYTES } from "@backlot/domain/kernel/logo";
import { LogoKind, Shop, ShopProfile } from "@backlot/domain/kernel/shop.schema";
import { Wire } from "../driving/errors.ts";
import { data } from "../driving/shared.ts";
import { ACTOR } from "./support.requests.ts";

/** Changes to the store's name and look. Null resets a field; omitted fields stay. */
export const ShopChange = Schema.Struct({
  name: Schema.optionalKey(Schema.NullOr(ShopProfile.fields.name.schema)),
  title: Schema.optionalKey(Schema.NullOr(ShopProfile.fields.title.schema)),
  description: Schema.optionalKey(Schema.NullOr(ShopProfile.fields.description.schema)),
  slogan: Schema.optionalKey(Schema.NullOr(ShopProfile.fields.slogan.schema)),
  accent: Schema.optionalKey(Schema.NullOr(ShopProfile.fields.accent.schema)),
});
export type ShopChange = typeof ShopChange.Type;

/** A base64-encoded file. */
const LogoData = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9+/]+=*$/, { expected: "a base64-encoded file" }),
  Schema.isMaxLength(Math.ceil(MAX_LOGO_BYTES / 3) * 4, {
    expected: `a file of at most ${MAX_LOGO_BYTES / 1_000} kB`,
  }),
);

/** Operations for the store's name and look. */
export const SHOP_PROFILE = [
  HttpApiEndpoint.get("shop", "/support/shop", { success: data(Shop) }),
  HttpApiEndpoint.put("putShop", "/support/shop", {
    payload: Schema.Struct({ ...ShopChange.fields, ...ACTOR }),
    success: data(Shop),
  }),
  HttpApiEndpoint.put("putLogo", "/support/shop/logos/:kind", {
    params: { kind: LogoKind },
    /** A PNG, WebP, or SVG file. */
    payload: Schema.Struct({ data: LogoData, ...ACTOR }),
    success: data(Shop),
  }),
  HttpApiEndpoint.delete("removeLogo", "/support/shop/logos/:kind", {
    params: { kind: LogoKind },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
] as const;
