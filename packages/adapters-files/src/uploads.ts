import { createReadStream, mkdirSync } from "node:fs";
import { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

/** How long to keep an unfinished upload after it started, in milliseconds. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;

/** The largest accepted file, in bytes. */
const LARGEST = 50_000_000_000;

/** The facts that a sender states about an upload. */
export type UploadFacts = Readonly<Record<string, string | undefined>>;

/** A complete upload. */
export interface ArrivedUpload {
  readonly facts: UploadFacts;
  readonly open: () => ReadableStream<Uint8Array>;
}

/** Uploads files in parts, using the tus protocol. A sender can resume after any interruption. */
export interface Uploads {
  /** Handles a tus request. Returns the response. */
  readonly handle: (request: Request) => Promise<Response>;
  /** Returns an upload if it is complete, otherwise null. */
  readonly arrived: (id: string) => Promise<ArrivedUpload | null>;
  /** Deletes an upload, if it still exists. */
  readonly remove: (id: string) => Promise<void>;
  /** Deletes unfinished uploads that started more than three days ago. */
  readonly removeAbandoned: () => Promise<void>;
}

const factsOf = (metadata: Readonly<Record<string, string | null>> | undefined): UploadFacts =>
  Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [key, value ?? undefined]));

/**
 * Creates the handler for uploads to a folder, served at a path of the store. `idOf` derives an upload's id from its
 * facts, so that uploading the same file again resumes the upload. If the facts are not acceptable, it returns the
 * error to respond with.
 */
export const makeUploads = (options: {
  readonly folder: string;
  readonly path: string;
  readonly idOf: (facts: UploadFacts) => { readonly id: string } | { readonly error: string };
}): Uploads => {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory: options.folder, expirationPeriodInMilliseconds: KEPT_MS });
  const server = new Server({
    path: options.path,
    datastore: store,
    relativeLocation: true,
    maxSize: LARGEST,
    // Only the CLI uploads files, never a page on another site.
    allowedOrigins: [],
    namingFunction: (_, metadata) => {
      const named = options.idOf(factsOf(metadata));
      if ("error" in named) throw { status_code: 400, body: named.error };
      return named.id;
    },
  });
  return {
    handle: (request) => server.handleWeb(request),
    arrived: async (id) => {
      const upload = await store.getUpload(id).catch(() => null);
      if (upload === null || upload.size === undefined || upload.offset !== upload.size) return null;
      return {
        facts: factsOf(upload.metadata),
        open: () => Readable.toWeb(createReadStream(`${options.folder}/${id}`)) as ReadableStream<Uint8Array>,
      };
    },
    // Another process may already have removed the upload.
    remove: (id) => store.remove(id).catch(() => {}),
    removeAbandoned: async () => void (await server.cleanUpExpiredUploads().catch(() => 0)),
  };
};
