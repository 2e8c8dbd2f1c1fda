// Reads the contract's doc comments for the API document: the text of each operation, and of each field by its name in
// the requests and responses.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync } from "rolldown/utils";
import type { ContractTexts, FieldTexts } from "../src/document/field-texts.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

type Node = ESTree.Node;

/** A named definition in a source: its doc comment and its expression. */
interface Definition {
  readonly text: string | null;
  readonly value: Node;
  readonly source: Source;
}

interface Source {
  readonly textBefore: (start: number) => string | null;
}

/** The text of a schema, and of the fields in it. */
interface Described {
  readonly text: string | null;
  /** Whether the document describes it only once, under a name of its own. */
  readonly isNamed?: boolean;
  readonly fields: ReadonlyMap<string, Described>;
}

/** Requirement ids, which mean nothing to readers of the document. */
const IDS = / ?\((?:[A-Z]{2,3}-\d{2}(?:, )?)+\)/g;

/** Returns a doc comment's text as one line. */
const textOf = (comment: string): string =>
  comment
    .replace(/^\*/, "")
    .replace(/\n\s*\* ?/g, " ")
    .replace(/\{@link (\w+)\}/g, "$1")
    .replace(IDS, "")
    .replace(/\s+/g, " ")
    .trim();

const sourceOf = (code: string, comments: readonly { type: string; value: string; start: number; end: number }[]) => {
  const byEnd = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  return {
    textBefore: (start: number): string | null => {
      const last = byEnd.findLast(({ end }) => end <= start);
      return last === undefined || code.slice(last.end, start).trim() !== "" ? null : textOf(last.value);
    },
  };
};

const definitions = new Map<string, Definition>();
/** The groups of the contract, one class each. */
const groups: { readonly text: string | null; readonly call: Node; readonly source: Source }[] = [];
/** The texts of error classes by the code of the error. */
const errors: Record<string, string> = {};

const read = (path: string): void => {
  const code = readFileSync(path, "utf8");
  const parsed = parseSync(path, code);
  const source = sourceOf(code, parsed.comments);
  for (const statement of parsed.program.body) {
    const declared =
      statement.type === "ExportNamedDeclaration" && statement.declaration !== null ? statement.declaration : statement;
    const text = source.textBefore(statement.start);
    if (declared.type === "ClassDeclaration" && declared.superClass !== null && declared.id !== null) {
      const code = errorCode(declared.superClass);
      if (code !== null && text !== null) errors[code] = text;
      groups.push({ text, call: declared.superClass, source });
    }
    if (declared.type !== "VariableDeclaration") continue;
    for (const { id, init } of declared.declarations)
      if (id.type === "Identifier" && init !== null) definitions.set(id.name, { text, value: init, source });
  }
};

/** Returns the code of an error class `Schema.TaggedError<…>()("code", …)`. */
function errorCode(superClass: Node): string | null {
  if (superClass.type !== "CallExpression" || superClass.callee.type !== "CallExpression") return null;
  const [first] = superClass.arguments;
  return first?.type === "Literal" ? String(first.value) : null;
}

/** Returns the name that a call or a member expression ends with, such as `get` for `HttpApiEndpoint.get`. */
const nameOf = (node: Node): string =>
  node.type === "Identifier"
    ? node.name
    : node.type === "MemberExpression" && node.property.type === "Identifier"
      ? node.property.name
      : "";

/** Calls whose arguments don't describe a schema's fields. */
const ASIDE = new Set(["annotate", "check", "brand", "Literals", "Literal", "makeFilter", "isPattern"]);

/** Calls that keep the text of their argument. */
const THE_SAME = new Set(["optional", "optionalKey", "NullOr", "annotate", "check", "pipe", "pick"]);

const NOTHING: Described = { text: null, fields: new Map() };

const merged = (all: readonly Described[]): Described => ({
  text: all.map(({ text }) => text).find((text) => text !== null) ?? null,
  isNamed: all.length > 0 && all.every(({ isNamed = false }) => isNamed),
  fields: new Map(all.flatMap(({ fields }) => [...fields])),
});

