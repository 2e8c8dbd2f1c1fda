import * as Schema from "effect/Schema";

const line = (maximum: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^(?! )[^\\p{Cc}\\ud800-\\udfff]{1,${maximum}}(?<! )$`, "u"), {
      expected: `one line of 1 to ${maximum} characters`,
    }),
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
});
export type ShopProfile = typeof ShopProfile.Type;

/** Where a logo is shown: on light pages, on dark pages, or as the icon of a browser's tab. */
export const LogoKind = Schema.Literals(["light", "dark", "icon"]);
export type LogoKind = typeof LogoKind.Type;

/** A store's name and look. */
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
}).annotate({ identifier: "Shop" });
export type Shop = typeof Shop.Type;
