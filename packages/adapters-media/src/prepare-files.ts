import { copyFile, link, mkdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasScene, sceneFileName } from "@backlot/domain/catalog/collection";
import type { CatalogRow } from "@backlot/domain/catalog/catalog-row";
import type { DeliverableGroup } from "@backlot/domain/catalog/deliverables";
import { type ProbedDeliverable, rateOf } from "@backlot/domain/catalog/media-facts";
import { nameFaults, prepareCollection } from "@backlot/domain/catalog/prepared";
import type { StockedCollection } from "@backlot/domain";
import { type FileFault, type Opened, isFrames, isModel, openGroup, probedOf } from "./open-deliverable.ts";
import { ToolMissing, UnreadableMedia } from "./tools.ts";
import { type DrawModel, shownFrames, writeFrameMedia, writeModelMedia } from "./write-media.ts";
import { filesIn, writeZip } from "./zips.ts";

/** A collection to prepare: its deliverables in the folder `raw`, and the folder to write its files to. */
export interface PrepareJob {
  readonly raw: string;
  readonly out: string;
  readonly group: DeliverableGroup;
  readonly row: CatalogRow;
}

/** The result for a collection: the facts of its deliverables and its files, or its faults. */
export type PrepareResult =
  | { readonly probed: readonly ProbedDeliverable[]; readonly files: readonly string[] }
  | { readonly faults: readonly FileFault[] };

/** Places a file at another path, as a link if the disk allows it, otherwise as a copy. */
const place = async (from: string, to: string): Promise<void> => {
  await rm(to, { force: true });
  // A hard link to a symbolic link would itself be a symbolic link.
  const real = await realpath(from);
  await link(real, to).catch(() => copyFile(real, to));
};

/** Returns whether an error means that the disk is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && ("code" in error ? error.code === "ENOSPC" : /No space left/.test(error.message));

/** Writes a collection's sold files, and a scene file for each model. */
const writeSold = async (
  { raw }: PrepareJob,
  collection: StockedCollection,
  opened: readonly Opened[],
  from: readonly number[],
  folder: string,
): Promise<void> => {
  const shared = opened.find(({ scene }) => scene !== null)?.scene ?? null;
  for (const [n, variant] of collection.variants.entries()) {
    const source = opened[from[n] ?? 0];
    if (source === undefined) continue;
    const paths = source.deliverable.paths.map((path) => join(raw, path));
    const to = join(folder, variant.file_name);
    if (source.deliverable.kind === "frames") await writeZip(paths, variant.file_name.replace(/\.zip$/, ""), to);
    else await place(paths[0] ?? "", to);
    const scene = source.scene ?? shared;
    if (hasScene(collection) && scene !== null && source.extension !== "glb")
      await place(scene, join(folder, sceneFileName(variant)));
  }
};

/**
 * Prepares the files of a collection for an import: probes its deliverables, and writes the files to sell, images, and
 * previews. The files appear in the folder only once all of them are done. Rejects if a tool is missing.
 */
export const prepareFiles = async (job: PrepareJob, draw: DrawModel): Promise<PrepareResult> => {
  const { raw, out, group, row } = job;
  const work = join(out, ".work", group.slug);
  await rm(work, { recursive: true, force: true });
  for (const room of ["media", "files"]) {
    await mkdir(join(work, room), { recursive: true });
    await mkdir(join(out, room), { recursive: true });
  }
  try {
    const { opened, faults } = await openGroup(raw, group, work);
    if (faults.length > 0) return { faults };
    const probed = probedOf(opened);
    const alike = nameFaults(group, probed);
    if (alike.length > 0) return { faults: alike };
    const { collection, from } = prepareCollection(group, probed, row);
    await writeSold(job, collection, opened, from, join(work, "files"));
    const sources = opened.map(({ source }) => source);
    const model = sources.find(isModel);
    const frames = shownFrames(sources.filter(isFrames), collection.alpha);
    if (model !== undefined) await writeModelMedia(model, group.slug, draw, join(work, "media"));
    else if (frames !== undefined) {
      const rate = rateOf(frames.facts, row);
      await writeFrameMedia({ ...frames, rate }, collection, join(work, "media"));
    }
    const files: string[] = [];
    for (const room of ["media", "files"])
      for (const { path } of await filesIn(join(work, room))) {
        await rename(join(work, room, path), join(out, room, path));
        files.push(`${room}/${path}`);
      }
    return { probed, files };
  } catch (error) {
    // Without the tools or disk space, no collection can be prepared.
    if (error instanceof ToolMissing || isFull(error)) throw error;
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const message = error instanceof UnreadableMedia ? `It ${error.message}.` : `It can't be prepared: ${reason}.`;
    return { faults: [{ path: group.deliverables[0]?.paths[0] ?? group.slug, message }] };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
