import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import type { StockedCollection } from "@backlot/domain";
import type { StockPage, StockResult } from "@backlot/ports";
import type { Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { allPages, askSupport, requireStore } from "../store.ts";
import type { UploadedFile } from "./upload-files.ts";

interface CatalogOptions extends Common {
  readonly key?: string;
}

interface ImportOptions extends CatalogOptions, ByStaff {}

// Loaded on demand, so that commands that read no files start faster.
const loadFolder = () => import("./catalog-folder.ts");

/** The largest import request that a store accepts, in bytes. */
const BATCH_BYTES = 80_000;

/** The maximum number of collections per import request. */
const BATCH = 50;

/** Splits collections into batches that a store accepts, in order. */
const batches = (collections: readonly StockedCollection[]): readonly (readonly StockedCollection[])[] => {
  const parts: StockedCollection[][] = [];
  let bytes = 0;
  for (const collection of collections) {
    const size = Buffer.byteLength(JSON.stringify(collection)) + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length >= BATCH || bytes + size > BATCH_BYTES) {
      parts.push([collection]);
      bytes = size;
    } else {
      last.push(collection);
      bytes += size;
    }
  }
  return parts;
};

const put = async (
  collections: readonly StockedCollection[],
  options: ImportOptions,
  said: (done: number) => void,
): Promise<readonly StockResult[]> => {
  const results: StockResult[] = [];
  for (const part of batches(collections)) {
    const payload = { collections: part, ...byStaff(options) };
    const { data } = await askSupport(options.store, options.key, (asked) => asked.support.putStock({ payload }));
    results.push(...data);
    said(results.length);
  }
  return results;
};

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const importGoods = async (path: string, options: ImportOptions, output: Output): Promise<void> => {
  const { digestOf, readCatalog } = await loadFolder();
  const { collections, faults: wrong, folder } = await readCatalog(path);
  if (wrong.length > 0)
    throw new CommandFailed("faults", `${wrong.join("\n")}\n${plural(wrong.length, "fault")}, nothing was imported.`);
  const goods = collections.map((each) => each.collection);
  const say = (text: string): void => (options.json ? undefined : output.err(text));
  const first = await put(goods, options, (done) => say(`${done} of ${goods.length} collections`));
  const missing: { readonly slug: string; readonly file: UploadedFile }[] = [];
  for (const { slug, files } of first)
    for (const { name, source, sha256 } of files) {
      const path = resolve(folder, source);
      // The store names the files, and a compromised store must not get others.
      if (!path.startsWith(resolve(folder) + sep))
        throw new CommandFailed("bad_source", `The store asks for ${source}, which is not in ${folder}.`);
      const digest = await digestOf(path);
      if (digest !== null && digest !== sha256) missing.push({ slug, file: { name, source, path, sha256: digest } });
    }
  const { uploadFiles } = await import("./upload-files.ts");
  const target = { ...requireStore(options.store, options.key), ...byStaff(options) };
  const faults = await uploadFiles(
    missing.map(({ file }) => file),
    target,
    options.json ? null : output,
  );
  if (faults.length > 0)
    throw new CommandFailed(
      "upload_failed",
      `${faults.join("\n")}\n${plural(faults.length, "file")} could not be sent. Import again to resume.`,
    );
  const brought = new Set(missing.map(({ slug }) => slug));
  const uploaded = missing.length;
  // An uploaded file may complete a collection, so import those collections again.
  const again = await put(
    goods.filter(({ slug }) => brought.has(slug)),
    options,
    () => {},
  );
  const now = first.map((each) => again.find(({ slug }) => slug === each.slug) ?? each);
  const of = (outcome: StockResult["outcome"]): number => first.filter((each) => each.outcome === outcome).length;
  const lacking = now.flatMap(({ slug, files }) => {
    const missing = files.filter((file) => !file.is_there).map(({ source }) => source);
    return missing.length === 0 ? [] : [{ slug, missing }];
  });
  const counts = { added: of("added"), changed: of("changed"), unchanged: of("unchanged"), uploaded };
  if (options.json) return output.out(pretty({ ...counts, not_offered: lacking }));
  output.out(
    `${counts.added} added, ${counts.changed} changed, ${counts.unchanged} unchanged, ` +
      `${plural(uploaded, "file")} sent.`,
  );
  if (lacking.length === 0) return;
  const places = new Map(collections.map(({ collection, placeOf }) => [collection.slug, placeOf(["slug"])]));
  output.out(
    `\nNot offered until their files are there:\n${await table(
      ["Collection", "Stands at", "Missing"],
      lacking.map(({ slug, missing }) => [slug, places.get(slug) ?? "", missing.join(", ")]),
    )}`,
  );
};

