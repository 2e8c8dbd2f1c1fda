import { type Credits, MAX_CREDITS } from "../credits/credits.schema.ts";
import { isDay } from "../kernel/calendar.ts";
import { MAX_CENTS } from "../kernel/money.schema.ts";
import type { Cents } from "../kernel/money.ts";
import { slugOf } from "./deliverable-names.ts";
import type { DeliverableGroup } from "./deliverables.ts";
import { categorySlug } from "./listing.ts";
import type { Access, LibraryId, MembershipTier } from "./collection.schema.ts";

/** The values that a catalog spreadsheet row sets for a collection. Prices in cents. Blank cells are omitted. */
export interface CatalogRow {
  readonly name?: string;
  readonly category?: string;
  readonly library_id?: LibraryId;
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly access?: Access;
  readonly membership_tier?: MembershipTier;
  readonly made_by_provider?: boolean;
  readonly credit_price?: Credits;
  readonly upgrade_credit_price?: Credits;
  readonly price?: Cents;
  /** The price of files above 2K, if it differs. */
  readonly price_4k?: Cents;
  readonly original_price?: Cents;
  /** The day (UTC) it goes on sale. */
  readonly release_date?: string;
  /** The frame rate of sequences that don't state one. */
  readonly fps?: number;
}

/** The parsed value of a cell, or a description of the expected value. */
type Parsed<T> = { readonly value: T } | { readonly expected: string };

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (text: string): Parsed<T> => {
    const value = values.find((each) => each === text.toLowerCase());
    return value === undefined ? { expected: values.join(", ") } : { value };
  };

/** Dollars: digits, optionally grouped by commas; then cents after a point, or after a comma as in some countries. */
const DOLLARS = /^\$?(\d{1,8}|\d{1,3}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/;

const dollars = (text: string): Parsed<Cents> => {
  const [, grouped, part = "0"] = DOLLARS.exec(text) ?? [];
  const whole = grouped?.replaceAll(",", "");
  const amount = whole === undefined ? -1 : Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return amount < 0 || amount > MAX_CENTS ? { expected: "dollars such as 24 or 24.50" } : { value: amount as Cents };
};

const credits = (text: string): Parsed<Credits> =>
  /^\d{1,8}$/.test(text) && Number(text) <= MAX_CREDITS
    ? { value: Number(text) as Credits }
    : { expected: "a whole number of credits" };

const LIBRARIES: Readonly<Record<string, 1 | 2 | 3>> = { "1": 1, "2d": 1, "2": 2, practice: 2, "3": 3, "3d": 3 };

const library = (text: string): Parsed<LibraryId> => {
  const value = LIBRARIES[text.toLowerCase()];
  return value === undefined ? { expected: "1, 2, or 3" } : { value: value as LibraryId };
};

const rate = (text: string): Parsed<number> =>
  /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) >= 1
    ? { value: Number(text) }
    : { expected: "a frame rate such as 24 or 23.976" };

const day = (text: string): Parsed<string> =>
  isDay(text) ? { value: text } : { expected: "a day such as 2026-12-15" };

const yesOrNo = (text: string): Parsed<boolean> => {
  const isYes = /^(?:yes|true|1)$/i.test(text);
  return isYes || /^(?:no|false|0)$/i.test(text) ? { value: isYes } : { expected: "yes or no" };
};

const words = (text: string): Parsed<readonly string[]> => ({
  value: text
    .split(/[;,|]/)
    .map((word) => word.trim())
    .filter((word) => word !== ""),
});

const anyText = (text: string): Parsed<string> => ({ value: text });

/** The columns of a catalog spreadsheet in order, each with its field and the parser of its cells. */
const COLUMNS: Readonly<Record<string, readonly [keyof CatalogRow, (text: string) => Parsed<unknown>]>> = {
  name: ["name", anyText],
  category: ["category", anyText],
  library: ["library_id", library],
  tags: ["tags", words],
  description: ["description", anyText],
  access: ["access", oneOf("free", "essentials", "premium")],
  membership_tier: ["membership_tier", oneOf("silver", "gold", "elite")],
  made_by_provider: ["made_by_provider", yesOrNo],
  credit_price: ["credit_price", credits],
  upgrade_credit_price: ["upgrade_credit_price", credits],
  price_usd: ["price", dollars],
  price_4k_usd: ["price_4k", dollars],
  original_price_usd: ["original_price", dollars],
  release_date: ["release_date", day],
  fps: ["fps", rate],
};

/** The column that selects the collections a row applies to. */
export const COLLECTION_COLUMN = "collection";

