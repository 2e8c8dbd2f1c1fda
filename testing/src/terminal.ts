import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Screen } from "@backlot/cli/output";
import xterm from "@xterm/headless";
import { transformSync } from "esbuild";
import { until } from "./guard.ts";

// Node runs TypeScript, but not JSX.
registerHooks({
  load: (url, context, next) =>
    url.endsWith(".tsx")
      ? {
          format: "module",
          shortCircuit: true,
          source: transformSync(readFileSync(fileURLToPath(url), "utf8"), { loader: "tsx", jsx: "automatic" }).code,
        }
      : next(url, context),
});

/** The keys that tests press, as a terminal sends them. */
export const KEYS = {
  up: "\u001b[A",
  down: "\u001b[B",
  pageDown: "\u001b[6~",
  tab: "\t",
  enter: "\r",
  escape: "\u001b",
} as const;

/** A terminal in memory: what a user sees, and the keys to press. */
interface TestTerminal {
  readonly screen: Screen;
  /** Returns the lines on the screen, without blanks at their ends. */
  readonly lines: () => readonly string[];
  readonly press: (keys: string) => void;
  /** Waits until the screen contains a text. Returns the screen. */
  readonly sees: (text: string) => Promise<string>;
  readonly resize: (columns: number, rows: number) => void;
}

/** Creates a terminal of a size. It understands what programs write, as real ones do. */
export const openTerminal = (columns: number, rows: number): TestTerminal => {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  const stdout = Object.assign(
    new Writable({ write: (chunk: Buffer, _encoding, done) => terminal.write(chunk, done) }),
    { columns, rows, isTTY: true },
  );
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  const lines = (): readonly string[] =>
    Array.from({ length: terminal.rows }, (_, at) => {
      const { active } = terminal.buffer;
      return active.getLine(active.baseY + at)?.translateToString(true) ?? "";
    });
  return {
    // The program uses no more of a terminal than this.
    screen: { stdin, stdout } as unknown as Screen,
    lines,
    press: (keys) => void stdin.write(keys),
    sees: (text) =>
      until(() => {
        const shown = lines().join("\n");
        if (!shown.includes(text)) throw new Error(`the screen has no "${text}":\n${shown}`);
        return shown;
      }),
    resize: (wide, high) => {
      terminal.resize(wide, high);
      Object.assign(stdout, { columns: wide, rows: high });
      stdout.emit("resize");
    },
  };
};
