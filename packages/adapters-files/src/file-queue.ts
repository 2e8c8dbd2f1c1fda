import type { FilePart } from "@backlot/ports";

/** A file that somebody asks for. */
export interface Wanted {
  readonly variantId: number;
  readonly part: FilePart;
}

/** What a file is called in its store: by numbers alone, so no name can lead out of it. */
export const nameOf = ({ variantId, part }: Wanted): string =>
  part === "zip" ? String(variantId) : `${variantId}.${part}`;

/** Makes a file of a variant at a path. Called once per file, when it is first asked for. */
export type MakeFile = (variantId: number, path: string, part: FilePart) => Promise<void>;

/**
 * Whether a file is there, or how many seconds it takes to be made, about, and when that ends, well or not; or that
 * it could not be made just now.
 */
export type FileState =
  | { readonly _tag: "ready" }
  | { readonly _tag: "making"; readonly seconds: number; readonly done: Promise<void> }
  | { readonly _tag: "failed" };

/** Files that are made one after another: a second one would only slow the first. */
export interface FileQueue {
  /** Has a file made where it is not there yet, and says how it stands. Asked twice, it is made once. */
  readonly prepare: (wanted: Wanted) => Promise<FileState>;
  /** Ends once a file is made. Rejects where that fails. */
  readonly made: (wanted: Wanted) => Promise<void>;
}

/** For how long a file that could not be made is not tried again by who only asks how it stands, in milliseconds. */
const REST_MS = 60_000;

/** A file that is being made, or waits for that. */
interface Making {
  readonly done: Promise<void>;
  readonly seconds: number;
  /** When it was begun, in milliseconds of the process's own clock; null while it waits. */
  begun: number | null;
}

/**
 * Makes files one after another. `exists` says whether one is there, `make` makes it,
 * `seconds` says how long that takes.
 */
export const makeFileQueue = (options: {
  readonly exists: (wanted: Wanted) => Promise<boolean>;
  readonly make: (wanted: Wanted) => Promise<void>;
  readonly seconds: (wanted: Wanted) => number;
}): FileQueue => {
  // In the order in which they were asked for.
  const making = new Map<string, Making>();
  /** When a file could not be made, in milliseconds of the process's own clock. */
  const failures = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  const make = async (wanted: Wanted): Promise<void> => {
    // It may have come while this one waited.
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
    // The next one begins whatever becomes of this one.
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
