import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Argument, type Command } from "commander";
import { json } from "../arguments.ts";
import { CommandFailed, Ended, type Output, colored, indented, plural } from "../output.ts";
import type { Registration } from "../registration.ts";

/** Where the store's own tool is, next to this command: in a checkout, and in a release. */
const TOOL = fileURLToPath(new URL("../../api/dist/providers.js", import.meta.url));

/** A line of the tool: something that was checked, or a step of a rehearsal. */
interface Line {
  readonly provider: string;
  readonly what: string;
  readonly state: "ok" | "wrong" | "by-hand" | "done" | "failed" | "waiting";
  readonly says: string;
  readonly remedy?: string | null;
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

/** Returns a line with its mark, and what to do about it. A long address stays in one piece. */
const shown = ({ what, state, says, remedy }: Line, output: Output): string => {
  const [mark, color] = MARKS[state];
  const start = `  ${colored(color, mark, output)}${" ".repeat(MARK_WIDTH - mark.length - 2)}`;
  const text = indented(`${what}: ${says}`, MARK_WIDTH).trimStart();
  return [start + text, ...(remedy == null ? [] : [indented(remedy, MARK_WIDTH)])].join("\n");
};

/** Runs the store's tool on this machine, which reads the store's own environment. Calls `on` with each line. */
const runTool = async (args: readonly string[], on: (line: Line) => void): Promise<void> => {
  if (!existsSync(TOOL))
    throw new CommandFailed("not_here", "Run this command on the store's machine, with the store's environment.");
  const tool = spawn(process.execPath, [TOOL, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => tool.once("close", resolve));
  let problem = "";
  tool.stderr.setEncoding("utf8").on("data", (text: string) => {
    problem += text;
  });
  // Only the tool writes these lines.
  for await (const line of createInterface({ input: tool.stdout })) on(JSON.parse(line) as Line);
  if ((await ended) !== 0) throw new CommandFailed("failed", problem.trim() || "The store's tool failed.");
};

/** Runs a task, and prints each line as it comes. Returns all of them. */
const report = async (args: readonly string[], isJson: boolean, output: Output): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  await runTool(args, (line) => {
    if (isJson) output.out(JSON.stringify(line));
    else if (lines.at(-1)?.provider !== line.provider) output.out(`${lines.length === 0 ? "" : "\n"}${line.provider}`);
    if (!isJson) output.out(shown(line, output));
    lines.push(line);
  });
  return lines;
};

interface CheckOptions {
  readonly create?: string;
  readonly json?: boolean;
}

const check = async ({ create, json: isJson = false }: CheckOptions, output: Output): Promise<void> => {
  const lines = await report(["check", ...(create === undefined ? [] : [create])], isJson, output);
  const wrong = lines.filter(({ state }) => state === "wrong").length;
  const byHand = lines.filter(({ state }) => state === "by-hand").length;
  if (!isJson) {
    const looks = byHand === 0 ? "" : ` Check ${plural(byHand, "thing")} yourself.`;
    output.out(`\n${wrong === 0 ? "Nothing is wrong." : `${plural(wrong, "thing")} must be fixed.`}${looks}`);
  }
  if (wrong > 0) throw new Ended(1);
};

const rehearse = async (provider: string, { json: isJson = false }: CheckOptions, output: Output): Promise<void> => {
  const lines = await report(["rehearse", provider], isJson, output);
  const failed = lines.some(({ state }) => state === "failed");
  if (!isJson) output.out(`\n${failed ? "The rehearsal failed." : "The rehearsal is complete."}`);
  if (failed) throw new Ended(1);
};

/** Returns the end of a command's help: its environment, and examples. */
const helpEnd = (what: string, ...examples: readonly string[]): string =>
  `\n${what}\n\nExamples:\n${examples.map((example) => `  $ backlot providers ${example}`).join("\n")}`;

/** Adds `backlot providers`, which runs on the store's machine. */
const addProvidersCommand = (program: Command, output: Output): void => {
  const providers = program
    .command("providers")
    .description("check the accounts at Stripe and PayPal, and rehearse purchases with test keys");
  providers
    .command("check")
    .description("check keys, permissions, webhooks, plans, currency, and this machine's clock")
    .option("--create <file>", "create missing webhooks and PayPal plans, and add their settings to this file")
    .addOption(json())
    .addHelpText(
      "after",
      helpEnd(
        "Reads the store's settings: STRIPE_…, PAYPAL_…, TAX_PERCENT, and PUBLIC_URL.\n" +
          "Without --create, it changes nothing.",
        "check",
        "check --create .env",
      ),
    )
    .action((options: CheckOptions) => check(options, output));
  providers
    .command("rehearse")
    .description(
      "rehearse purchases, plan changes, and refunds with test keys; with Stripe, also\nrenewals and disputes",
    )
    .addArgument(new Argument("<provider>", "the provider").choices(["stripe", "paypal"]))
    .addOption(json())
    .addHelpText(
      "after",
      helpEnd(
        "Reads the store's settings. No real money moves. For PayPal, you approve two\n" +
          "payments as a buyer of its sandbox.",
        "rehearse stripe",
        "rehearse paypal",
      ),
    )
    .action((provider: string, options: CheckOptions) => rehearse(provider, options, output));
};

export const registration: Registration = { group: "The machine of the store", place: 2, add: addProvidersCommand };
