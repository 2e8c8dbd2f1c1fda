import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** The spaces between two columns. */
const GAP = 2;

/** Matches a whole numeric cell: an amount, a number, or a percentage. Dates and IDs count as words. */
const FIGURE = /^-?\$?[\d,]+(\.\d+)?%?$/;

/** Matches a time such as "2026-11-21 10:00", which must stay on one line. */
const TIME = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$/;

/** Returns the terminal's width in columns. Without a terminal, returns the value of COLUMNS, or 80. */
export const terminalWidth = (): number => process.stdout.columns || Number(process.env.COLUMNS) || 80;

/** Returns whether a table goes to a file or another program, which has no width. COLUMNS sets a width. */
const isPiped = (): boolean => !process.stdout.columns && !process.env.COLUMNS;

/** Returns a table with a line for each row and tabs between its cells, as `cut` and spreadsheets read it. */
const asTabs = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, " ")).join("\t")).join("\n");

interface Column {
  readonly cells: readonly string[];
  readonly isFigures: boolean;
  /** The width without line breaks, and the minimum width that keeps words whole, in terminal columns. */
  readonly natural: number;
  readonly least: number;
}

/**
 * Returns the width of the widest text. A column with all orders has too many words to pass to `Math.max(...)` as
 * arguments.
 */
const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);

const columnOf = (cells: readonly string[]): Column => {
  const [, ...body] = cells;
  const natural = widest(cells);
  const isFigures = body.every((cell) => FIGURE.test(cell));
  const isRigid = isFigures || body.every((cell) => TIME.test(cell));
  const words = cells.flatMap((cell) => cell.split(" "));
  return { cells, isFigures, natural, least: isRigid ? natural : widest(words) };
};

/** Returns a width for each column, narrowing the widest columns first, or null if the words don't fit. */
const fitted = (columns: readonly Column[], limit: number): readonly number[] | null => {
  const widths = columns.map(({ natural }) => natural);
  let over = widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) - limit;
  for (; over > 0; over -= 1) {
    const spare = columns.map(({ least }, at) => ((widths[at] ?? 0) > least ? (widths[at] ?? 0) : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (!spare[widest]) return null;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
};

const padded = (text: string, width: number, isRight: boolean): string => {
  const blanks = " ".repeat(Math.max(0, width - stringWidth(text)));
  return isRight ? blanks + text : text + blanks;
};

/** Returns each row as lines of "Heading: value", for terminals too narrow for columns. Leaves out empty cells. */
const asRecords = (head: readonly string[], rows: readonly (readonly string[])[], limit: number): string =>
  rows
    .map((row) =>
      head
        .flatMap((name, at) => {
          const label = name === "" ? "" : `${name}: `;
          return row[at] ? [wrapAnsi(`${label}${row[at]}`, limit)] : [];
        })
        .join("\n"),
    )
    .join("\n\n");

/**
 * Returns a text table with aligned columns. Columns of numbers are right-aligned. Cells wrap if the table is wider
 * than `width` columns, and rows become lines of "Heading: value" if even their words don't fit. Without a terminal
 * or a `width`, cells are separated by tabs.
 */
export const renderTable = (head: readonly string[], rows: readonly (readonly string[])[], width?: number): string => {
  if (width === undefined && isPiped()) return asTabs(head, rows);
  const limit = width ?? terminalWidth();
  const columns = head.map((name, at) => columnOf([name, ...rows.map((row) => row[at] ?? "")]));
  const widths = fitted(columns, limit);
  if (widths === null) return asRecords(head, rows, limit);
  const lineOf = (at: number): string => {
    const wrapped = columns.map(({ cells }, column) => wrapAnsi(cells[at] ?? "", widths[column] ?? 0).split("\n"));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      wrapped
        .map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0, columns[column]?.isFigures ?? false))
        .join(" ".repeat(GAP))
        .trimEnd(),
    ).join("\n");
  };
  return [head, ...rows].map((_, at) => lineOf(at)).join("\n");
};

/** A name and its lines of text. */
export type SheetRow = readonly [name: string, lines: readonly string[]];

/** Returns rows of a name and its lines, with the names in one column. Lines wrap at `limit` columns. */
export const renderSheet = (rows: readonly SheetRow[], limit = terminalWidth()): string => {
  const width = Math.max(...rows.map(([name]) => stringWidth(name))) + GAP;
  return rows
    .flatMap(([name, lines]) =>
      lines
        .flatMap((line) => wrapAnsi(line, limit - width, { hard: true }).split("\n"))
        .map((line, at) => padded(at === 0 ? name : "", width, false) + line),
    )
    .join("\n");
};
