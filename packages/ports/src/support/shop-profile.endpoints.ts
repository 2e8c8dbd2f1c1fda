import { ShopChange } from "../engagement/shop-change.ts";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MAX_LOGO_BYTES } from "@backlot/domain/kernel/logo";
import { LogoKind, Shop } from "@backlot/domain/kernel/shop.schema";
import { Wire } from "../driving/errors.ts";
import { data } from "../driving/shared.ts";
import { ACTOR } from "../driving/staff.ts";

/** A base64-encoded file. */
const LogoData = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9+/]+=*$/, { expected: "a base64-encoded file" }),
  Schema.isMaxLength(Math.ceil(MAX_LOGO_BYTES / 3) * 4, {
    expected: `a file of at most ${MAX_LOGO_BYTES / 1_000} kB`,
  }),
);

export const SHOP_PROFILE = [
  /** Returns the store's name, look, contacts, and seller. */
  HttpApiEndpoint.get("shop", "/support/shop", { success: data(Shop) }),
  /** Changes the store's name, look, contacts, or seller. */
  HttpApiEndpoint.put("putShop", "/support/shop", {
    payload: Schema.Struct({ ...ShopChange.fields, ...ACTOR }),
    success: data(Shop),
  }),
  /** Sets a logo. */
  HttpApiEndpoint.put("putLogo", "/support/shop/logos/:kind", {
    params: { kind: LogoKind },
    /** A PNG, WebP, or SVG file. */
    payload: Schema.Struct({ data: LogoData, ...ACTOR }),
    success: data(Shop),
  }),
  /** Removes a logo. */
  HttpApiEndpoint.delete("removeLogo", "/support/shop/logos/:kind", {
    params: { kind: LogoKind },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
] as const;
