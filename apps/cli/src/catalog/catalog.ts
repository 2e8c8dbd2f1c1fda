import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { CommandFailed, type Output, plural } from "../output.ts";
import { askSupport } from "../store.ts";
import type { CatalogOptions, ImportOptions } from "./import-goods.ts";
import type { Registration } from "../registration.ts";

const exportGoods = async (folder: string, options: CatalogOptions, output: Output): Promise<void> => {
  const { storedCollections } = await import("./import-goods.ts");
  const stocked = await storedCollections(options);
  const collections = stocked.filter(({ listed, coming }) => listed || coming).map(({ collection }) => collection);
  await mkdir(folder, { recursive: true });
  // An import reads every file in the folder, so remove an earlier version's export.
  const earlier = join(folder, "catalogue.json");
  const file = existsSync(earlier) ? earlier : join(folder, "catalog.json");
  await writeFile(file, `${pretty({ collections })}\n`);
  output.out(
    options.json
      ? pretty({ file, collections: collections.length })
      : `Exported ${plural(collections.length, "collection")} to ${file}.`,
  );
};

interface WithdrawOptions extends ImportOptions {
  readonly all?: boolean;
}

const withdraw = async (slugs: readonly string[], options: WithdrawOptions, output: Output): Promise<void> => {
  if (slugs.length > 0 === (options.all === true))
    throw new CommandFailed("nothing_named", "Pass the slugs of the collections to withdraw, or use --all.");
  if (options.all && !options.yes)
    throw new CommandFailed("needs_yes", "This withdraws every collection from sale. Add --yes to continue.", 2);
  const payload = { slugs: options.all ? null : slugs, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) => client.support.withdrawStock({ payload }));
  output.out(
    options.json
      ? pretty(data)
      : `${plural(data.withdrawn, "collection")} withdrawn from sale. Owners keep their files. To sell a ` +
          "collection again, import it.",
  );
};

const remove = async (slugs: readonly string[], options: WithdrawOptions, output: Output): Promise<void> => {
  if (!options.yes)
    throw new CommandFailed("needs_yes", `This permanently deletes ${slugs.join(", ")}. Add --yes to continue.`, 2);
  const payload = { slugs, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) => client.support.removeStock({ payload }));
  if (data.removed === 0) throw new CommandFailed("not_found", `The store has no collection ${slugs.join(" or ")}.`);
  const free = data.removed === 1 ? "Its slug" : "Their slugs";
  output.out(
    options.json
      ? pretty(data)
      : `${plural(data.removed, "collection")} removed. ${free} and file names can be used again.`,
  );
};

/** Adds `backlot catalog`: import, export, withdraw, and remove collections. */
const addCatalogCommand = (program: Command, output: Output): void => {
  const catalog = program.command("catalog").description("import, export, withdraw, and remove collections");
  const add = asksSupport(catalog);
  catalog
    .command("prepare")
    .description("create an import folder from frames, videos, ZIPs, and 3D models")
    .argument("<raw>", "folder with the raw files, one subfolder per category (see docs/catalog.md)")
    .argument("<out>", "import folder to write; files that are already prepared stay unchanged")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  $ backlot catalog prepare ./raw ./goods")
    .action(async (raw: string, out: string, options: Common) => {
      const { prepareGoods } = await import("./prepare.ts");
      await prepareGoods(raw, out, options, output);
    });
  takesReason(
    add("import", "import collections and their files; safe to repeat", ['import ./goods --reason "new collections"']),
  )
    .argument("<path>", "folder with .json files, media, and files to sell, or one .json file (see docs/catalog.md)")
    .option("--yes", "also withdraw anything that is no longer in the folder")
    .action(async (path: string, options: ImportOptions) => {
      // Load it on demand, so that commands that read no files start faster.
      const { importGoods } = await import("./import-goods.ts");
      await importGoods(path, options, output);
    });
  add("export", "export the collections that are for sale, in the import format", ["export ./goods"])
    .argument("<folder>", "folder to write catalog.json to")
    .action((folder: string, options: CatalogOptions) => exportGoods(folder, options, output));
  takesReason(
    add("withdraw", "withdraw collections from sale; owners keep them", [
      'withdraw ground-fire campfire --reason "new edition"',
      'withdraw --all --yes --reason "sample catalog"',
    ]),
  )
    .argument("[slugs...]", "slugs from the collections' URLs")
    .option("--all", "withdraw every collection, such as a new store's sample catalog")
    .option("--yes", "confirm withdrawing every collection")
    .action((slugs: readonly string[], options: WithdrawOptions) => withdraw(slugs, options, output));
  takesReason(
    add("remove", "delete collections that were never sold, such as misnamed ones", [
      'remove barn-fier --yes --reason "misspelled"',
    ]),
  )
    .argument("<slugs...>", "slugs from the collections' URLs")
    .option("--yes", "confirm the deletion")
    .action((slugs: readonly string[], options: WithdrawOptions) => remove(slugs, options, output));
  takesReason(
    add("sample", "add the sample catalog and its home page to an empty store", ['sample --reason "to try it"']),
  ).action(async (options: ImportOptions) => {
    const payload = byStaff(options);
    const { data } = await askSupport(options.store, options.key, (client) => client.support.stockSample({ payload }));
    output.out(options.json ? pretty(data) : `Added ${plural(data.collections, "sample collection")}.`);
  });
};

export const registration: Registration = { group: "Store", place: 10, add: addCatalogCommand };
