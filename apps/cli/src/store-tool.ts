import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CommandFailed, type Output, colored, indented } from "./output.ts";

/** A line from one of the store's own tools: a check's finding, or a rehearsal's step. */
export interface Line {
  /** The heading to print it under: a provider, or the subject of the check. */
  readonly provider: string;
  readonly what: string;
  readonly state: "ok" | "wrong" | "by-hand" | "done" | "failed" | "waiting";
  readonly says: string;
  readonly remedy?: string | null;
  /** The setting that it refers to. */
  readonly setting?: string | null;
}

const MARKS: Readonly<Record<Line["state"], readonly [string, "green" | "red" | "yellow"]>> = {
  ok: ["ok", "green"],
  wrong: ["wrong", "red"],
  "by-hand": ["manual", "yellow"],
  done: ["done", "green"],
  failed: ["failed", "red"],
  waiting: ["wait", "yellow"],
};

/** The width of the column of marks, with the space after it. */
const MARK_WIDTH = 9;

/** Returns a line's text, preceded by its subject. */
export const textOf = ({ what, says }: Line): string => (says.startsWith(what) ? says : `${what}: ${says}`);

/** Returns a line with its mark and its remedy. Doesn't break a long URL. */
export const shown = (line: Line, output: Output): string => {
  const { state, remedy } = line;
  const [mark, color] = MARKS[state];
  const start = `  ${colored(color, mark, output)}${" ".repeat(MARK_WIDTH - mark.length - 2)}`;
  const text = indented(textOf(line), MARK_WIDTH).trimStart();
  return [start + text, ...(remedy == null ? [] : [indented(remedy, MARK_WIDTH)])].join("\n");
};

interface Run {
  readonly tool: "providers" | "setup";
  readonly args: readonly string[];
  /** The environment of the store; by default, this process's. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns the path of a tool, which is next to this command in both a repository clone and a release. */
const pathOf = (tool: Run["tool"]): string => fileURLToPath(new URL(`../../api/dist/${tool}.js`, import.meta.url));

/** Fails if the store isn't on this machine, or isn't built. */
export const requireTools = (): void => {
  if (!existsSync(pathOf("setup")))
    throw new CommandFailed("not_here", "Run this command on the store's server, with the store's environment.");
};

/** Runs one of the store's tools on this machine. Calls `on` with each line. Fails if the store isn't here. */
export const runTool = async ({ tool, args, env = process.env }: Run, on: (line: Line) => void): Promise<void> => {
  requireTools();
  const child = spawn(process.execPath, [pathOf(tool), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    problem += text;
  });
  // Only the tool writes these lines.
  for await (const line of createInterface({ input: child.stdout })) on(JSON.parse(line) as Line);
  if ((await ended) !== 0) throw new CommandFailed("failed", problem.trim() || "The store's tool failed.");
};

/** Runs one of the store's tools, and prints each line as it arrives. Returns all of them. */
export const reportTool = async (run: Run, isJson: boolean, output: Output): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  await runTool(run, (line) => {
    if (isJson) output.out(JSON.stringify(line));
    else if (lines.at(-1)?.provider !== line.provider) output.out(`${lines.length === 0 ? "" : "\n"}${line.provider}`);
    if (!isJson) output.out(shown(line, output));
    lines.push(line);
  });
  return lines;
};
