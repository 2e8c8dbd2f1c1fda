import { type FilePart, type LogError, logToConsole } from "@backlot/ports";

export interface FileRequest {
  readonly variantId: number;
  readonly part: FilePart;
}

/** Returns a file's name, built only from numbers and the part, so it can't escape the folder. */
export const nameOf = ({ variantId, part }: FileRequest): string =>
  part === "zip" ? String(variantId) : `${variantId}.${part}`;

/** Generates a variant's file at a path. Called once per missing file. Rejects once `stop` is aborted. */
export type MakeFile = (variantId: number, path: string, part: FilePart, stop?: AbortSignal) => Promise<void>;

/**
 * The state of a file. `seconds` estimates the time until it is ready; `done` settles when generation ends. "failed"
 * means that it failed recently.
 */
export type FileState =
  | { readonly _tag: "ready" }
  | { readonly _tag: "making"; readonly seconds: number; readonly done: Promise<void> }
  | { readonly _tag: "failed" };

/**
 * A queue that generates one file at a time, because a second one would only slow the first. Requested files go first,
 * in the order of their requests, then those likely to be requested soon, then any others.
 */
export interface FileQueue {
  /** Enqueues a file unless it exists, and returns its state. Concurrent calls enqueue it once. */
  readonly prepare: (request: FileRequest) => Promise<FileState>;
  /** Enqueues a file and resolves once it exists. Rejects if generating it fails. */
  readonly generate: (request: FileRequest) => Promise<void>;
  /**
   * Generates a file ahead of demand, unless it exists. Resolves to false if the caller must retry later because a file
   * with priority interrupted it, or another process is generating it. Rejects if generating it fails.
   */
  readonly makeAhead: (request: FileRequest) => Promise<boolean>;
  /** Generates files that are likely to be requested soon, once no requested file is waiting. */
  readonly hasten: (files: readonly FileRequest[]) => void;
}

/**
 * Runs work under the lease on the named file, so that processes that share storage don't generate the same file at
 * once. Returns false without running it if another process has the lease.
 */
export type FileLeases = (name: string, work: () => Promise<void>) => Promise<boolean>;

/** How often to check for a file that another process is generating, in milliseconds. */
const LOOK_MS = 2_000;

/** How long `prepare` reports a failure before it tries again, in milliseconds. */
const REST_MS = 60_000;

/** The maximum number of files that can be hastened at once. */
const MOST_HASTENED = 20;

const first = (files: ReadonlyMap<string, FileRequest>): FileRequest | undefined => files.values().next().value;

/** A file that is being generated or is waiting in the queue. */
interface Making {
  done: Promise<void>;
  readonly seconds: number;
  /** When its generation started, in milliseconds of the process's monotonic clock; null while it waits. */
  begun: number | null;
}

/** A file that is being generated ahead of demand. */
interface Ahead {
  readonly name: string;
  readonly stop: AbortController;
  /** When its generation started, in milliseconds of the process's monotonic clock. */
  readonly begun: number;
  readonly isHastened: boolean;
}

const UNSHARED: FileLeases = (_, work) => work().then(() => true);

/**
 * Creates a queue of files to generate. `exists` returns whether a file exists, `make` generates it, and `seconds`
 * estimates how long that takes. `leases` are shared by all processes over the same storage, and `lookEvery` is how
 * often to check for a file that another process is generating, in milliseconds.
 */
