import { RESOLUTIONS, type Resolution } from "@backlot/domain/catalog/resolution";
import { countDownload, downloadRefusalMessage, mayDownload } from "@backlot/domain";
import { type Command, Option } from "commander";
import * as Result from "effect/Result";
import { type Common, asksPrices, json, pretty, wholeArgument } from "../arguments.ts";
import type { Output } from "../output.ts";
import { priceRulesOf, sayPriceList } from "../price-source.ts";
import type { Registration } from "../registration.ts";

interface CheckOptions extends Common {
  readonly access: "free" | "essentials" | "premium";
  readonly plan: "none" | "free" | "paid";
  readonly resolution: Resolution;
  readonly owns?: boolean;
  readonly downloaded: number;
}

const check = async (options: CheckOptions, output: Output): Promise<void> => {
  sayPriceList(options, output);
  const { daily_downloads } = await priceRulesOf(options);
  const { access, plan, resolution, owns = false, downloaded } = options;
  const entitlement = { plan, owns };
  const judged = Result.flatMap(mayDownload({ access, credit_price: null }, resolution, entitlement), () =>
    countDownload({ before: downloaded, again: false }, entitlement, daily_downloads),
  );
  const refusal = Result.isFailure(judged) ? judged.failure : null;
  const answer = {
    allowed: refusal === null,
    reason: refusal?._tag ?? null,
    message: refusal === null ? null : downloadRefusalMessage(refusal),
    daily_limit: owns || plan === "none" ? null : daily_downloads[plan],
  };
  output.out(options.json ? pretty(answer) : (answer.message ?? "The file can be downloaded."));
};

/** Adds `backlot download check`, which checks whether the rules allow a download. */
const addDownloadCommand = (program: Command, output: Output): void => {
  const choice = (flags: string, description: string, choices: readonly string[]) =>
    new Option(flags, description).choices([...choices]);
  asksPrices(program.command("download").description("check the download rules").command("check"))
    .description("check whether a file can be downloaded (for a specific customer: customers why-not)")
    .addOption(choice("--access <kind>", "the item's access", ["free", "essentials", "premium"]).makeOptionMandatory())
    .addOption(
      choice("--plan <kind>", "the customer's plan; none if not signed in", ["none", "free", "paid"]).default("free"),
    )
    .addOption(choice("--resolution <size>", "the file's resolution", [...RESOLUTIONS]).default("2K"))
    .option("--owns", "the customer owns the item")
    .addOption(new Option("--downloaded <n>", "downloads counted so far today").argParser(wholeArgument).default(0))
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot download check --access premium --plan paid\n" +
        "  $ backlot download check --access free --resolution 4K --downloaded 10",
    )
    .action((options: CheckOptions) => check(options, output));
};

export const registration: Registration = { group: "Prices and licenses", place: 4, add: addDownloadCommand };
