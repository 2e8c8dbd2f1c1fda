import * as Schema from "effect/Schema";

/** One option of a clip, as the catalog states it. `position` orders the options of a clip. (CAT-03) */
export const Optionable = Schema.Struct({
  full_type: Schema.String,
  type: Schema.String,
  value: Schema.String,
  position: Schema.Int,
  disclaimer: Schema.NullOr(Schema.String),
  base_value: Schema.NullOr(Schema.String),
});
export type Optionable = typeof Optionable.Type;

/** One clip of a collection with its options. (CAT-03) */
export const Clip = Schema.Struct({
  collection_id: Schema.Int,
  optionables: Schema.Array(Optionable),
  product_attributes: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
});
export type Clip = typeof Clip.Type;
