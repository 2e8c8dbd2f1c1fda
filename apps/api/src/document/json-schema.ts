import type { FieldTexts } from "./field-texts.ts";

/** The parts of a JSON Schema that the document changes. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

const { MAX_SAFE_INTEGER } = Number;

/** Removes the default limits of integers. */
const withoutUsualLimits = ({ minimum, maximum, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(minimum === undefined || minimum === -MAX_SAFE_INTEGER ? {} : { minimum }),
  ...(maximum === undefined || maximum === MAX_SAFE_INTEGER ? {} : { maximum }),
});

/** Removes repeated alternatives, and choices with only one alternative. */
const withoutRepetition = ({ anyOf, ...schema }: JsonSchema): JsonSchema => {
  if (anyOf === undefined) return schema;
  const different = [...new Map(anyOf.map((part) => [JSON.stringify(part), part])).values()];
  const [only] = different;
  return different.length === 1 && only !== undefined ? { ...only, ...schema } : { ...schema, anyOf: different };
};

/** Returns a copy of a schema with every part changed, innermost first. `path` names the field. */
const changed = (
  schema: JsonSchema,
  change: (schema: JsonSchema, path: string) => JsonSchema,
  path = "",
): JsonSchema => {
  const inner = (part: JsonSchema): JsonSchema => changed(part, change, path);
  const { anyOf, oneOf, allOf, items, prefixItems, properties, additionalProperties, ...others } = schema;
  const field = (name: string): string => (path === "" ? name : `${path}.${name}`);
  return change(
    {
      ...others,
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inner) }),
      ...(allOf === undefined ? {} : { allOf: allOf.map(inner) }),
      ...(items === undefined ? {} : { items: items === false ? items : inner(items) }),
      ...(prefixItems === undefined ? {} : { prefixItems: prefixItems.map(inner) }),
      ...(properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, part]) => [name, changed(part, change, field(name))]),
            ),
          }),
      ...(additionalProperties === undefined
        ? {}
        : {
            additionalProperties:
              typeof additionalProperties === "boolean" ? additionalProperties : inner(additionalProperties),
          }),
    },
    path,
  );
};

/** Returns a schema with texts added to its fields and its references renamed. */
export const describedSchema = (
  schema: JsonSchema,
  texts: FieldTexts,
  renamed: (name: string) => string = (name) => name,
): JsonSchema => {
  const labeled = changed(schema, (part) => {
    const plain = withoutRepetition(withoutUsualLimits(part));
    if (plain.$ref === undefined) return plain;
    const name = plain.$ref.split("/").at(-1) ?? "";
    return { ...plain, $ref: `#/components/schemas/${renamed(name)}` };
  });
  const describe = (part: JsonSchema, path: string): JsonSchema => {
    if (part.properties === undefined) return part;
    const properties = Object.entries(part.properties).map(([name, of]): readonly [string, JsonSchema] => {
      const text = texts[path === "" ? name : `${path}.${name}`];
      return [name, text === undefined ? of : { ...of, description: text }];
    });
    return { ...part, properties: Object.fromEntries(properties) };
  };
  return changed(labeled, describe);
};

/** Returns a query parameter's schema without the null that represents a missing value. */
export const withoutNull = (schema: JsonSchema): JsonSchema => {
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  const [only] = others ?? [];
  if (others === undefined || only === undefined) return schema;
  return others.length === 1 ? only : { ...schema, anyOf: others };
};
