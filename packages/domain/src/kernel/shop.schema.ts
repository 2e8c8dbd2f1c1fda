import * as Schema from "effect/Schema";
import { isEmail } from "./email-address.ts";

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
  Schema.isPattern(/^https?:\/\/[^\s"'<>]{3,290}$/, { expected: "an address such as https://shop.example" }),
);

/** What an owner sets of a store's name and look. What is left out has a default. */
export const ShopProfile = Schema.Struct({
  /** The store's name. */
  name: Schema.optionalKey(line(60)),
  /** The title of the home page. */
  title: Schema.optionalKey(line(120)),
  /** What search engines and link previews say of the home page. */
  description: Schema.optionalKey(line(300)),
  /** The sentence in the footer, after the name. */
  slogan: Schema.optionalKey(line(120)),
  /** The color of buttons and marks. */
  accent: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^#[0-9a-f]{6}$/i, { expected: "a color such as #ffb224" })),
  ),
  /** Where customers write to. */
  support_email: Schema.optionalKey(emailAddress),
  /** The sales contact for studios. */
  sales_email: Schema.optionalKey(emailAddress),
  /** The seller on receipts and certificates. The default is the store's name. */
  seller_name: Schema.optionalKey(line(120)),
  /** The lines of the seller's address. */
  seller_address: Schema.optionalKey(
    Schema.Array(line(120)).check(Schema.isMinLength(1), Schema.isMaxLength(6, { expected: "at most 6 lines" })),
  ),
  seller_tax_id: Schema.optionalKey(line(60)),
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
