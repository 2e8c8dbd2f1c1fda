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
  Schema.makeFilter<string>((text) => isShopLink(text), { expected: "an address such as https://shop.example" }),
);

/** What an owner sets of a store's name and look. What is left out has a default. */
export const ShopProfile = Schema.Struct({
  /** The store's name. */
  name: Schema.optionalKey(line(SHOP_TEXTS.name)),
  /** The title of the home page. */
  title: Schema.optionalKey(line(SHOP_TEXTS.title)),
  /** What search engines and link previews say of the home page. */
  description: Schema.optionalKey(line(SHOP_TEXTS.description)),
  /** The sentence in the footer, after the name. */
  slogan: Schema.optionalKey(line(SHOP_TEXTS.slogan)),
  /** The color of buttons and marks. */
  accent: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter<string>((text) => isAccent(text), { expected: "a color such as #ffb224" })),
  ),
  /** Where customers write to. */
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
  /** The community. */
  discord: Schema.optionalKey(webAddress),
  /** Where customers ask for products. */
  product_requests: Schema.optionalKey(webAddress),
  roadmap: Schema.optionalKey(webAddress),
  /** Where artists offer their work. */
  selling: Schema.optionalKey(webAddress),
  /** Open positions. */
  jobs: Schema.optionalKey(webAddress),
  /** Where customers report bugs. Without it, the link opens an email to the support address. */
  bug_reports: Schema.optionalKey(webAddress),
});
export type ShopProfile = typeof ShopProfile.Type;

/** Where a logo is shown: on light pages, on dark pages, or as the icon of a browser's tab. */
export const LogoKind = Schema.Literals(["light", "dark", "icon"]);
export type LogoKind = typeof LogoKind.Type;

/** Where customers reach a store, and the menus' links to other sites; null for none. */
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

/** Who sells. Without a name, it is the store's. */
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
  /** Null for the colors of a new store. */
  accent: Schema.NullOr(Schema.String),
  /** The URLs of the logos; null for none of its own. */
  logos: Schema.Struct({
    light: Schema.NullOr(Schema.String),
    dark: Schema.NullOr(Schema.String),
    icon: Schema.NullOr(Schema.String),
  }),
  contact: ShopContact,
  seller: ShopSeller,
}).annotate({ identifier: "Shop" });
export type Shop = typeof Shop.Type;

/** A store's name, look, and contacts. Only receipts name its seller, who may be a private person. */
export const PublicShop = Schema.Struct(Struct.omit(Shop.fields, ["seller"])).annotate({ identifier: "PublicShop" });
export type PublicShop = typeof PublicShop.Type;
