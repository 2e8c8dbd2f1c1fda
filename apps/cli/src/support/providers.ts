import { Argument, type Command } from "commander";
import { json } from "../arguments.ts";
import { Ended, type Output, plural } from "../output.ts";
import type { Registration } from "../registration.ts";
import { reportTool } from "../store-tool.ts";

interface CheckOptions {
  readonly create?: string;
  readonly json?: boolean;
}

const check = async ({ create, json: isJson = false }: CheckOptions, output: Output): Promise<void> => {
  const lines = await reportTool(
    { tool: "providers", args: ["check", ...(create === undefined ? [] : [create])] },
    isJson,
    output,
  );
  const wrong = lines.filter(({ state }) => state === "wrong").length;
  const byHand = lines.filter(({ state }) => state === "by-hand").length;
  if (!isJson) {
    const looks = byHand === 0 ? "" : ` ${plural(byHand, "item")} to check manually.`;
    output.out(`\n${wrong === 0 ? "No problems found." : `${plural(wrong, "problem")} to fix.`}${looks}`);
  }
  if (wrong > 0) throw new Ended(1);
};

const rehearse = async (provider: string, { json: isJson = false }: CheckOptions, output: Output): Promise<void> => {
  const lines = await reportTool({ tool: "providers", args: ["rehearse", provider] }, isJson, output);
  const failed = lines.some(({ state }) => state === "failed");
  if (!isJson) output.out(`\n${failed ? "The rehearsal failed." : "The rehearsal is complete."}`);
  if (failed) throw new Ended(1);
};

/** Returns the end of a command's help: the environment it needs, and examples. */
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
          "payments as a sandbox buyer.",
        "rehearse stripe",
        "rehearse paypal",
      ),
    )
    .action((provider: string, options: CheckOptions) => rehearse(provider, options, output));
};

export const registration: Registration = { group: "Server", place: 2, add: addProvidersCommand };
