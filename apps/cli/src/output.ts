import { styleText } from "node:util";
import { Help } from "commander";
import type { renderSheet, renderTable } from "./table.ts";

/** The input and the output of a terminal. */
export interface Screen {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Rendering options for ink: the terminal was already checked, and nothing else writes to it in the meantime. */
export const RENDERING = { interactive: true, patchConsole: false } as const;

/** The output of a command: `out` for data, `err` for messages. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether the data goes to a terminal. */
  readonly terminal: boolean;
  /** The terminal for asking questions. Missing if the input or output isn't a terminal. */
  readonly screen?: Screen;
  /** Opens a page in the user's browser. Undefined without a terminal. */
  readonly openPage?: (url: string) => Promise<void>;
  /** Replaces the progress line of a long task. An empty text removes it. Missing without a terminal. */
  readonly progress?: (text: string) => void;
}

/** The error of a failed command. `reason` is a code for programs, and `code` is the process's exit code. */
export class CommandFailed extends Error {
  readonly reason: string;
  readonly code: 1 | 2 | 4;
  constructor(reason: string, message: string, code: 1 | 2 | 4 = 1) {
    super(message);
    this.reason = reason;
    this.code = code;
  }
}

/**
 * Returns a handler for a rejected operation that replaces the message of a not-found error, and rethrows all other
 * errors unchanged.
 */
export const ifNotFound =
  (message: string) =>
  (error: unknown): never => {
    throw error instanceof CommandFailed && error.reason === "not_found"
      ? new CommandFailed("not_found", message)
      : error;
  };

/** Ends a command whose output already explains the problem. `code` is the process's exit code. */
export class Ended extends Error {
  readonly code: 1 | 2;
  constructor(code: 1 | 2) {
    super("the command has ended");
    this.code = code;
  }
}

/** Returns a count with its noun, such as "2 files". */
export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The width of lines of text, in characters. */
const WIDTH = 80;

/**
 * Breaks text into lines of at most 80 characters. Indents the first line by `first` spaces and the others by `rest`.
 */
export const indented = (text: string, first: number, rest = first): string =>
  new Help()
    .boxWrap(text, WIDTH - Math.max(first, rest))
    .split("\n")
    .map((line, at) => " ".repeat(at === 0 ? first : rest) + line)
    .join("\n");

/** Breaks lines between words if they are wider than the terminal, in columns. */
export const wrapped = (text: string, columns: number): string => new Help().boxWrap(text, columns);

/** Returns text in color on a terminal, or unchanged elsewhere. */
export const colored = (color: "red" | "green" | "yellow", text: string, { terminal }: Output): string =>
  // The output's terminal and NO_COLOR were already checked.
  terminal ? styleText(color, text, { validateStream: false }) : text;

/** Returns a text table. Loads {@link renderTable} only if something is printed. */
export const table = async (...given: Parameters<typeof renderTable>): Promise<string> =>
  (await import("./table.ts")).renderTable(...given);

/** Returns rows with a name and its lines. Loads {@link renderSheet} only if something is printed. */
export const sheet = async (...given: Parameters<typeof renderSheet>): Promise<string> =>
  (await import("./table.ts")).renderSheet(...given);
