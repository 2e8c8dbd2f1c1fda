import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { Worker } from "node:worker_threads";
import { type PrepareJob, type PrepareResult, filesIn, unfollowedLinks } from "@backlot/adapters-media";
import { type CatalogRow, rowFor, unusedRows } from "@backlot/domain/catalog/catalog-row";
import { type DeliverableFault, type DeliverableGroup, sortDeliverables } from "@backlot/domain/catalog/deliverables";
import { ASSUMED_RATE, type ProbedDeliverable, isRateAssumed } from "@backlot/domain/catalog/media-facts";
import { lacksModel, missingFields, prepareCollection } from "@backlot/domain/catalog/prepared";
import { type StockedCollection, stockDoubles } from "@backlot/domain";
import { type Common, pretty } from "../arguments.ts";
import { CommandFailed, Ended, type Output, plural, table } from "../output.ts";
import { readRows, writeRows } from "./catalog-csv.ts";
import { readCollection } from "./catalog-folder.ts";

/** The version of the written files. Increase it when the same deliverables would produce different files. */
const VERSION = 2;

/** The record of a prepared collection: its source files, their facts, and the files that were written. */
interface Kept {
  readonly made_of: string;
  readonly probed: readonly ProbedDeliverable[];
  readonly files: readonly string[];
}

/** A collection in a folder, with its row and the fingerprint of its files. */
interface Found {
  readonly group: DeliverableGroup;
  readonly row: CatalogRow;
  readonly madeOf: string;
}

/** A fault with its file's path or its collection's slug, and the collection omitted because of it. */
interface Fault {
  readonly at: string;
  readonly message: string;
  readonly held?: DeliverableFault["held"];
}

const readKept = async (path: string): Promise<Kept | null> => {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
};

/** Writes a file atomically, so that a killed process leaves the previous one. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};

/** Returns whether a process is running. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** Locks a folder against other runs while this process runs. Fails if another run has locked it. */
const lock = async (path: string, folder: string): Promise<void> => {
  const pid = Number(await readFile(path, "utf8").catch(() => "0"));
  if (pid > 0 && pid !== process.pid && isRunning(pid))
    throw new CommandFailed("locked", `Process ${pid} is already preparing ${folder}. Wait for it to finish.`);
  await writeFile(path, String(process.pid));
};

/** Matches documents for people, which aren't sold. */
const DOCUMENT = /\.(?:csv|txt|md|pdf|rtf|docx?|xlsx?|url)$/i;

/** Finds the collections of a folder, their rows, and the faults in files and rows. */
const find = async (raw: string, out: string) => {
  const inside = `${relative(raw, out).replaceAll(sep, "/")}/`;
  const all = (await filesIn(raw)).filter(({ path }) => !path.startsWith(inside));
  const files = all.filter(({ path }) => !DOCUMENT.test(path));
  // Leave the files' folders out of the fingerprints, so that a category can be renamed.
  const prints = new Map(files.map(({ path, size, changed }) => [path, `${basename(path)}:${size}:${changed}`]));
  const { rows, faults: wrong } = await readRows(raw);
  if (wrong.length > 0) throw new CommandFailed("faults", wrong.join("\n"));
  const { groups, faults } = sortDeliverables(files.map(({ path }) => path));
  const candidates = groups.map((group): Found => {
    const row = rowFor(rows, group);
    const paths = group.deliverables.flatMap((each) => each.paths.map((path) => prints.get(path)));
    const madeOf = createHash("sha256")
      .update(JSON.stringify([VERSION, group.slug, row.fps, paths]))
      .digest("hex");
    return { group, row, madeOf };
  });
  const links = await unfollowedLinks(raw);
  return {
    candidates,
    // Don't report spreadsheets in the top folder, because `readRows` reads them.
    leftOut: all.map(({ path }) => path).filter((path) => DOCUMENT.test(path) && !/^[^/]+\.csv$/i.test(path)),
    faults: [
      ...links.map(({ path, leadsTo }) => ({
        at: path,
        message:
          leadsTo === "nothing"
            ? "This link points to a file that doesn't exist."
            : "Links to folders aren't followed. Copy the folder here.",
      })),
      ...faults.map(({ path, ...fault }) => ({ at: path, ...fault })),
      ...unusedRows(rows, [...groups, ...faults.flatMap(({ held }) => held ?? [])]).map((slug) => ({
        at: slug,
        message: "The spreadsheet has a row for this collection, but it has no files.",
      })),
    ],
  };
};

