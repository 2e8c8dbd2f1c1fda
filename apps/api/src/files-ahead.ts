import { availableParallelism, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type LikelyFile, findLikelyFiles } from "@backlot/application";
import { Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type { Services } from "./composition.ts";
import { fileLeases, fileSizes } from "./sold-files.ts";

/** The pause between checks while there is nothing to render or rendering must wait, in milliseconds. */
const REST_MS = 60_000;
/** How long to wait before retrying a file whose rendering was interrupted, in milliseconds. */
const GIVE_WAY_MS = 5_000;
const LEASE = "ahead";
/** How long the lease outlives its process, in milliseconds. A 4K file can take longer than ten minutes. */
const LEASE_MS = 20 * 60_000;

/** Returns whether the machine is idle apart from rendering one file. */
const isMachineIdle = (): boolean => (loadavg()[0] ?? 0) <= availableParallelism() + 1;

/**
 * Renders the sample's files one at a time while no customer is waiting for a file, likeliest first. Only one of
 * several processes does so. First clears the sizes of files that are gone, so that no page calls them ready. If `isOn`
 * is false, does only that. The returned function stops rendering, and resolves once another process can take over. A
 * file that is being rendered then is abandoned. `rest` and `giveWay` are the pauses in milliseconds, and `isIdle`
 * returns whether the machine is otherwise idle.
 */
export const startFilesAhead = (
  { context, files }: Pick<Services, "context" | "files">,
  {
    isOn = true,
    rest = REST_MS,
    giveWay = GIVE_WAY_MS,
    isIdle = isMachineIdle,
  }: {
    readonly isOn?: boolean;
    readonly rest?: number;
    readonly giveWay?: number;
    readonly isIdle?: () => boolean;
  } = {},
): (() => Promise<void>) => {
  const ending = new AbortController();
  const { signal } = ending;
  const transactions = Context.get(context, Transactions);
  const leases = fileLeases(transactions);
  const recordSize = fileSizes(transactions);
  const likely = (): Promise<readonly LikelyFile[]> => Effect.runPromiseWith(context)(findLikelyFiles, { signal });
  /** The variants whose files failed to render. They are retried on request. */
  const failed = new Set<number>();
  const forgetMissing = async (): Promise<void> => {
    for (const { variant_id, file_size } of await likely())
      if (file_size !== null && !(await files.has(variant_id))) await recordSize(variant_id, null);
  };
  /** Renders the first likely file that doesn't exist. Returns how long to wait afterwards, in milliseconds. */
  const makeNext = async (): Promise<number> => {
    if (!isIdle() || !(await leases.hold(LEASE, LEASE_MS))) return rest;
    for (const { variant_id } of await likely()) {
      if (failed.has(variant_id) || (await files.has(variant_id))) continue;
      const outcome = await files.makeAhead(variant_id).catch((error: unknown) => {
        failed.add(variant_id);
        console.error(`the file of variant ${variant_id} could not be pre-rendered:`, error);
        return "made" as const;
      });
      if (outcome === "full") return rest;
      return outcome === "made" ? 0 : giveWay;
    }
    return rest;
  };
  const logError = (error: unknown): void => {
    if (!signal.aborted && !transactions.isOutage(error)) console.error("pre-rendering failed:", error);
  };
  const run = async (): Promise<void> => {
    await wait(rest, undefined, { signal, ref: false });
    await forgetMissing().catch(logError);
    const tryNext = (): Promise<number> =>
      makeNext().catch((error: unknown) => {
        logError(error);
        return rest;
      });
    for (let pause = 0; isOn; pause = await tryNext()) {
      await wait(pause, undefined, { signal, ref: false });
    }
  };
  run().catch(logError);
  return async () => {
    ending.abort();
    // The lease expires by itself if the database can't be reached.
    await leases.release(LEASE).catch(() => {});
  };
};
