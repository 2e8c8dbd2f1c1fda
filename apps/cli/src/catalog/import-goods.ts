import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { StockedCollection } from "@backlot/domain";
import { type ImportLoss, importLosses, postponedReleases } from "@backlot/domain/catalog/import-losses";
import { instant, utcDay } from "@backlot/domain/kernel/calendar";
import type { StockPage, StockResult } from "@backlot/ports";
import { type ByStaff, type Common, byStaff, pretty } from "../arguments.ts";
import { CommandFailed, type Output, plural, table } from "../output.ts";
import { allPages, askSupport, requireStore } from "../store.ts";
import { readCatalog } from "./catalog-folder.ts";
import { uploadFiles } from "./upload-files.ts";

export interface CatalogOptions extends Common {
  readonly key?: string;
}

/** The options of commands that change the catalog. */
export interface ImportOptions extends CatalogOptions, ByStaff {
  readonly yes?: boolean;
}

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

/** A batch that the store refused. None of it was imported. */
interface RefusedBatch {
  readonly collections: readonly StockedCollection[];
  readonly message: string;
}

/** The errors with which a store refuses a batch. Other errors, such as a wrong key, affect all batches. */
const REFUSALS: ReadonlySet<string> = new Set(["conflict", "invalid_request"]);

/** Sends collections in batches. The store imports or refuses each batch as a whole. */
const put = async (
  collections: readonly StockedCollection[],
  options: ImportOptions,
  onProgress: (done: number) => void,
): Promise<{ readonly results: readonly StockResult[]; readonly refused: readonly RefusedBatch[] }> => {
  const results: StockResult[] = [];
  const refused: RefusedBatch[] = [];
  let done = 0;
  for (const part of batches(collections)) {
    const payload = { collections: part, ...byStaff(options) };
    try {
      const { data } = await askSupport(options.store, options.key, (client) => client.support.putStock({ payload }));
      results.push(...data);
    } catch (error) {
      if (!(error instanceof CommandFailed) || !REFUSALS.has(error.reason)) throw error;
      refused.push({ collections: part, message: error.message });
    }
    done += part.length;
    onProgress(done);
  }
  return { results, refused };
};

/** Returns the message about a refused batch, with the location of the collection that the store's message names. */
const refusalText = ({ collections, message }: RefusedBatch, placeOf: (slug: string) => string): string => {
  const words = new Set(message.split(/[\s,;:]+/).map((word) => word.replace(/\.$/, "")));
  const isNamed = ({ slug, variants }: StockedCollection): boolean =>
    variants.some(({ file_name }) => words.has(file_name)) || words.has(slug);
  const [first, last] = [collections[0]?.slug ?? "", collections.at(-1)?.slug ?? ""];
  const named = collections.find(isNamed)?.slug ?? first;
  const all = collections.length === 1 ? first : `${collections.length} collections from ${first} to ${last}`;
  return `${placeOf(named)}: ${message}\n  Not imported: ${all}.`;
};

/** Returns all stored collections in the format that import accepts, and whether each one is for sale. */
export const storedCollections = (options: CatalogOptions) =>
  allPages<(typeof StockPage.Type)["data"][number], number>(
    (starting_after) =>
      askSupport(options.store, options.key, (client) =>
        client.support.stock({ query: { limit: 100, starting_after } }),
      ),
    ({ id }) => id,
  );

/** Fails with a list of collections that an import would withdraw, unless `--yes` allows it. */
const requireLosses = async (
  losses: readonly ImportLoss[],
  postponed: ReturnType<typeof postponedReleases>,
  options: ImportOptions,
): Promise<void> => {
  if (options.yes || losses.length + postponed.length === 0) return;
  const rows = [
    ...losses.flatMap(({ slug, omitted, missing }) => [
      ...omitted.map((name) => [slug, name, "not in this import"]),
      ...(missing.length === 0 ? [] : [[slug, "the whole collection", `missing ${missing.join(", ")}`]]),
    ]),
    ...postponed.map(({ slug, release_date }) => [slug, "the whole collection", `postponed to ${release_date}`]),
  ];
  throw new CommandFailed(
    "needs_yes",
    `This import would withdraw these from sale:\n${await table(["Collection", "File", "Reason"], rows)}\n` +
      "Owners keep their files. Files without an owner are deleted. Nothing has been imported. Add --yes to continue.",
    2,
  );
};

/** How long to collect finished collections before they are listed, in milliseconds. */
const SHELF_MS = 2_000;

/**
 * Lists collections for sale while files are being sent. An uploaded file may complete a collection, and importing that
 * collection again lists it. `uploads` are the files that the store asked for, and `place` imports collections by their
 * slugs.
 */