/** Returns the names in a list of literals, or in a constant with such a list. */
const namesIn = (node: Node): readonly string[] => {
  if (node.type === "Literal") return [String(node.value)];
  if (node.type === "ArrayExpression")
    return node.elements.flatMap((each) => (each === null ? [] : namesIn(each as Node)));
  if (node.type === "TSAsExpression") return namesIn(node.expression);
  const list = node.type === "Identifier" ? definitions.get(node.name) : undefined;
  return list === undefined ? [] : namesIn(list.value);
};

/**
 * Returns the texts of a schema expression and its fields. A field without a comment has that of the schema it names.
 */
const described = (node: Node, source: Source, depth = 0): Described => {
  if (depth > 30) return NOTHING;
  const inner = (child: Node): Described => described(child, source, depth + 1);
  switch (node.type) {
    case "Identifier": {
      const known = definitions.get(node.name);
      if (known === undefined) return NOTHING;
      const { fields, text } = described(known.value, known.source, depth + 1);
      return { text: known.text ?? text, fields, isNamed: identifierOf(known.value) !== null };
    }
    case "MemberExpression": {
      // `Order.fields.kind` and `ShopProfile.fields.name.schema`.
      const name = nameOf(node);
      const of = inner(node.object);
      return name === "fields" || name === "schema" || name === "members" ? of : (of.fields.get(name) ?? NOTHING);
    }
    case "ObjectExpression":
      return {
        text: null,
        fields: new Map(
          node.properties.flatMap((property): readonly (readonly [string, Described])[] => {
            if (property.type === "SpreadElement") return [...inner(property.argument).fields];
            const { key } = property;
            const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "";
            const of = inner(property.value);
            return [[name, { ...of, text: source.textBefore(property.start) ?? of.text }]];
          }),
        ),
      };
    case "CallExpression": {
      const name = nameOf(node.callee);
      const of = node.callee.type === "MemberExpression" ? [inner(node.callee.object)] : [];
      const given = ASIDE.has(name) ? [] : node.arguments.map((each) => inner(each as Node));
      if (node.callee.type === "Identifier" && name === "data")
        return { text: null, fields: new Map([["data", merged(given)]]) };
      const whole = merged([...of, ...given]);
      const [, names] = node.arguments;
      if (name === "pick" && names !== undefined) {
        const picked = new Set(namesIn(names as Node));
        return { text: null, fields: new Map([...whole.fields].filter(([field]) => picked.has(field))) };
      }
      // A list of something, or a text of some length, is not the thing itself.
      return THE_SAME.has(name) ? whole : { ...whole, text: null };
    }
    case "ArrayExpression":
      return merged(node.elements.flatMap((each) => (each === null ? [] : [inner(each as Node)])));
    case "SpreadElement":
      return inner(node.argument);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return inner(node.expression);
    default:
      return NOTHING;
  }
};

/** Returns the texts of fields by their paths, such as `data.items.label`. */
const fieldTexts = ({ fields, isNamed = false }: Described, before = ""): FieldTexts =>
  isNamed
    ? {}
    : Object.fromEntries(
        [...fields].flatMap(([name, of]): readonly (readonly [string, string])[] => [
          ...(of.text === null ? [] : [[`${before}${name}`, of.text] as const]),
          ...Object.entries(fieldTexts(of, `${before}${name}.`)),
        ]),
      );

/** Returns the name in `.annotate({ identifier: "Order" })`, or null. */
const identifierOf = (node: Node): string | null => {
  if (node.type !== "CallExpression" || nameOf(node.callee) !== "annotate") return null;
  const [options] = node.arguments;
  if (options?.type !== "ObjectExpression") return null;
  for (const property of options.properties)
    if (
      property.type === "Property" &&
      nameOf(property.key as Node) === "identifier" &&
      property.value.type === "Literal"
    )
      return String(property.value.value);
  return null;
};

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** An endpoint's definition: its call, and the text of the helper that makes it, if any. */
interface Endpoint {
  readonly name: string;
  readonly text: string | null;
  readonly options: Node | null;
  readonly source: Source;
}