export const makeFileQueue = (options: {
  readonly exists: (request: FileRequest) => Promise<boolean>;
  readonly make: (request: FileRequest, stop?: AbortSignal) => Promise<void>;
  readonly seconds: (request: FileRequest) => number;
  readonly leases?: FileLeases | undefined;
  readonly lookEvery?: number;
  /** Returns whether there is room for a file generated ahead of demand. */
  readonly hasRoom?: () => Promise<boolean>;
  readonly logError?: LogError | undefined;
}): FileQueue => {
  const { leases = UNSHARED, lookEvery = LOOK_MS, logError = logToConsole } = options;
  const { hasRoom = () => Promise.resolve(true) } = options;
  // The files that are being generated or are waiting, by name, in queue order.
  const making = new Map<string, Making>();
  /** When each file's generation last failed, in milliseconds of the process's monotonic clock. */
  const failures = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  let ahead: Ahead | null = null;
  /** The files to generate soon, by name. */
  const hastened = new Map<string, FileRequest>();
  /** Generates a file unless it exists. Returns false if another process is generating it. */
  const makeHere = async (request: FileRequest, stop?: AbortSignal): Promise<boolean> => {
    // The file may have been created while this request waited.
    if (await options.exists(request)) return true;
    return leases(nameOf(request), async () => {
      // Another process may have generated the file in the meantime. If the lease is lost, both processes generate the
      // file, and the one that finishes last wins.
      if (!(await options.exists(request))) await options.make(request, stop);
    });
  };
  /** Runs work after all earlier work has ended, even if that work fails. */
  const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
    const done = last.then(work);
    last = done.then(
      () => {},
      () => {},
    );
    return done;
  };
  const enqueue = (request: FileRequest): Making => {
    const name = nameOf(request);
    const existingEntry = making.get(name);
    if (existingEntry !== undefined) return existingEntry;
    const started = ahead?.name === name && !ahead.stop.signal.aborted ? ahead.begun : null;
    if (started === null) ahead?.stop.abort();
    // From now on, treat the file as requested.
    else ahead = null;
    const make = async (): Promise<void> => {
      const tryHere = () =>
        inTurn(() => {
          entry.begun ??= performance.now();
          return makeHere(request);
        });
      while (!(await tryHere())) await new Promise<void>((resolve) => void setTimeout(resolve, lookEvery).unref());
    };
    const entry: Making = { done: Promise.resolve(), seconds: options.seconds(request), begun: started };
    entry.done = make().finally(() => making.delete(name));
    making.set(name, entry);
    entry.done.then(
      () => void failures.delete(name),
      (error: unknown) => {
        failures.set(name, performance.now());
        logError(`the file ${name} could not be rendered`, error);
      },
    );
    return entry;
  };
  const makeAhead = (request: FileRequest, isHastened = false): Promise<boolean> =>
    inTurn(async () => {
      if (making.size > 0 || (!isHastened && hastened.size > 0)) return false;
      const stop = new AbortController();
      ahead = { name: nameOf(request), stop, begun: performance.now(), isHastened };
      try {
        return await makeHere(request, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return false;
        throw error;
      } finally {
        if (ahead?.stop === stop) ahead = null;
      }
    });
  let isHastening = false;
  const makeHastened = async (): Promise<void> => {
    for (let next = first(hastened); next !== undefined; next = first(hastened)) {
      const request = next;
      // If there is no room, the files wait until they are requested.
      if (!(await hasRoom())) return hastened.clear();
      const isMade = await makeAhead(request, true).catch((error: unknown) => {
        logError(`the file ${nameOf(request)} could not be pre-rendered`, error);
        return true;
      });
      if (isMade) hastened.delete(nameOf(request));
      else await new Promise<void>((resolve) => void setTimeout(resolve, lookEvery).unref());
    }
  };
  const addHastened = async (files: readonly FileRequest[]): Promise<void> => {
    const before = hastened.size;
    for (const request of files) {
      if (hastened.size >= MOST_HASTENED) break;
      if (!(await options.exists(request))) hastened.set(nameOf(request), request);
    }
    if (hastened.size === before) return;
    if (ahead !== null && !ahead.isHastened && !hastened.has(ahead.name)) ahead.stop.abort();
    if (isHastening) return;
    isHastening = true;
    await makeHastened().finally(() => {
      isHastening = false;
    });
  };
  const leftOf = ({ begun, seconds: whole }: Making): number =>
    begun === null ? whole : Math.max(1, whole - (performance.now() - begun) / 1_000);
  return {
    prepare: async (request) => {
      if (await options.exists(request)) return { _tag: "ready" };
      const failedAt = failures.get(nameOf(request));
      if (failedAt !== undefined && performance.now() - failedAt < REST_MS) return { _tag: "failed" };
      const entry = enqueue(request);
      let waitSeconds = 0;
      for (const each of making.values()) {
        waitSeconds += leftOf(each);
        if (each === entry) break;
      }
      return { _tag: "making", seconds: Math.ceil(waitSeconds), done: entry.done };
    },
    generate: (request) => enqueue(request).done,
    makeAhead: (request) => makeAhead(request),
    hasten: (files) => {
      addHastened(files).catch((error: unknown) => logError("pre-rendering failed", error));
    },
  };
};