/** Prepares jobs in worker threads, one per core, and passes on each result. Rejects if a tool is missing. */
const prepareAll = async (
  jobs: readonly PrepareJob[],
  done: (job: PrepareJob, result: PrepareResult) => Promise<void>,
): Promise<void> => {
  const next = jobs.values();
  const here = import.meta.url;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(`./prepare-worker.${here.endsWith(".ts") ? "ts" : "mjs"}`, here));
    const failed = once(worker, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    try {
      for (const job of next) {
        worker.postMessage(job);
        const [answer] = await Promise.race([once(worker, "message"), failed]);
        if ("missing" in answer) throw new CommandFailed("tool_missing", answer.missing);
        if ("full" in answer)
          throw new CommandFailed("disk_full", "The disk is full. Free up space, then prepare again.");
        await done(job, answer.result);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs.length, availableParallelism()) }, work));
};

/** Returns the collections that can be imported, and the faults and missing fields of the others. */
const assemble = (candidates: readonly Found[], kept: ReadonlyMap<string, Kept>) => {
  const ready: StockedCollection[] = [];
  const incomplete: { readonly slug: string; readonly missing: readonly string[] }[] = [];
  const faults: Fault[] = [];
  for (const { group, row } of candidates) {
    const { slug } = group;
    const probed = kept.get(slug)?.probed;
    if (probed === undefined) continue;
    const missing = missingFields(group, row);
    if (missing.length > 0) {
      incomplete.push({ slug, missing });
      continue;
    }
    const { collection } = prepareCollection(group, probed, row);
    if (lacksModel(collection, probed)) {
      faults.push({ at: slug, message: "A 3D asset needs a GLB for its page." });
      continue;
    }
    const read = readCollection(collection);
    for (const { path, message } of read.faults) faults.push({ at: slug, message: `${path.join(".")}: ${message}` });
    if (read.collection !== null && read.faults.length === 0) ready.push(read.collection);
  }
  const doubles = stockDoubles(ready);
  const doubled = new Set(doubles.map(({ collection }) => collection));
  for (const { collection, message } of doubles) faults.push({ at: ready[collection]?.slug ?? "", message });
  return { ready: ready.filter((_, n) => !doubled.has(n)), incomplete, faults };
};

/** The result of a run, and the remaining work. */
interface Report {
  readonly ready: number;
  readonly prepared: number;
  readonly kept: number;
  readonly incomplete: readonly { readonly slug: string; readonly missing: readonly string[] }[];
  readonly faults: readonly Fault[];
  readonly rate_assumed: readonly string[];
  /** The documents in the folder, which aren't sold. */
  readonly left_out: readonly string[];
}

/** Returns a report as text. `places` are the folders and the spreadsheet, as the user names them. */
const reportText = async (
  { ready, prepared, kept, incomplete, faults, rate_assumed, left_out }: Report,
  places: { readonly raw: string; readonly out: string; readonly toComplete: string },
): Promise<string> => {
  const parts = [`${plural(ready, "collection")} ready to import: ${prepared} new, ${kept} unchanged.`];
  if (rate_assumed.length > 0)
    parts.push(
      `Assumed ${ASSUMED_RATE} fps for ${plural(rate_assumed.length, "collection")} whose frames have no frame rate. ` +
        "To change this, add an fps column.",
    );
  if (left_out.length > 0) {
    const kinds = [...new Set(left_out.map((path) => extname(path).toLowerCase()))].sort();
    parts.push(`${plural(left_out.length, "document")} skipped: ${kinds.join(", ")}.`);
  }
  if (incomplete.length > 0)
    parts.push(
      `Missing from the spreadsheet:\n${await table(
        ["Collection", "Columns"],
        incomplete.map(({ slug, missing }) => [slug, missing.join(", ")]),
      )}\nTo complete them, fill in ${places.toComplete}, move it to ${places.raw}, and prepare again.`,
    );
  if (faults.length > 0)
    parts.push(
      `Not prepared:\n${await table(
        ["File or collection", "Reason"],
        faults.map(({ at, message }) => [at, message]),
      )}`,
    );
  const held = [...new Set(faults.flatMap((fault) => fault.held?.slug ?? []))].sort();
  if (held.length > 0)
    parts.push(
      `Skipped until you fix this: ${held.join(", ")}. A store that already sells ` +
        `${held.length === 1 ? "it keeps selling the current version" : "them keeps selling the current versions"}.`,
    );
  if (ready > 0) parts.push(`Next: backlot catalog import ${places.out} --reason "our first products"`);
  return parts.join("\n\n");
};

