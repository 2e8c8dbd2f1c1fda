import type { FilePart } from "@backlot/ports";

/** A requested file. */
export interface Wanted {
  readonly variantId: number;
  readonly part: FilePart;
}

/** Returns a file's name, built only from numbers and the part, so that it can't leave the folder. */
export const nameOf = ({ variantId, part }: Wanted): string =>
  part === "zip" ? String(variantId) : `${variantId}.${part}`;

/** Generates a variant's file at a path. Called once per missing file. */
export type MakeFile = (variantId: number, path: string, part: FilePart) => Promise<void>;

/**
 * The state of a file. `seconds` estimates the time until it is ready; `done` settles when generation ends. "failed"
 * means that it failed recently.
 */
export type FileState =
  | { readonly _tag: "ready" }
  | { readonly _tag: "making"; readonly seconds: number; readonly done: Promise<void> }
  | { readonly _tag: "failed" };

/** A queue that generates one file at a time, because a second one would only slow the first. */
export interface FileQueue {
  /** Enqueues a file unless it exists, and returns its state. Concurrent calls enqueue it once. */
  readonly prepare: (wanted: Wanted) => Promise<FileState>;
  /** Enqueues a file and resolves once it exists. Rejects if generating it fails. */
  readonly made: (wanted: Wanted) => Promise<void>;
}

/** How long `prepare` reports a failure before it tries again, in milliseconds. */
const REST_MS = 60_000;

/** A file that is being generated or waits in the queue. */
interface Making {
  readonly done: Promise<void>;
  readonly seconds: number;
  /** When it was started, by the process's monotonic clock in milliseconds; null while it waits. */
  begun: number | null;
}

/**
 * Creates a queue of files to generate. `exists` tells whether a file exists, `make` generates it, and `seconds`
 * estimates how long that takes.
 */
export const makeFileQueue = (options: {
  readonly exists: (wanted: Wanted) => Promise<boolean>;
  readonly make: (wanted: Wanted) => Promise<void>;
  readonly seconds: (wanted: Wanted) => number;
}): FileQueue => {
  // In queue order.
  const making = new Map<string, Making>();
  /** When a file last failed, by the process's monotonic clock in milliseconds. */
  const failures = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  const make = async (wanted: Wanted): Promise<void> => {
    // It may have been created while this request waited.
    if (!(await options.exists(wanted))) await options.make(wanted);
  };
  const enqueue = (wanted: Wanted): Making => {
    const name = nameOf(wanted);
    const known = making.get(name);
    if (known !== undefined) return known;
    const done = last
      .then(() => {
        entry.begun = performance.now();
        return make(wanted);
      })
      .finally(() => making.delete(name));
    const entry: Making = { done, seconds: options.seconds(wanted), begun: null };
    making.set(name, entry);
    // The next file starts even if this one fails.
    last = done.then(
      () => void failures.delete(name),
      (error: unknown) => {
        failures.set(name, performance.now());
        console.error(`the file ${name} could not be made:`, error);
      },
    );
    return entry;
  };
  const leftOf = ({ begun, seconds: whole }: Making): number =>
    begun === null ? whole : Math.max(1, whole - (performance.now() - begun) / 1_000);
  return {
    prepare: async (wanted) => {
      if (await options.exists(wanted)) return { _tag: "ready" };
      const failedAt = failures.get(nameOf(wanted));
      if (failedAt !== undefined && performance.now() - failedAt < REST_MS) return { _tag: "failed" };
      const own = enqueue(wanted);
      let left = 0;
      for (const each of making.values()) {
        left += leftOf(each);
        if (each === own) break;
      }
      return { _tag: "making", seconds: Math.ceil(left), done: own.done };
    },
    made: (wanted) => enqueue(wanted).done,
  };
};
