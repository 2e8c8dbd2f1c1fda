import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unknownParam } from "./errors.ts";
import type { Form, FormObject } from "./form.ts";

/** The parameters of a request or of an object in it, by name. Null allows any value. */
interface Parameters {
  readonly [name: string]: Parameters | null;
}

/** The declarations of the Stripe library, with one file per resource. */
const RESOURCES = join(dirname(fileURLToPath(import.meta.resolve("stripe"))), "resources");

/** The parameters that every list accepts. The library declares them elsewhere. */
const PAGE: Parameters = { ending_before: null, limit: null, starting_after: null };

/** The location of the parameter declarations for an operation such as "POST /v1/invoices/:id/pay". */
interface Declared {
  readonly file: string;
  readonly type: string;
}

/** Matches a resource's method: its name, and the verb and path of its request. */
const CALL = /^ {4}(\w+)\([^)]*\) \{\n\s+return this\._makeRequest\('(\w+)', ['`](\/v1\/[^'`]+)/gm;

/** Returns where each operation's parameters are declared, based on the library's methods. */
const findOperations = (): ReadonlyMap<string, Declared> => {
  const operationTypes = new Map<string, Declared>();
  const names = readdirSync(RESOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  for (const name of names) {
    const code = readFileSync(join(RESOURCES, name), "utf8");
    const calls = [...code.matchAll(CALL)];
    if (calls.length === 0) continue;
    const file = name.replace(/\.js$/, ".d.ts");
    const declarations = readFileSync(join(RESOURCES, file), "utf8");
    for (const [, method = "", verb = "", path = ""] of calls) {
      const [, type] = new RegExp(`^ {4}${method}\\(.*\\bparams\\??: ([\\w.]+)`, "m").exec(declarations) ?? [];
      if (type !== undefined)
        operationTypes.set(`${verb} ${path.replaceAll(/\$\{[^}]+\}\)?\}?/g, ":id")}`, { file, type });
    }
  }
  return operationTypes;
};

/** An interface in a declaration file: its fields with their types as text, and whether it is for a list. */
interface Interface {
  readonly isList: boolean;
  readonly fields: Map<string, string>;
}

/** Returns a declaration file's interfaces by full name, such as "CouponCreateParams.AppliesTo". */
const readInterfaces = (file: string): ReadonlyMap<string, Interface> => {
  const interfaces = new Map<string, Interface>();
  const text = readFileSync(join(RESOURCES, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const scopes: { readonly name: string | null; readonly declaration: Interface | null }[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    const outer = scopes.findLast(({ name }) => name !== null)?.name;
    const [, kind, name, base = ""] = /\b(interface|namespace) (\w+)(?: extends (\w+))? \{/.exec(line) ?? [];
    if (kind !== undefined && name !== undefined) {
      const full = outer == null ? name : `${outer}.${name}`;
      const fields = new Map<string, string>();
      const declaration = kind === "interface" ? { isList: base === "PaginationParams", fields } : null;
      if (declaration !== null) interfaces.set(full, declaration);
      scopes.push({ name: full, declaration });
      if (line.endsWith("}")) scopes.pop();
      continue;
    }
    const openDeclaration = scopes.at(-1)?.declaration;
    const [, field, type] = /^'?([\w-]+)'?\??: (.*)$/.exec(line) ?? [];
    if (openDeclaration != null && field !== undefined && type !== undefined) openDeclaration.fields.set(field, type);
    // An inline type allows any value.
    if (line.endsWith("{")) scopes.push({ name: null, declaration: null });
    else if (line.startsWith("}")) scopes.pop();
  }
  return interfaces;
};

/** Returns the full name of an interface that the interface `owner` refers to, possibly without their common prefix. */
const fullNameOf = (declared: ReadonlyMap<string, Interface>, owner: string, name: string): string | null => {
  const path = owner.split(".");
  for (let shared = path.length; shared >= 0; shared -= 1) {
    const full = [...path.slice(0, shared), name].join(".");
    if (declared.has(full)) return full;
  }
  return null;
};

/** Returns the parameters that an interface declares, with those of the interfaces that it refers to. */
const parametersIn = (declared: ReadonlyMap<string, Interface>, name: string): Parameters => {
  const declaration = declared.get(name);
  const fields = [...(declaration?.fields ?? [])].map(([field, type]) => {
    const inner = [...type.matchAll(/[\w.]+/g)].flatMap(([each]) => fullNameOf(declared, name, each) ?? []);
    const parameters = inner.map((each) => parametersIn(declared, each));
    return [field, inner.length === 0 ? null : (Object.assign({}, ...parameters) as Parameters)] as const;
  });
  return { ...(declaration?.isList === true ? PAGE : {}), ...Object.fromEntries(fields) };
};

let operations: ReadonlyMap<string, Declared> | undefined;
const parameterCache = new Map<string, Parameters>();

/**
 * Returns an operation's parameters. Throws if the library doesn't have the operation, because no client could call it.
 */
const parametersOf = (operation: string): Parameters => {
  const before = parameterCache.get(operation);
  if (before !== undefined) return before;
  operations ??= findOperations();
  const place = operations.get(operation);
  if (place === undefined) throw new Error(`Stripe's library has no operation ${operation}`);
  const parameters = parametersIn(readInterfaces(place.file), place.type);
  parameterCache.set(operation, parameters);
  return parameters;
};

const requireKnown = (form: Form, parameters: Parameters, path: string): void => {
  if (typeof form === "string") return;
  if (Array.isArray(form)) {
    for (const [index, each] of form.entries()) requireKnown(each, parameters, `${path}[${index}]`);
    return;
  }
  for (const [name, value] of Object.entries(form)) {
    const inner = parameters[name];
    const full = path === "" ? name : `${path}[${name}]`;
    if (inner === undefined) throw unknownParam(full);
    if (inner !== null) requireKnown(value, inner, full);
  }
};

/**
 * Throws the API's 400 for a parameter that an operation doesn't have, as Stripe does. Reads the declarations of the
 * pinned library, so that the sandbox and the library have the same version of the API. An example of `operation` is
 * "POST /v1/invoices/:id/pay".
 */
export const requireKnownParameters = (operation: string, form: FormObject): void => {
  requireKnown(form, parametersOf(operation), "");
};
