import { existsSync } from "node:fs";
import type { Command } from "commander";
import { json } from "../arguments.ts";
import { CommandFailed, Ended, type Output, plural } from "../output.ts";
import type { Registration } from "../registration.ts";
import { type Line, reportTool, shown as shownLine } from "../store-tool.ts";
import { environment, isLive, readSettings } from "./setting-file.ts";

/** Prints the provider checks, or why they can't run. Returns them. */
const checkProviders = async (env: NodeJS.ProcessEnv, isJson: boolean, output: Output): Promise<readonly Line[]> => {
  try {
    return await reportTool({ tool: "providers", args: ["check"], env }, isJson, output);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const line: Line = { provider: "Payments", what: "Accounts", state: "wrong", says: error.message };
    output.out(isJson ? JSON.stringify(line) : `${line.provider}\n${shownLine(line, output)}`);
    return [line];
  }
};

/** Prints all checks of a file's settings and the things they refer to. Returns whether all passed. */
const checkAll = async (path: string, isJson: boolean, output: Output): Promise<boolean> => {
  const env = environment(readSettings(path));
  const lines = [...(await reportTool({ tool: "setup", args: [], env }, isJson, output))];
  if (env["STRIPE_SECRET_KEY"] || env["PAYPAL_CLIENT_ID"]) {
    if (!isJson) output.out("");
    lines.push(...(await checkProviders(env, isJson, output)));
  }
  const wrong = lines.filter(({ state }) => state === "wrong").length;
  const byHand = lines.filter(({ state }) => state === "by-hand").length;
  const looks = byHand === 0 ? "" : ` ${plural(byHand, "item")} to check manually.`;
  if (!isJson) output.out(`\n${wrong === 0 ? "No problems found." : `${plural(wrong, "problem")} to fix.`}${looks}`);
  return wrong === 0;
};

const nextSteps = (path: string, isProduction: boolean): string => {
  const { PUBLIC_URL: url, PORT: port } = readSettings(path);
  const login = `login --store ${url || `http://127.0.0.1:${port || "3000"}`}`;
  return [
    "",
    `The settings are in ${path}, which only you can read. Keep a copy elsewhere.`,
    "",
    "Next:",
    `  1. Load them:          set -a; . ${path.includes("/") ? path : `./${path}`}; set +a`,
    `  2. Start the store:    ${isProduction ? "node apps/api/dist/main.js" : "npm start"}`,
    "  3. Save your key, which is SUPPORT_KEY in the file:",
    `       ${isProduction ? "backlot" : "npm run --silent backlot --"} ${login}`,
    "  4. Make it your own:   docs/opening.md, starting at step 4",
  ].join("\n");
};

interface SetupOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

const setup = async (path: string, { check = false, json: isJson = false }: SetupOptions, output: Output) => {
  const { screen } = output;
  const asks = screen !== undefined && !check && !isJson;
  if (asks) {
    const { askSettings } = await import("./ask-settings.ts");
    await askSettings(path, screen, output);
    output.out("");
  } else if (check && !existsSync(path)) throw new CommandFailed("not_found", `${path} doesn't exist.`);
  const isFine = await checkAll(path, isJson, output);
  if (asks) output.out(nextSteps(path, isLive(readSettings(path))));
  if (!isFine) throw new Ended(1);
};

/** Adds `backlot setup`, which runs on the store's machine. */
const addSetupCommand = (program: Command, output: Output): void => {
  program
    .command("setup")
    .description("ask for a store's settings, check them, and save them to a file")
    .argument("[file]", "the settings file", ".env")
    .option("--check", "only check the settings file, without questions or changes")
    .addOption(json())
    .addHelpText(
      "after",
      "\nChecks the settings, the data folder, the database, the mail server, the email\ndomain, and the accounts at " +
        "Stripe and PayPal. Settings in the file override\nthe environment. Without a terminal, it only " +
        "checks.\n\nExamples:\n  $ backlot setup\n  $ backlot setup shop.env --check",
    )
    .action((path: string, options: SetupOptions) => setup(path, options, output));
};

export const registration: Registration = { group: "Server", place: 0, add: addSetupCommand };
