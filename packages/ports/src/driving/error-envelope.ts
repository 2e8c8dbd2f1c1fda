import * as Schema from "effect/Schema";
import * as SchemaTransformation from "effect/SchemaTransformation";

const encodedFields = (fields: Schema.Struct.Fields): Schema.Struct.Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Schema.toEncoded(field as Schema.Top)]));

/**
 * Returns the wire schema of an error class: `{ "error": { "code", "message", … } }`, where `code` is the class's tag.
 * Call it once per class, because each call adds another schema to the OpenAPI document.
 */
export const errorEnvelope = <
  S extends Schema.Top & {
    readonly Encoded: { readonly _tag: string };
    readonly fields: { readonly _tag: Schema.tag<string> } & Schema.Struct.Fields;
  },
>(
  self: S,
): Schema.Codec<
  S["Type"],
  { readonly error: { readonly code: S["Encoded"]["_tag"] } & Omit<S["Encoded"], "_tag"> }
> => {
  const { _tag, ...fields } = self.fields;
  const Wire = Schema.Struct({
    error: Schema.Struct({ code: Schema.Literal(_tag.schema.literal), ...encodedFields(fields) }),
  });
  // The types can't express "the same fields, one renamed". A test over every error checks the shape.
  return self.pipe(
    Schema.encodeTo(
      Wire as unknown as Schema.Codec<{ readonly error: { readonly code: string } }>,
      SchemaTransformation.transform({
        decode: ({ error: { code, ...rest } }: { readonly error: { readonly code: string } }) => ({
          _tag: code,
          ...rest,
        }),
        encode: ({ _tag: code, ...rest }: { readonly _tag: string }) => ({ error: { code, ...rest } }),
      }) as never,
    ),
  ) as never;
};
