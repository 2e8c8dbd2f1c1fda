import { formatWithOptions } from "node:util";
import * as Cause from "effect/Cause";
import * as Logger from "effect/Logger";
import * as References from "effect/References";
import { currentRequest } from "./request-scope.ts";

/** A line's severity. */
export type Level = "info" | "warn" | "error";

/** The fields of a line besides its message. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** A process's log, with one line per event. */
export interface Log {
  readonly write: (level: Level, message: string, fields?: Fields) => void;
  /** Writes a line about a request. These lines are never held back, and their fields must not contain private data. */
  readonly request: (level: Level, message: string, fields: Fields) => void;
  /** Writes how many lines were held back and not yet reported. */
  readonly flush: () => void;
}

/** How many similar lines to write per window. Further lines are only counted. */
const LINES_ALIKE = 5;
const WINDOW_MS = 60_000;

/** Patterns of private data, and their replacements. */
const PRIVATE: readonly (readonly [RegExp, string])[] = [
  [/\b(postgres(?:ql)?|smtps?):\/\/[^\s@/]+@/g, "$1://[login]@"],
  // Match only at the start of a word. Otherwise, a long text without an "@" would be scanned once per letter.
  [/(?<![^\s"'<>()[\]{},;:=@])[^\s"'<>()[\]{},;:=@]+@[^\s"'<>()[\]{},;:=@]+\.[a-z]{2,}/gi, "[email]"],
  // An email address in a URL.
  [/[\w.+-]{1,64}%40[\w-]+(?:\.[\w-]+)+/gi, "[email]"],
  [/\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_]{6,}/g, "[key]"],
  [/\b(Bearer|Basic) [\w.~+/=%-]{8,}/g, "$1 [key]"],
];

/** Replaces addresses, keys, and passwords in a text. */
export const withoutPrivate = (text: string): string =>
  PRIVATE.reduce((clean, [pattern, words]) => clean.replace(pattern, words), text);

/** Returns a message without ids and numbers, which is the same for similar lines. */
const kindOf = (message: string): string => message.replace(/[0-9a-f]{8}[0-9a-f-]*|\d+/gi, "#").slice(0, 200);

const asJson = (level: Level, message: string, fields: Fields, at: Date): string =>
  JSON.stringify({ time: at.toISOString(), level, message, ...fields });

const asText = (level: Level, message: string, fields: Fields, at: Date): string => {
  const more = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`);
  return `[${at.toISOString().slice(11, 23)}] ${level.toUpperCase()} ${message}${more.join("")}`;
};

/**
 * Creates a log. `print` prints a line, and `now` returns the time in milliseconds. A repeated message is written at
 * most five times a minute, and then only counted. Email addresses, keys, and passwords are replaced.
 */
export const makeLog = (options: {
  readonly format: "text" | "json";
  readonly print: (line: string, level: Level) => void;
  readonly now: () => number;
}): Log => {
  const format = options.format === "json" ? asJson : asText;
  const counts = new Map<string, { readonly since: number; readonly level: Level; written: number; held: number }>();
  const print = (level: Level, message: string, fields: Fields): void => {
    const request = currentRequest();
    const lineFields = request === null || "request_id" in fields ? fields : { request_id: request.id, ...fields };
    const clean = Object.entries(lineFields).map(([name, value]) => [
      name,
      typeof value === "string" ? withoutPrivate(value) : value,
    ]);
    options.print(
      format(level, withoutPrivate(message), Object.fromEntries(clean) as Fields, new Date(options.now())),
      level,
    );
  };
  const end = (kind: string): void => {
    const counted = counts.get(kind);
    counts.delete(kind);
    if (counted !== undefined && counted.held > 0)
      print(counted.level, `${counted.held} more lines like this: ${kind}`, { held_back: counted.held });
  };
  const endOld = (): void => {
    for (const [kind, { since }] of counts) if (options.now() - since >= WINDOW_MS) end(kind);
  };
  return {
    write: (level, message, fields = {}) => {
      endOld();
      const kind = kindOf(message);
      const counted = counts.get(kind) ?? { since: options.now(), level, written: 0, held: 0 };
      counts.set(kind, counted);
      if (counted.written >= LINES_ALIKE) {
        counted.held += 1;
        return;
      }
      counted.written += 1;
      print(level, message, fields);
    },
    // Most lines are request lines, which contain no private data, so skip the search for it.
    request: (level, message, fields) => options.print(format(level, message, fields, new Date(options.now())), "info"),
    flush: () => {
      for (const kind of counts.keys()) end(kind);
    },
  };
};

const LEVELS: Readonly<Record<string, Level>> = { Warn: "warn", Error: "error", Fatal: "error" };

/** Returns the stacks of an error and its causes, without the parameters of a failed query. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error === "string" ? error : (JSON.stringify(error) ?? String(error));
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${errorText(error.cause)}` : stack;
};

/** Returns a logger that writes the lines of effects to a log. */
export const effectLogger = (log: Log): Logger.Logger<unknown, void> =>
  Logger.make(({ message, cause, logLevel, fiber }) => {
    const [first, ...rest] = Array.isArray(message) ? (message as readonly unknown[]) : [message];
    const errors = [...rest, ...(cause.reasons.length === 0 ? [] : [Cause.squash(cause)])].map(errorText);
    const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations)).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "boolean" ? value : String(value),
    ]);
    log.write(LEVELS[logLevel] ?? "info", typeof first === "string" ? first : errorText(first), {
      ...Object.fromEntries(annotations),
      ...(errors.length === 0 ? {} : { error: errors.join("\n") }),
    });
  });

/** Wraps another logger, such as a collector's, so that it doesn't receive addresses, keys, or passwords either. */
export const cleaned = (inner: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
  Logger.make((options) => {
    const parts = Array.isArray(options.message) ? (options.message as readonly unknown[]) : [options.message];
    const errors = options.cause.reasons.length === 0 ? [] : [Cause.squash(options.cause)];
    const message = [...parts, ...errors].map((part) => withoutPrivate(errorText(part)));
    const request = currentRequest();
    const named = request === null ? message : [...message, `request_id=${request.id}`];
    return inner.log({ ...options, message: named, cause: Cause.empty });
  });

/**
 * Matches the first line that Effect's own logger writes. Effects that run without the store's loggers print to the
 * console.
 */
const EFFECT_LINE = /^\[[\d:.]+\] ([A-Z]+) \(#\d+\).*:$/s;
const EFFECT_LEVELS: Readonly<Record<string, Level>> = { WARN: "warn", ERROR: "error", FATAL: "error" };

/** Sends console output of libraries and adapters to a log instead. */
export const takeConsole = (write: Log["write"], target: Console): void => {
  const print = (level: Level, first: unknown, rest: readonly unknown[]): void => {
    const isText = typeof first === "string";
    const [, effectLevel] = isText && rest.length > 0 ? (EFFECT_LINE.exec(first) ?? []) : [];
    if (effectLevel !== undefined) {
      print(EFFECT_LEVELS[effectLevel] ?? level, rest[0], rest.slice(1));
      return;
    }
    const message = isText ? formatWithOptions({ depth: 2 }, first) : errorText(first).split("\n")[0];
    const details = (isText ? rest : [first, ...rest]).map(errorText);
    write(level, message ?? "", details.length === 0 ? {} : { error: details.join("\n") });
  };
  const to =
    (level: Level) =>
    (first: unknown, ...rest: readonly unknown[]): void =>
      print(level, first, rest);
  Object.assign(target, { log: to("info"), info: to("info"), warn: to("warn"), error: to("error") });
};
