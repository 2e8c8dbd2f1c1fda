import { availableParallelism, loadavg } from "node:os";
import { findLikelyFiles, tryLease } from "@backlot/application";
import { Transactions } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import type { Services } from "./composition.ts";
import { recordFileSize } from "./sold-files.ts";

/** The pause between checks while there is nothing to render or while rendering must wait, in milliseconds. */
const REST_MS = 60_000;
/** How long to wait before retrying a file whose rendering was interrupted, in milliseconds. */
const GIVE_WAY_MS = 5_000;

/** Returns whether the machine is idle apart from rendering one file. */
const isMachineIdle = (): boolean => (loadavg()[0] ?? 0) <= availableParallelism() + 1;

/**
 * Renders the sample catalog's files one at a time while no customer is waiting for a file. Starts with the files that
 * are most likely to be requested. Only one of several processes does so at a time. First clears the sizes of deleted
 * files, so that no page shows them as ready. If `isOn` is false, only clears the sizes. The returned function stops
 * rendering, abandons any file in progress, and resolves once another process can take over. `rest` and `giveWay` are
 * the pauses in milliseconds, and `isIdle` returns whether the machine is otherwise idle.
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
  const exists = (variantId: number) => Effect.promise(() => files.has(variantId));
  /** The variants whose files failed to render. They are retried on request. */
  const failed = new Set<number>();
  const render = (variantId: number) =>
    Effect.catchDefect(
      Effect.promise(() => files.makeAhead(variantId)),
      (error) => {
        failed.add(variantId);
        return Effect.as(
          Effect.logError(`the file of variant ${variantId} could not be pre-rendered`, error),
          "made" as const,
        );
      },
    );
  /** Renders the likeliest file that doesn't exist yet. Returns how long to wait afterward, in milliseconds. */
  const renderNext = Effect.gen(function* () {
    for (const { variant_id } of yield* findLikelyFiles) {
      if (failed.has(variant_id) || (yield* exists(variant_id))) continue;
      const outcome = yield* render(variant_id);
      if (outcome === "full") return rest;
      return outcome === "made" ? 0 : giveWay;
    }
    return rest;
  });
  const forgetMissing = Effect.gen(function* () {
    for (const { variant_id, file_size } of yield* findLikelyFiles)
      if (file_size !== null && !(yield* exists(variant_id))) yield* recordFileSize(variant_id, null);
  });
  const work = Effect.gen(function* () {
    const { isOutage } = yield* Transactions;
    const logged = (cause: Cause.Cause<never>) =>
      isOutage(Cause.squash(cause)) ? Effect.void : Effect.logError("pre-rendering failed", cause);
    yield* Effect.sleep(rest);
    yield* Effect.catchCause(forgetMissing, logged);
    while (isOn) {
      const pause = isIdle()
        ? Effect.map(
            tryLease("ahead")(renderNext),
            Option.getOrElse(() => rest),
          )
        : Effect.succeed(rest);
      yield* Effect.sleep(yield* Effect.catchCause(pause, (cause) => Effect.as(logged(cause), rest)));
    }
  });
  const fiber = Effect.runForkWith(context)(work);
  return () => Effect.runPromise(Fiber.interrupt(fiber));
};
