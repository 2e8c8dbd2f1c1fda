import { readFile, readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type StockProblem, type StockedCollection, stockDoubles, stockProblems } from "@backlot/domain";
import { StockedCollection as StockedSchema } from "@backlot/domain/catalog/stock.schema";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import {
  type Node,
  type ParseError,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { CommandFailed } from "../output.ts";
import { lineOfBadByte, textOf } from "./utf8.ts";

/** A collection and its position in the source file. */
interface ReadCollection {
  readonly collection: StockedCollection;
  /** Returns the file and line of a field for messages: `goods/fire.json:12`. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
}

/** The contents of a catalog folder or file. */
interface ReadCatalog {
  readonly collections: readonly ReadCollection[];
  /** All errors, one line each, with the file and line. */
  readonly faults: readonly string[];
  /** The folder that media and product files are resolved against. */
  readonly folder: string;
}

const decode = Schema.decodeUnknownResult(StockedSchema, { onExcessProperty: "error", errors: "all" });
const readable = SchemaIssue.makeFormatterStandardSchemaV1();

/** A fault in a collection, and the affected field. */
type FieldFault = Omit<StockProblem, "path"> & { readonly path: (string | number)[] };

/** Returns a collection in import format, or its faults. */
export const readCollection = (
  given: unknown,
): { readonly collection: StockedCollection | null; readonly faults: readonly FieldFault[] } => {
  const read = decode(given);
  if (Result.isSuccess(read))
    return {
      collection: read.success,
      faults: stockProblems(read.success).map(({ path, message }) => ({ path: [...path], message })),
    };
  const faults = readable(read.failure.issue).issues.map(({ path = [], message }) => ({
    path: path.map((part) => (typeof part === "object" ? part.key : part)) as (string | number)[],
    message,
  }));
  return { collection: null, faults };
};

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Returns the node at a path, or its deepest existing ancestor. */
const nodeAt = (root: Node, path: readonly (string | number)[]): Node => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === "property" ? node.parent : node;
  }
  return root;
};

const readBytes = (name: string, bytes: Uint8Array): { collections: ReadCollection[]; faults: string[] } => {
  const text = textOf(bytes);
  if (text !== null) return readText(name, text);
  return { collections: [], faults: [`${name}:${lineOfBadByte(bytes)}: this file is not UTF-8; save it as UTF-8`] };
};

const readText = (name: string, text: string): { collections: ReadCollection[]; faults: string[] } => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const at = (offset: number): string => `${name}:${lineOf(text, offset)}`;
  const [broken] = errors;
  if (broken !== undefined || root === undefined)
    return {
      collections: [],
      faults: [`${at(broken?.offset ?? 0)}: invalid JSON (${printParseErrorCode(broken?.error ?? 1)})`],
    };
  const list = findNodeAtLocation(root, ["collections"]);
  if (list?.type !== "array")
    return { collections: [], faults: [`${at(root.offset)}: use an object with a "collections" array`] };
  const collections: ReadCollection[] = [];
  const faults: string[] = [];
  for (const node of list.children ?? []) {
    const placeOf = (path: readonly (string | number)[]): string => at(nodeAt(node, path).offset);
    const read = readCollection(getNodeValue(node));
    for (const { path, message } of read.faults)
      faults.push(`${placeOf(path)}: ${path.join(".") || "collection"}: ${message}`);
    if (read.collection !== null) collections.push({ collection: read.collection, placeOf });
  }
  return { collections, faults };
};

/** Returns an error for each name that is used twice across all files. */
const doubles = (collections: readonly ReadCollection[]): readonly string[] => {
  const placeIn = (n: number, path: readonly (string | number)[]): string => collections[n]?.placeOf(path) ?? "";
  return stockDoubles(collections.map(({ collection }) => collection)).map(
    ({ collection, path, first, message }) =>
      `${placeIn(collection, path)}: ${path.join(".")}: ${message} First: ${placeIn(first.collection, first.path)}`,
  );
};

/** Reads a catalog file, or every `.json` file of a folder. Rejects if there is nothing to read. */
export const readCatalog = async (path: string): Promise<ReadCatalog> => {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new CommandFailed("no_such_path", `${path} doesn't exist.`);
  const folder = stats.isDirectory() ? path : dirname(path);
  const names = stats.isDirectory()
    ? (await readdir(path))
        .filter((name) => name.toLowerCase().endsWith(".json"))
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (names.length === 0) throw new CommandFailed("nothing_to_read", `${path} has no .json files.`);
  const read = await Promise.all(
    names.map(async (name) => readBytes(relative(process.cwd(), name) || name, await readFile(name))),
  );
  const collections = read.flatMap((each) => each.collections);
  return { collections, faults: [...read.flatMap((each) => each.faults), ...doubles(collections)], folder };
};