/** Prepares a folder of raw deliverables for an import. Exits with code 1 if something can't be sold yet. */
export const prepareGoods = async (given: string, to: string, options: Common, output: Output): Promise<void> => {
  const [raw, out] = [resolve(given), resolve(to)];
  if (!existsSync(raw)) throw new CommandFailed("no_such_path", `${given} doesn't exist.`);
  if (!statSync(raw).isDirectory()) throw new CommandFailed("no_folder", `${given} is not a folder.`);
  if (existsSync(out) && !statSync(out).isDirectory()) throw new CommandFailed("no_folder", `${to} is not a folder.`);
  if (raw === out) throw new CommandFailed("usage", "Use two different folders.", 2);
  const say = (text: string): void => (options.json ? undefined : output.err(text));
  const { candidates, faults: wrongFiles, leftOut } = await find(raw, out);
  const faults: Fault[] = [...wrongFiles];
  if (candidates.length === 0 && faults.length === 0)
    throw new CommandFailed("nothing_to_read", `${given} has no files to prepare.`);
  const states = join(out, ".prepared");
  await mkdir(states, { recursive: true });
  await lock(join(states, "lock"), to);
  // Remove what an earlier, killed run left behind.
  await rm(join(out, ".work"), { recursive: true, force: true });
  const kept = new Map<string, Kept>();
  const jobs: PrepareJob[] = [];
  for (const { group, row, madeOf } of candidates) {
    const savedState = await readKept(join(states, `${group.slug}.json`));
    if (savedState?.made_of === madeOf && savedState.files.every((file) => existsSync(join(out, file))))
      kept.set(group.slug, savedState);
    else jobs.push({ raw, out, group, row });
  }
  const before = kept.size;
  const prints = new Map(candidates.map(({ group, madeOf }) => [group.slug, madeOf]));
  let done = 0;
  await prepareAll(jobs, async ({ group: { slug, category } }, result) => {
    done += 1;
    if ("faults" in result) {
      faults.push(...result.faults.map(({ path, message }) => ({ at: path, message, held: { slug, category } })));
      say(`${done} of ${jobs.length}: ${slug} can't be prepared`);
      return;
    }
    const state: Kept = { made_of: prints.get(slug) ?? "", ...result };
    await writeWhole(join(states, `${slug}.json`), pretty(state));
    kept.set(slug, state);
    say(`${done} of ${jobs.length}: ${slug}, ${plural(result.probed.length, "file")}`);
  });
  await rm(join(out, ".work"), { recursive: true, force: true });
  const { ready, incomplete, faults: wrong } = assemble(candidates, kept);
  faults.push(...wrong);
  await writeWhole(join(out, "catalog.json"), `${pretty({ collections: ready })}\n`);
  const assumed = candidates
    .filter(({ group, row }) => kept.get(group.slug)?.probed.some(({ facts }) => isRateAssumed(facts, row)))
    .map(({ group }) => group.slug);
  const toComplete = join(to, "to-complete.csv");
  const lacking = incomplete.map(({ slug }) => slug);
  if (lacking.length === 0) await rm(toComplete, { force: true });
  else await writeRows(toComplete, lacking);
  const counts = { ready: ready.length, prepared: kept.size - before, kept: before };
  const report = { ...counts, incomplete, faults, rate_assumed: assumed, left_out: leftOut };
  output.out(options.json ? pretty(report) : await reportText(report, { raw: given, out: to, toComplete }));
  if (faults.length > 0 || incomplete.length > 0) throw new Ended(1);
};
