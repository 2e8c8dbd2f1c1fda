import { Command, CommanderError } from "commander";
import { pretty } from "./arguments.ts";
import { REGISTRATIONS } from "./commands.ts";
import { CommandFailed, Ended, type Output } from "./output.ts";
import { withProfile } from "./profiles.ts";
import { GROUPS } from "./registration.ts";

/**
 * Creates the `backlot` command. `now` returns the time in milliseconds since 1970. `writeErr` receives commander's
 * messages about a command line.
 */
export const makeProgram = (output: Output, now: () => number, writeErr = output.err): Command => {
  const program = new Command("backlot")
    .description("Support a Backlot store's customers, manage the store, and compute prices.")
    .version("1.0.0")
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => writeErr(text.trimEnd()) })
    .showHelpAfterError("Add --help to see this command's arguments and options.")
    .addHelpText(
      "after",
      "\nExit codes: 0 success, 1 error or problems found, 2 needs --yes or another\nconfirmation, 4 not allowed.\n" +
        "To learn about a command: backlot help plans list\n" +
        "To print only some fields: --json --fields id,price\n" +
        "To complete commands in your shell: backlot completion bash, fish, or zsh",
    );

  for (const group of GROUPS) {
    program.commandsGroup(`${group}:`);
    const inGroup = REGISTRATIONS.filter((each) => each.group === group).toSorted((a, b) => a.place - b.place);
    for (const { add } of inGroup) add(program, output, now);
  }
  return program;
};

/** Turns "help plans list" into "plans list --help", because commander's own help stops at the first word. */
const asHelp = (args: readonly string[]): readonly string[] =>
  args[0] === "help" && args.length > 1 ? [...args.slice(1), "--help"] : args;

/** Accepts the commands' and options' original British spellings. */
const inAmericanSpelling = (args: readonly string[]): readonly string[] =>
  args.map((arg, at) => {
    if (arg.startsWith("--")) return arg.replace(/^(--(?:from-|to-|minimum-)?)licence(?=-rule|=|$)/, "$1license");
    if (at > 1) return arg;
    return arg === "catalogue" ? "catalog" : arg.replace(/^(minimum-)?licence$/, "$1license");
  });

/** Extracts `--fields a,b` from a command line. Returns the other words, and the fields (null without the option). */
const fieldsIn = (args: readonly string[]): { readonly words: readonly string[]; readonly fields: string[] | null } => {
  const at = args.findIndex((arg) => arg === "--fields" || arg.startsWith("--fields="));
  if (at < 0) return { words: args, fields: null };
  const isOneWord = args[at] !== "--fields";
  const named = isOneWord ? args[at]?.slice("--fields=".length) : args[at + 1];
  const fields = (named ?? "")
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "");
  return { words: args.toSpliced(at, isOneWord ? 1 : 2), fields };
};

/** Returns only some fields of a value, or of each element of a list. Fails for a field that no element has. */
const withFields = (value: unknown, fields: readonly string[]): unknown => {
  if (value === null) return null;
  const records = (Array.isArray(value) ? value : [value]) as readonly Readonly<Record<string, unknown>>[];
  const fieldNames = [...new Set(records.flatMap((record) => Object.keys(record ?? {})))];
  const unknown = fields.find((field) => !fieldNames.includes(field));
  if (unknown !== undefined && records.length > 0)
    throw new CommandFailed("unknown_field", `Unknown field "${unknown}". Choose from: ${fieldNames.join(", ")}.`);
  const picked = records.map((record) => Object.fromEntries(fields.map((field) => [field, record[field]])));
  return Array.isArray(value) ? picked : picked[0];
};

/** Returns whether the environment or `login` provides a store and a key. */
const hasStore = (): boolean => {
  const { store, key } = withProfile({ store: process.env.BACKLOT_URL, key: process.env.BACKLOT_SUPPORT_KEY });
  return store !== undefined && key !== undefined;
};

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 needs a confirmation, 4 not allowed. */
export const runProgram = async (args: readonly string[], output: Output, now: () => number): Promise<number> => {
  // With --json, errors are printed as JSON, so suppress commander's own messages.
  const { words, fields } = fieldsIn(args);
  const forPrograms = words.includes("--json");
  const some =
    fields === null || words.includes("--help")
      ? {}
      : { out: (text: string) => output.out(pretty(withFields(JSON.parse(text), fields))) };
  const quiet: Output = forPrograms ? { ...output, ...some, err: () => {} } : output;
  const failed = (reason: string, message: string, code: number): number => {
    if (forPrograms) output.out(pretty({ error: { code: reason, message } }));
    else output.err(message);
    return code;
  };
  let usageText = "";
  try {
    if (fields?.length === 0) throw new CommandFailed("usage", "List the fields, such as --fields id,price.");
    if (fields !== null && !forPrograms) throw new CommandFailed("usage", "--fields works only with --json.");
    if (words.length === 0 && output.screen !== undefined && hasStore()) {
      const { browseStore } = await import("./support/browse.ts");
      await browseStore(output.screen);
      return 0;
    }
    if (words.length === 0 && output.screen !== undefined)
      output.err("To browse customers and orders, save a store and your key: backlot login --store <url>\n");
    const program = makeProgram(quiet, now, (text) => {
      usageText += `${usageText === "" ? "" : "\n"}${text}`;
    });
    // Load the completions only when a shell is completing a line.
    if (words[0] === "completion" || words[0] === "complete") {
      const { default: addCompletions } = await import("@bomb.sh/tab/commander");
      addCompletions(program, { completionCommandName: "completion" });
    }
    const spelled = inAmericanSpelling(words);
    const earlier = words.find((word, at) => word !== spelled[at]);
    if (earlier !== undefined)
      quiet.err(`"${earlier}" is now "${spelled[words.indexOf(earlier)]}". The next version requires the new one.`);
    await program.parseAsync(asHelp(spelled), { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Naming only a group of commands requests its help.
      if (error.code === "commander.help") {
        output.out(usageText);
        return 0;
      }
      quiet.err(usageText);
      return forPrograms ? failed("usage", error.message.replace(/^error: /, ""), 1) : 1;
    }
    if (error instanceof Ended) return error.code;
    if (error instanceof CommandFailed) return failed(error.reason, error.message, error.code);
    return failed("internal", error instanceof Error ? error.message : String(error), 1);
  }
};
