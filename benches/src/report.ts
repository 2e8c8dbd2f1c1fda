import { availableParallelism } from "node:os";
import { type Measured, figuresOf } from "./statistics.ts";

const formats: Readonly<Record<Measured["unit"], (figure: number) => string>> = {
  "/s": (figure) => `${Math.round(figure).toLocaleString("en-US")}/s`,
  MB: (figure) => `${Math.round(figure)} MB`,
  ms: (figure) => `${Math.round(figure)} ms`,
};

const goalText = (goal: Measured["goal"]): string =>
  goal === null ? "" : "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;

const HEAD = ["row", "limit", "Backlot", "ratio", "rounds", "goal", ""];

/** Returns the cells of one table row. */
export const cells = (measured: Measured): readonly string[] => {
  const { limit, ours, ratio, lowest, highest, met } = figuresOf(measured);
  const format = formats[measured.unit];
  return [
    measured.row,
    format(limit),
    format(ours),
    ratio.toFixed(2),
    `${lowest.toFixed(2)} to ${highest.toFixed(2)}`,
    goalText(measured.goal),
    met === null ? "" : met ? "met" : "missed",
  ];
};

const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;

/** Returns the table of a run as Markdown. */
export const tableOf = (all: readonly Measured[]): string =>
  [HEAD, HEAD.map(() => "---"), ...all.map(cells)].map(line).join("\n");

/** Returns the report of a full run as Markdown. */
export const reportOf = (all: readonly Measured[], at: Date): string =>
  [
    "# The last whole run of `npm run bench`",
    "",
    `${at.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores. ` +
      "Each round measures",
    "the limit and the store one after the other; the ratio is the median of the rounds. What the rows " +
      "are and what was",
    "done for them stands in [docs/performance.md](../docs/performance.md).",
    "",
    tableOf(all),
    "",
  ].join("\n");