const exportGoods = async (folder: string, options: CatalogOptions, output: Output): Promise<void> => {
  const stocked = await allPages<(typeof StockPage.Type)["data"][number], number>(
    (starting_after) =>
      askSupport(options.store, options.key, (asked) => asked.support.stock({ query: { limit: 100, starting_after } })),
    ({ id }) => id,
  );
  const collections = stocked.filter(({ listed }) => listed).map(({ collection }) => collection);
  await mkdir(folder, { recursive: true });
  // An import reads every file of the folder, so replace an export of an earlier version.
  const earlier = join(folder, "catalogue.json");
  const file = existsSync(earlier) ? earlier : join(folder, "catalog.json");
  await writeFile(file, `${pretty({ collections })}\n`);
  output.out(
    options.json
      ? pretty({ file, collections: collections.length })
      : `${plural(collections.length, "collection")} in ${file}.`,
  );
};

interface WithdrawOptions extends ImportOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

const withdraw = async (slugs: readonly string[], options: WithdrawOptions, output: Output): Promise<void> => {
  if (slugs.length > 0 === (options.all === true))
    throw new CommandFailed("nothing_named", "Name the collections to take out by their slugs, or all by --all.");
  if (options.all && !options.yes)
    throw new CommandFailed("needs_yes", "This takes every collection out of the shop. Add --yes to do it.", 2);
  const payload = { slugs: options.all ? null : slugs, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (asked) => asked.support.withdrawStock({ payload }));
  output.out(
    options.json
      ? pretty(data)
      : `${plural(data.withdrawn, "collection")} taken out of the shop. Who has one keeps it; importing it ` +
          "offers it again.",
  );
};

const remove = async (slugs: readonly string[], options: WithdrawOptions, output: Output): Promise<void> => {
  if (!options.yes) throw new CommandFailed("needs_yes", `This permanently deletes ${slugs.join(", ")}. Add --yes.`, 2);
  const payload = { slugs, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (asked) => asked.support.removeStock({ payload }));
  if (data.removed === 0) throw new CommandFailed("not_found", `The store has no collection ${slugs.join(" or ")}.`);
  const free = data.removed === 1 ? "Its slug" : "Their slugs";
  output.out(
    options.json
      ? pretty(data)
      : `${plural(data.removed, "collection")} removed. ${free} and file names are free again.`,
  );
};

/** Adds `backlot catalog`: import, export, withdraw, and remove collections. */
export const addCatalogCommand = (program: Command, output: Output): void => {
  const catalog = program.command("catalog").description("import, export, withdraw, and remove collections");
  const add = asksSupport(catalog);
  catalog
    .command("prepare")
    .description("make an import folder from raw files: frames, videos, ZIPs, and 3D models")
    .argument("<raw>", "a folder with the files in a folder per category: see docs/catalog.md")
    .argument("<out>", "the folder to write; what is in it already isn't made again")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  $ backlot catalog prepare ./raw ./goods")
    .action(async (raw: string, out: string, options: Common) => {
      const { prepareGoods } = await import("./prepare.ts");
      await prepareGoods(raw, out, options, output);
    });
  takesReason(
    add("import", "stock the store with a folder of goods; the same again changes nothing", [
      'import ./goods --reason "new collections"',
    ]),
  )
    .argument("<path>", "a folder with .json files, media and files, or one .json file: see docs/catalog.md")
    .action((path: string, options: ImportOptions) => importGoods(path, options, output));
  add("export", "write down what the store offers, as import reads it", ["export ./goods"])
    .argument("<folder>", "where catalog.json is written")
    .action((folder: string, options: CatalogOptions) => exportGoods(folder, options, output));
  takesReason(
    add("withdraw", "take collections out of the shop; customers who own one keep it", [
      'withdraw ground-fire campfire --reason "new edition"',
      'withdraw --all --yes --reason "sample catalog"',
    ]),
  )
    .argument("[slugs...]", "the collections, by the slugs of their addresses")
    .option("--all", "every collection: the sample of a new store, for one")
    .option("--yes", "do it")
    .action((slugs: readonly string[], options: WithdrawOptions) => withdraw(slugs, options, output));
  takesReason(
    add("remove", "delete collections that were never sold, such as misnamed ones", [
      'remove barn-fier --yes --reason "misspelled"',
    ]),
  )
    .argument("<slugs...>", "the collections, by the slugs of their addresses")
    .option("--yes", "do it")
    .action((slugs: readonly string[], options: WithdrawOptions) => remove(slugs, options, output));
  takesReason(
    add("sample", "put the sample catalog on sale, with its home page, to try an empty store", [
      'sample --reason "to try it"',
    ]),
  ).action(async (options: ImportOptions) => {
    const payload = byStaff(options);
    const { data } = await askSupport(options.store, options.key, (asked) => asked.support.stockSample({ payload }));
    output.out(options.json ? pretty(data) : `${plural(data.collections, "sample collection")} on sale.`);
  });
};
