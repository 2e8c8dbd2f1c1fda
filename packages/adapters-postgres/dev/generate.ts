// Writes what follows from the migrations: their list, the types of the tables, and which tables have rows from the
// start. Run it after adding a migration: `npm run generate`. A test fails if the files are out of date.
import { readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../src/schema.ts";

const SRC = new URL("../src/", import.meta.url);
const WIDTH = 120;

/** Returns the source of the list of migrations, from the names of the files in their folder. */
const listOf = (files: readonly string[]): string => {
  const names = files.filter((name) => /^\d{4}-.*\.ts$/.test(name)).map((name) => name.slice(0, -3));
  const variable = (name: string): string =>
    name.slice(5).replace(/[^a-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `// Written by \`npm run generate\` from the files of this folder.
${names.map((name) => `import { statements as ${variable(name)} } from "./${name}.ts";`).join("\n")}

/** The statements of each migration, in order. */
export const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
${names.map((name) => `  "${name}": ${variable(name)},`).join("\n")}
};
`;
};

/** The types of columns by the names of PostgreSQL's types, as the drivers read them. */
const TYPES: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  int4: "number",
  int8: "number",
  text: "string",
  timestamptz: "Instant",
  tsvector: "string",
  varchar: "string",
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly generated: boolean;
  /** The definitions of the checks on this column alone. */
  readonly checks: readonly string[];
}

const columnsOf = async (db: Kysely<Tables>): Promise<readonly Column[]> =>
  (
    await sql<Column>`select relname as "table", attname as name, typname as type, not attnotnull as nullable,
        atthasdef or attidentity <> '' as optional, attidentity = 'a' or attgenerated <> '' as generated,
        array(select pg_get_constraintdef(pg_constraint.oid) from pg_constraint
          where contype = 'c' and conrelid = pg_class.oid and conkey = array[attnum]) as checks
      from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely%'
        and attnum > 0 and not attisdropped
      order by relname, attnum`.execute(db)
  ).rows;

/** Returns the words that a check admits, or null if it isn't a list of words. */
const wordsOf = (check: string): readonly string[] | null => {
  const list = /= (?:ANY \(ARRAY\[(?<many>.*)\]\)|(?<one>'[^']*'::text))\)\)$/.exec(check)?.groups;
  const words = list?.many ?? list?.one;
  return words === undefined ? null : [...words.matchAll(/'([^']*)'::text/g)].map(([, word = ""]) => word);
};

const typeOf = ({ table, name, type, nullable, optional, generated, checks }: Column): string => {
  const words = checks.flatMap((check) => wordsOf(check) ?? []);
  const base = type === "jsonb" ? `Json<"${table}.${name}">` : TYPES[type];
  if (base === undefined) throw new Error(`${table}.${name} is of type ${type}, for which there is no type here`);
  const value = words.length > 0 ? words.map((word) => `"${word}"`).join(" | ") : base;
  const read = nullable ? `${value} | null` : value;
  if (generated) return `GeneratedAlways<${read}>`;
  return optional && type !== "jsonb" ? `Generated<${read}>` : read;
};

/** Returns texts as lines with as many to a line as fit. */
const fill = (texts: readonly string[], indent: string): readonly string[] => {
  const lines = [indent];
  for (const text of texts) {
    const last = lines.at(-1) ?? "";
    const line = last === indent ? `${last}${text}` : `${last} ${text}`;
    if (line.length <= WIDTH || last === indent) lines[lines.length - 1] = line;
    else lines.push(`${indent}${text}`);
  }
  return lines;
};

/** Returns a table's type, with as many columns to a line as fit. A union that is longer than a line has its own. */
const tableOf = (name: string, columns: readonly Column[]): string => {
  const texts = columns.map((column) => `${column.name}: ${typeOf(column)};`);
  const lines = fill(texts, "    ").flatMap((line) =>
    line.length <= WIDTH
      ? [line]
      : fill(line.trim().split(/ (?=\| )/), "      ").map((part, at) => (at === 0 ? part.slice(2) : part)),
  );
  return `  ${name}: {\n${lines.join("\n")}\n  };\n`;
};

const schemaOf = async (db: Kysely<Tables>): Promise<string> => {
  const tables = Map.groupBy(await columnsOf(db), ({ table }) => table);
  const filled: string[] = [];
  for (const name of tables.keys()) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(name);
  }
  const list = (names: readonly string[]): string => names.map((name) => `\n  "${name}",`).join("");
  return `// Written by \`npm run generate\` from the database that the migrations make.
import type { Instant } from "@backlot/domain";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json } from "./json-columns.ts";

/** The store's tables. Times are read as ISO text in UTC, and a check that admits some words is their union. */
export interface Tables {
${[...tables].map(([name, columns]) => tableOf(name, columns)).join("")}}

/** The store's tables that are empty after the migrations. */
export const EMPTY_AT_FIRST: readonly string[] = [${list([...tables.keys()].filter((name) => !filled.includes(name)))}
];

/** The store's tables in which migrations insert rows. */
export const FILLED_BY_MIGRATIONS: readonly string[] = [${list(filled)}
];
`;
};

/** Returns the text of the list of migrations, by its path in `src`. */
export const generatedList = async (): Promise<Readonly<Record<string, string>>> => ({
  "migrations/list.ts": listOf((await readdir(new URL("migrations/", SRC))).toSorted()),
});

/** Returns the text of the tables' types, by its path in `src`, from a migrated database without other rows. */
export const generatedSchema = async (db: Kysely<Tables>): Promise<Readonly<Record<string, string>>> => ({
  "schema.ts": await schemaOf(db),
});

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) await writeFile(new URL(path, SRC), text);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write(await generatedList());
  // Only now: it imports the list.
  const { migrate, openInMemory } = await import("../src/index.ts");
  const database = await openInMemory();
  await migrate(database.kysely);
  await write(await generatedSchema(database.kysely));
  await database.close();
}