/** Returns the endpoint that a chain of calls makes, or null. */
const endpointOf = (node: Node, source: Source): Endpoint | null => {
  if (node.type !== "CallExpression") return null;
  const [first, , options] = node.arguments;
  const name = first?.type === "Literal" ? String(first.value) : "";
  const { callee } = node;
  if (callee.type === "MemberExpression") {
    const made = callee.object.type === "Identifier" && callee.object.name === "HttpApiEndpoint";
    if (!made) return endpointOf(callee.object, source);
    if (!METHODS.has(nameOf(callee))) return null;
    return { name, text: source.textBefore(node.start), options: (options as Node | undefined) ?? null, source };
  }
  // `approvePlan("initializeSubscription", "/orders/…")`
  const helper = definitions.get(nameOf(callee));
  if (helper === undefined || helper.value.type !== "ArrowFunctionExpression") return null;
  const made = endpointOf(helper.value.body as Node, helper.source);
  return made === null ? null : { ...made, name, text: source.textBefore(node.start) };
};

/** Returns the endpoints of a group's chain of `.add(…)`. */
const endpointsIn = (node: Node, source: Source): readonly Endpoint[] => {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const before = endpointsIn(node.callee.object, source);
  if (nameOf(node.callee) !== "add") return before;
  return [
    ...before,
    ...node.arguments.flatMap((each): readonly Endpoint[] => {
      const given = each as Node;
      if (given.type !== "SpreadElement") {
        const made = endpointOf(given, source);
        return made === null ? [] : [made];
      }
      const list = definitions.get(nameOf(given.argument));
      return list === undefined ? [] : listed(list.value, list.source);
    }),
  ];
};

/** Returns the endpoints of a list, such as `REPORTS`. */
const listed = (node: Node, source: Source): readonly Endpoint[] => {
  if (node.type === "TSAsExpression") return listed(node.expression, source);
  if (node.type !== "ArrayExpression") return [];
  return node.elements.flatMap((each): readonly Endpoint[] => {
    if (each === null) return [];
    if (each.type === "SpreadElement") {
      const list = definitions.get(nameOf(each.argument));
      return list === undefined ? [] : listed(list.value, list.source);
    }
    const made = endpointOf(each as Node, source);
    return made === null ? [] : [made];
  });
};

/** Returns the name of a group, from `HttpApiGroup.make("orders")` at the start of its chain. */
const groupName = (node: Node): string | null => {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return null;
  const { object } = node.callee;
  if (object.type !== "Identifier" || object.name !== "HttpApiGroup") return groupName(object);
  const [first] = node.arguments;
  return first?.type === "Literal" ? String(first.value) : null;
};

/** Reads the texts of the contract from the sources of the ports and the domain. */
export const readContractTexts = (): ContractTexts => {
  for (const folder of ["packages/domain/src", "packages/ports/src"])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).sort())
      if (file.endsWith(".ts")) read(join(ROOT, folder, file));
  const tags: Record<string, string> = {};
  const operations: Record<string, ContractTexts["operations"][string]> = {};
  for (const { text, call, source } of groups) {
    const group = groupName(call);
    if (group === null) continue;
    if (text !== null) tags[group] = text;
    for (const endpoint of endpointsIn(call, source)) {
      const options = endpoint.options === null ? NOTHING : described(endpoint.options, endpoint.source);
      const fields = (name: string): FieldTexts => fieldTexts(options.fields.get(name) ?? NOTHING);
      operations[`${group}.${endpoint.name}`] = {
        text: endpoint.text,
        notes: ["query", "params", "payload", "success"].flatMap((name) => noteOf(endpoint, name)),
        params: { ...fields("params"), ...fields("query") },
        payload: fields("payload"),
        success: fields("success"),
      };
    }
  }
  const schemas: Record<string, ContractTexts["schemas"][string]> = {};
  for (const { text, value, source } of definitions.values()) {
    const name = identifierOf(value);
    if (name !== null) schemas[name] = { text, fields: fieldTexts(described(value, source)) };
  }
  return { tags, errors, operations, schemas };
};

/** Returns the comment above a part of an endpoint, such as its query. */
const noteOf = ({ options, source }: Endpoint, name: string): readonly string[] => {
  if (options?.type !== "ObjectExpression") return [];
  return options.properties.flatMap((property): readonly string[] => {
    if (property.type !== "Property" || nameOf(property.key as Node) !== name) return [];
    const text = source.textBefore(property.start);
    return text === null ? [] : [text];
  });
};