/** The names of a catalog spreadsheet's columns, in order. */
export const CATALOG_COLUMNS: readonly string[] = [COLLECTION_COLUMN, ...Object.keys(COLUMNS)];

/** A row of a catalog spreadsheet: the collections it applies to, and its values. */
export interface AppliedRow {
  /** A slug, `*` for all collections, or `category/*` for all collections of a category. */
  readonly collection: string;
  readonly row: CatalogRow;
}

/** Returns the unknown columns in a spreadsheet's header. */
export const unknownColumns = (header: readonly string[]): readonly string[] =>
  header.filter((name) => name !== "" && !CATALOG_COLUMNS.includes(name));

/** Returns a row's pattern with its names converted to slugs. */
const patternOf = (text: string): string => {
  const [category, rest] = text.split("/");
  if (text === "*") return "*";
  return rest === "*" ? `${categorySlug(category ?? "")}/*` : slugOf(text);
};

/** Parses a catalog spreadsheet record, keyed by column. Returns the row and the faults in its cells. */
export const readCatalogRow = (
  record: Readonly<Record<string, string>>,
): AppliedRow & { readonly faults: readonly string[] } => {
  const row: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [column, [field, parse]] of Object.entries(COLUMNS)) {
    const text = record[column]?.trim() ?? "";
    if (text === "") continue;
    const parsed = parse(text);
    if ("value" in parsed) row[field] = parsed.value;
    else faults.push(`${column} is "${text}". Use ${parsed.expected}.`);
  }
  const collection = patternOf(record[COLLECTION_COLUMN]?.trim() ?? "");
  if (collection === "") faults.push(`${COLLECTION_COLUMN}: use a slug, * for all, or a category followed by /*.`);
  return { collection, row: row as CatalogRow, faults };
};

/** The fields that don't apply to an access level. */
const UNSUITED: Readonly<Record<Access, readonly (keyof CatalogRow)[]>> = {
  free: ["price", "price_4k", "original_price", "credit_price", "upgrade_credit_price", "membership_tier"],
  essentials: ["credit_price", "upgrade_credit_price"],
  premium: ["membership_tier"],
};

/** Overrides the values of a row. If the access level changes, drops the prices that don't apply to the new one. */
const overridden = (row: CatalogRow, by: CatalogRow): CatalogRow => {
  const unsuited = by.access === undefined || by.access === row.access ? [] : UNSUITED[by.access];
  const kept = Object.entries(row).filter(([field]) => !unsuited.some((each) => each === field));
  return { ...Object.fromEntries(kept), ...by };
};

/** Returns the spreadsheet values for a collection. Its own row takes precedence, then its category's. */
export const rowFor = (rows: readonly AppliedRow[], group: DeliverableGroup): CatalogRow => {
  const all = (pattern: string): CatalogRow =>
    Object.assign({}, ...rows.filter(({ collection }) => collection === pattern).map(({ row }) => row));
  const collectionRow = all(group.slug);
  const category = collectionRow.category ?? group.category;
  const ofCategory = category === null ? {} : all(`${categorySlug(category)}/*`);
  return overridden(overridden(all("*"), ofCategory), collectionRow);
};

/** Returns the collections and categories that have rows but no files. */
export const unusedRows = (
  rows: readonly AppliedRow[],
  groups: readonly Pick<DeliverableGroup, "slug" | "category">[],
): readonly string[] => {
  const rowsOf = (slug: string): readonly AppliedRow[] => rows.filter(({ collection }) => collection === slug);
  const patterns = new Set(
    groups.flatMap((group) => {
      const category = rowsOf(group.slug).find(({ row }) => row.category !== undefined)?.row.category ?? group.category;
      return [group.slug, ...(category === null ? [] : [`${categorySlug(category)}/*`])];
    }),
  );
  return rows.flatMap(({ collection }) => (collection === "*" || patterns.has(collection) ? [] : [collection]));
};

/** A field that two rows for the same collections set to different values. */
export interface RowConflict {
  readonly collection: string;
  readonly field: string;
}

/** Returns the conflicts between rows. Rows that complement each other don't conflict. */
export const rowConflicts = (rows: readonly AppliedRow[]): readonly RowConflict[] => {
  const texts = new Map<string, string>();
  return rows.flatMap(({ collection, row }) =>
    Object.entries(row).flatMap(([field, value]) => {
      const key = `${collection} ${field}`;
      const text = JSON.stringify(value);
      const before = texts.get(key) ?? text;
      texts.set(key, before);
      return before === text ? [] : [{ collection, field }];
    }),
  );
};
