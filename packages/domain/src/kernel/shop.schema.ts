import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";
import { isEmail } from "./email-address.ts";
import { SELLER_ADDRESS_LINES, SHOP_TEXTS, isAccent, isShopLink } from "./shop-fields.ts";

const line = (maximum: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^(?! )[^\\p{Cc}\\ud800-\\udfff]{1,${maximum}}(?<! )$`, "u"), {
      expected: `one line of 1 to ${maximum} characters`,
    }),
  );

const emailAddress = Schema.String.check(
  Schema.makeFilter<string>((text) => isEmail(text), { expected: "an email address such as help@shop.example" }),
);

const webAddress = Schema.String.check(
  Schema.makeFilter<string>((text) => isShopLink(text), { expected: "a URL such as https://shop.example" }),
);

/** The owner's settings for a store's name and look. Omitted fields have defaults. */
export const ShopProfile = Schema.Struct({
  /** The store's name. */
  name: Schema.optionalKey(line(SHOP_TEXTS.name)),
  /** The title of the home page. */
  title: Schema.optionalKey(line(SHOP_TEXTS.title)),
  /** The description of the home page in search engines and link previews. */
  description: Schema.optionalKey(line(SHOP_TEXTS.description)),
  /** The sentence in the footer, after the name. */
  slogan: Schema.optionalKey(line(SHOP_TEXTS.slogan)),
  /** The color of buttons and highlights. */
  accent: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter<string>((text) => isAccent(text), { expected: "a color such as #ffb224" })),
  ),
  /** The email address for customer support. */
  support_email: Schema.optionalKey(emailAddress),
  /** The sales contact for studios. */
  sales_email: Schema.optionalKey(emailAddress),
  /** The seller on receipts and certificates. The default is the store's name. */
  seller_name: Schema.optionalKey(line(SHOP_TEXTS.seller_name)),
  /** The lines of the seller's address. */
  seller_address: Schema.optionalKey(
    Schema.Array(line(SHOP_TEXTS.seller_address)).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(SELLER_ADDRESS_LINES, { expected: `at most ${SELLER_ADDRESS_LINES} lines` }),
    ),
  ),
  seller_tax_id: Schema.optionalKey(line(SHOP_TEXTS.seller_tax_id)),
  /** The URL of the community. */
  discord: Schema.optionalKey(webAddress),
  /** The URL where customers request products. */
  product_requests: Schema.optionalKey(webAddress),
  roadmap: Schema.optionalKey(webAddress),
  /** The URL where artists offer their work. */
  selling: Schema.optionalKey(webAddress),
  /** The URL of open positions. */
  jobs: Schema.optionalKey(webAddress),
  /** The URL where customers report bugs. Without it, the link opens an email to the support address. */
  bug_reports: Schema.optionalKey(webAddress),
});
export type ShopProfile = typeof ShopProfile.Type;

/** Where a logo is used: on light pages, on dark pages, or as the browser tab's icon. */
export const LogoKind = Schema.Literals(["light", "dark", "icon"]);
export type LogoKind = typeof LogoKind.Type;

/** A store's contacts, and its menu links to other sites; each is null if not set. */
export const ShopContact = Schema.Struct({
  support_email: Schema.NullOr(Schema.String),
  sales_email: Schema.NullOr(Schema.String),
  discord: Schema.NullOr(Schema.String),
  product_requests: Schema.NullOr(Schema.String),
  roadmap: Schema.NullOr(Schema.String),
  selling: Schema.NullOr(Schema.String),
  jobs: Schema.NullOr(Schema.String),
  bug_reports: Schema.NullOr(Schema.String),
});
export type ShopContact = typeof ShopContact.Type;

/** The seller. If `name` is null, the store's name is used. */
export const ShopSeller = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  address: Schema.Array(Schema.String),
  tax_id: Schema.NullOr(Schema.String),
});
export type ShopSeller = typeof ShopSeller.Type;

/** A store's name and look, its contacts, and its seller. */
export const Shop = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  description: Schema.String,
  slogan: Schema.String,
  /** Null for the default colors. */
  accent: Schema.NullOr(Schema.String),
  /** The URLs of the logos; null for a logo that isn't set. */
  logos: Schema.Struct({
    light: Schema.NullOr(Schema.String),
    dark: Schema.NullOr(Schema.String),
    icon: Schema.NullOr(Schema.String),
  }),
  contact: ShopContact,
  seller: ShopSeller,
}).annotate({ identifier: "Shop" });
export type Shop = typeof Shop.Type;

/**
 * A store's name, look, and contacts. Excludes the seller, who may be a private person; only receipts name the seller.
 */
export const PublicShop = Schema.Struct(Struct.omit(Shop.fields, ["seller"])).annotate({ identifier: "PublicShop" });
export type PublicShop = typeof PublicShop.Type;
