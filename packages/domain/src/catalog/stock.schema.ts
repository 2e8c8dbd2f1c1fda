import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Credits } from "../credits/credits.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { Optionable } from "./clip.schema.ts";
import { Access, LibraryId, MembershipTier, ReleaseDate, Resolution } from "./collection.schema.ts";

const named = (pattern: RegExp, expected: string) => Schema.String.check(Schema.isPattern(pattern, { expected }));

const Slug = named(/^[a-z0-9]+(-[a-z0-9]+){0,12}$/, "lowercase letters and digits, with single hyphens between words");
/** Requires at least one visible character, because zero-width characters and spaces alone are not text. */
const isVisible = Schema.isPattern(/[\p{L}\p{N}\p{P}\p{S}]/u, {
  expected: "at least one visible character",
});

const Line = named(/^[^\p{Cc}\ud800-\udfff]{1,200}$/u, "one line of 1 to 200 characters").check(isVisible);
const Paragraph = named(/^[^\0\ud800-\udfff]{1,4000}$/u, "1 to 4000 characters of text").check(isVisible);

const Format = named(/^[^\p{Cc}\ud800-\udfff]{1,40}$/u, "1 to 40 characters").check(isVisible);

const Pixels = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }));

/**
 * A file variant of a collection in a catalog import. The price is in cents. Its width in pixels determines its
 * resolution; a file without a width has a label instead.
 */
export const StockedVariant = Schema.Struct({
  name: Line,
  resolution: Schema.optionalKey(Resolution),
  width: Schema.optionalKey(Pixels),
  height: Schema.optionalKey(Pixels),
  format: Schema.optionalKey(Format),
  price: Cents,
  file_name: named(
    /^[a-z0-9][a-z0-9._-]{0,120}\.[a-z0-9]{2,5}$/,
    "a lowercase file name with an extension, such as ground-fire-2k.zip",
  ),
  description: Line,
});
export type StockedVariant = typeof StockedVariant.Type;

const Attribute = Schema.Struct({ name: Line, value: Line });

/**
 * A collection in a catalog import: everything the store's owner decides, without ids, file sizes, and other fields
 * that the store derives. Prices in cents. Fields that most collections don't have are optional.
 */
export const StockedCollection = Schema.Struct({
  slug: Slug,
  name: Line,
  library_id: LibraryId,
  category: Line,
  tags: Schema.Array(Line)
    .check(Schema.isMaxLength(40))
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  description: Paragraph,
  access: Access,
  membership_tier: Schema.NullOr(MembershipTier).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  made_by_provider: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  alpha: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  credit_price: Schema.NullOr(Credits).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  upgrade_credit_price: Schema.NullOr(Credits).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  price: Cents,
  original_price: Schema.NullOr(Cents).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** The day (UTC) on which it goes on sale. Defaults to the day of its first import. */
  release_date: Schema.optionalKey(ReleaseDate),
  variants: Schema.Array(StockedVariant).check(Schema.isMinLength(1), Schema.isMaxLength(20)),
  options: Schema.Array(Optionable)
    .check(Schema.isMaxLength(40))
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  attributes: Schema.Array(Attribute)
    .check(Schema.isMaxLength(40))
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
});
export type StockedCollection = typeof StockedCollection.Type;
