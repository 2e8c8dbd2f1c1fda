import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type AppliedRow,
  CATALOG_COLUMNS,
  COLLECTION_COLUMN,
  readCatalogRow,
  rowConflicts,
  unknownColumns,
} from "@backlot/domain/catalog/catalog-row";
import { CsvError, parse } from "csv-parse/sync";
import { lineOfBadByte, textOf } from "./utf8.ts";

/** The rows of a folder's spreadsheets, and the errors in them, one line each. */
interface ReadRows {
  readonly rows: readonly AppliedRow[];
  readonly faults: readonly string[];
}

/**
 * Returns a CSV's delimiter based on its first line. In some countries, spreadsheet programs write semicolons or tabs.
 */
const delimiterOf = (text: string): string => {
  const [header = ""] = text.split("\n", 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
};

const readText = (name: string, whole: string): ReadRows => {
  // Some spreadsheets start with a line that names the delimiter.
  const text = whole.replace(/^sep=.\r?\n/i, "");
  let header: string[] = [];
  const columns = (names: string[]): string[] => {
    header = names.map((each) => each.trim().toLowerCase());
    return header;
  };
  const options = {
    ...{ columns, info: true, trim: true, delimiter: delimiterOf(text) },
    // Spreadsheet programs write rows of empty cells, and omit empty cells at the end of a row.
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true, relax_column_count_less: true },
  } as const;
  try {
    const records = parse(text, options) as unknown as readonly {
      readonly record: Readonly<Record<string, string>>;
      readonly info: { readonly lines: number };
    }[];
    const unknown = unknownColumns(header).map(
      (column) => `${name}:1: unknown column "${column}"; use ${CATALOG_COLUMNS.join(", ")}`,
    );
    const twice = header
      .filter((column, n) => column !== "" && header.indexOf(column) !== n)
      .map((column) => `${name}:1: column "${column}" appears more than once`);
    const absent = header.includes(COLLECTION_COLUMN)
      ? []
      : [`${name}:1: the column "${COLLECTION_COLUMN}" is missing`];
    const read = records.map(({ record, info }) => ({ ...readCatalogRow(record), line: info.lines }));
    return {
      rows: read,
      faults: [
        ...unknown,
        ...twice,
        ...absent,
        ...(absent.length > 0
          ? []
          : read.flatMap(({ faults, line }) => faults.map((each) => `${name}:${line}: ${each}`))),
      ],
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], faults: [`${name}: ${error.message}`] };
  }
};

/** Reads a folder's `.csv` files in name order. */
export const readRows = async (folder: string): Promise<ReadRows> => {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith(".csv")).sort();
  const read = await Promise.all(
    names.map(async (name): Promise<ReadRows> => {
      const bytes = await readFile(join(folder, name));
      const text = textOf(bytes);
      if (text !== null) return readText(name, text);
      return { rows: [], faults: [`${name}:${lineOfBadByte(bytes)}: this file is not UTF-8; save it as CSV UTF-8`] };
    }),
  );
  const rows = read.flatMap((each) => each.rows);
  const conflicts = rowConflicts(rows).map(
    ({ collection, field }) => `Two rows for ${collection} have different values for ${field}. Remove one of them.`,
  );
  return { rows, faults: [...read.flatMap(({ faults }) => faults), ...conflicts] };
};

/** Writes a spreadsheet with a row to fill in for each collection. */
export const writeRows = async (path: string, slugs: readonly string[]): Promise<void> => {
  const lines = slugs.map((slug) => [slug, ...CATALOG_COLUMNS.slice(1).map(() => "")].join(","));
  await writeFile(path, `${[CATALOG_COLUMNS.join(","), ...lines].join("\n")}\n`);
};