const openShelf = (
  uploads: readonly { readonly slug: string }[],
  place: (slugs: ReadonlySet<string>) => Promise<readonly StockResult[]>,
) => {
  const open = new Map<string, number>();
  for (const { slug } of uploads) open.set(slug, (open.get(slug) ?? 0) + 1);
  const placed: StockResult[] = [];
  const done = new Set<string>();
  let whole = new Set<string>();
  let last = 0;
  const flush = async (): Promise<void> => {
    const now = whole;
    whole = new Set();
    last = Date.now();
    if (now.size > 0) placed.push(...(await place(now)));
    for (const slug of now) done.add(slug);
  };
  return {
    /** Records that the store has a file. */
    arrived: async ({ slug }: { readonly slug: string }): Promise<void> => {
      const openCount = (open.get(slug) ?? 0) - 1;
      open.set(slug, openCount);
      if (openCount > 0) return;
      whole.add(slug);
      if (Date.now() - last >= SHELF_MS) await flush();
    },
    /** Places the remaining collections that got files, and returns the store's results for all. */
    close: async (brought: ReadonlySet<string>): Promise<readonly StockResult[]> => {
      whole = new Set([...whole, ...brought].filter((slug) => !done.has(slug)));
      await flush();
      return placed;
    },
  };
};

/**
 * Imports a catalog folder: first its collections in batches, then its files. Fails at the end if a batch was refused.
 */
export const importGoods = async (path: string, options: ImportOptions, output: Output): Promise<void> => {
  const { collections, faults: wrong, folder } = await readCatalog(path);
  if (wrong.length > 0)
    throw new CommandFailed("faults", `${wrong.join("\n")}\n${plural(wrong.length, "error")}. Nothing was imported.`);
  const goods = collections.map((each) => each.collection);
  const say = (text: string): void => (options.json ? undefined : output.err(text));
  const stockEntries = await storedCollections(options);
  const onSale = stockEntries.flatMap((each) => (each.listed || each.coming ? [each.collection] : []));
  await requireLosses(
    importLosses(goods, onSale, (name) => existsSync(join(folder, name))),
    postponedReleases(
      goods,
      stockEntries.flatMap(({ listed, collection }) => (listed ? [collection] : [])),
      utcDay(instant(Date.now())),
    ),
    options,
  );
  const { results: first, refused } = await put(goods, options, (done) =>
    say(`${done} of ${goods.length} collections`),
  );
  const uploads = first.flatMap(({ slug, files }) =>
    files.map(({ name, source, sha256 }) => {
      const path = resolve(folder, source);
      // The store names the files. Don't let a compromised store request any others.
      if (!path.startsWith(resolve(folder) + sep))
        throw new CommandFailed("bad_source", `The store requested ${source}, which isn't in ${folder}.`);
      return { slug, name, source, path, storeSha256: sha256 };
    }),
  );
  const target = { ...requireStore(options.store, options.key), ...byStaff(options) };
  const shelf = openShelf(uploads, async (slugs) => {
    const whole = goods.filter(({ slug }) => slugs.has(slug));
    return (await put(whole, options, () => {})).results;
  });
  const { sent, faults } = await uploadFiles(uploads, target, options.json ? null : output, shelf.arrived);
  // List complete collections for sale, regardless of the rest.
  const again = await shelf.close(new Set(sent.map(({ slug }) => slug)));
  if (faults.length > 0)
    throw new CommandFailed(
      "upload_failed",
      `${faults.join("\n")}\n${plural(faults.length, "file")} couldn't be uploaded. Import again to resume.`,
    );
  const completed = new Map(again.map((each) => [each.slug, each]));
  const now = first.map((each) => completed.get(each.slug) ?? each);
  const of = (outcome: StockResult["outcome"]): number => first.filter((each) => each.outcome === outcome).length;
  const lacking = now.flatMap(({ slug, files }) => {
    const missing = files.filter((file) => !file.is_there).map(({ source }) => source);
    return missing.length === 0 ? [] : [{ slug, missing }];
  });
  const coming = now.flatMap(({ slug, coming, release_date }) =>
    coming && release_date !== null ? [{ slug, release_date }] : [],
  );
  const counts = { added: of("added"), changed: of("changed"), unchanged: of("unchanged"), uploaded: sent.length };
  const places = new Map(collections.map(({ collection, placeOf }) => [collection.slug, placeOf(["slug"])]));
  if (options.json) output.out(pretty({ ...counts, coming, not_offered: lacking }));
  else
    output.out(
      `${counts.added} added, ${counts.changed} changed, ${counts.unchanged} unchanged, ` +
        `${plural(sent.length, "file")} uploaded.`,
    );
  if (coming.length > 0 && !options.json)
    output.out(
      `\nScheduled for release:\n${await table(
        ["Collection", "Release date"],
        coming.map(({ slug, release_date }) => [slug, release_date]),
      )}`,
    );
  if (lacking.length > 0 && !options.json)
    output.out(
      `\nNot for sale until their files are uploaded:\n${await table(
        ["Collection", "Location", "Missing"],
        lacking.map(({ slug, missing }) => [slug, places.get(slug) ?? "", missing.join(", ")]),
      )}`,
    );
  if (refused.length === 0) return;
  const texts = refused.map((batch) => refusalText(batch, (slug) => places.get(slug) ?? ""));
  const count = refused.reduce((sum, batch) => sum + batch.collections.length, 0);
  throw new CommandFailed(
    "refused",
    `${texts.join("\n")}\n${plural(count, "collection")} not imported. Fix these problems, then import again.`,
  );
};
