import * as Schema from "effect/Schema";

/**
 * An option of a clip, such as its alpha channel. `full_type` is the label to show, and `position` sorts the options.
 */
export const Optionable = Schema.Struct({
  full_type: Schema.String,
  type: Schema.String,
  value: Schema.String,
  position: Schema.Int,
  disclaimer: Schema.NullOr(Schema.String),
  base_value: Schema.NullOr(Schema.String),
});
export type Optionable = typeof Optionable.Type;

/** A clip of a collection: its options, and its other attributes by name. */
export const Clip = Schema.Struct({
  collection_id: Schema.Int,
  optionables: Schema.Array(Optionable),
  product_attributes: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
});
export type Clip = typeof Clip.Type;
