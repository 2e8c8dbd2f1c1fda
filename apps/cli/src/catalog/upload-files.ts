import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { fileSizeText } from "@backlot/domain/catalog/collection";
import { uploadId } from "@backlot/domain/catalog/stock";
import { UPLOADS_PATH, UPLOAD_HEADERS } from "@backlot/ports/catalog/stock-upload";
import { DetailedError, Upload } from "tus-js-client";
import type { Output } from "../output.ts";

/** A file that the store requests: its name in the store, its place in the folder, and its path. */
interface AskedFile {
  readonly name: string;
  readonly source: string;
  readonly path: string;
  /** The hexadecimal SHA-256 of the store's file, or null if it has none. */
  readonly storeSha256: string | null;
}

/** The result of sending files: those that were sent, and an error line for each of the others. */
interface UploadReport<F> {
  readonly sent: readonly F[];
  readonly faults: readonly string[];
}

/** Returns the hexadecimal SHA-256 of a file, or null if it cannot be read. */
const digestOf = async (path: string): Promise<string | null> => {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } catch {
    return null;
  }
};

/** The store to send files to, and the sender. */
interface Target {
  readonly store: string;
  readonly key: string;
  readonly actor: string;
  readonly reason: string;
}

/** The number of files to send at once. */
const AT_ONCE = 3;

/** The size of a part, in bytes. Even a slow connection can send one within a request's time limit. */
const PART = 1_048_576;

/** The delays before a part is sent again, in milliseconds. They start over after each part that arrives. */
const WAITS = [500, 1_000, 3_000];

/** How long to wait for a store that doesn't respond, in milliseconds. */
const PATIENCE_MS = 3_600_000;
/** How often to check whether the store responds again, in milliseconds. */
const LOOK_MS = 2_000;
/**
 * The statuses that a proxy returns if its store is down, and that a store returns if its database is down. Undefined
 * means no response.
 */
const GONE: readonly (number | undefined)[] = [undefined, 502, 503, 504];

/** Returns whether an upload failed because the store is down rather than because of the file. */
const isGone = (error: unknown): boolean =>
  !(error instanceof DetailedError) || GONE.includes(error.originalResponse?.getStatus());

/** Waits until a store responds again, and returns whether it does. */
const answersAgain = async (store: string): Promise<boolean> => {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const answer = await fetch(new URL("/api/health", store)).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
  }
  return false;
};

/** Returns why a file was not accepted, in the store's words if it gave a reason. */
const reasonOf = (error: Error): string => {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? "") : "";
  try {
    const { message } = (JSON.parse(body) as { readonly error: { readonly message: string } }).error;
    return message;
  } catch {
    const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
    return status === undefined ? "the store can't be reached" : `the store responded with status ${status}`;
  }
};

/** Sends a file in parts, starting after those that the store already has. Rejects if the store refuses it. */
const send = (
  { name, path }: AskedFile,
  { store, key, actor, reason }: Target,
  { sha256, size }: { readonly sha256: string; readonly size: number },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const endpoint = new URL(UPLOADS_PATH, store).href;
    // The library opens the file again for each part, so this handle has to be closed.
    const file = createReadStream(path);
    new Upload(file, {
      endpoint,
      uploadUrl: `${endpoint}/${uploadId(name, sha256)}`,
      uploadSize: size,
      chunkSize: PART,
      retryDelays: WAITS,
      storeFingerprintForResuming: false,
      headers: {
        authorization: `Bearer ${key}`,
        [UPLOAD_HEADERS.sha256]: sha256,
        [UPLOAD_HEADERS.name]: encodeURIComponent(name),
        [UPLOAD_HEADERS.size]: String(size),
        [UPLOAD_HEADERS.actor]: encodeURIComponent(actor),
        [UPLOAD_HEADERS.reason]: encodeURIComponent(reason),
      },
      metadata: { name, sha256 },
      onSuccess: () => file.close(() => resolve()),
      onError: (error) => file.close(() => reject(error)),
    }).start();
  });

/**
 * Sends the files that a store doesn't have, several at once, and reports each one that has arrived. Skips files that
 * aren't in the folder. Waits for a store that doesn't respond. Calls `there` for each file that the store has.
 */
export const uploadFiles = async <F extends AskedFile>(
  files: readonly F[],
  target: Target,
  output: Pick<Output, "err"> | null,
  there: (file: F) => Promise<void>,
): Promise<UploadReport<F>> => {
  // The upload library still uses url.parse(), which makes Node print a warning.
  process.noDeprecation = true;
  const faults: string[] = [];
  const sent: F[] = [];
  let next = 0;
  let waiting: Promise<boolean> | null = null;
  /** Makes all concurrent uploads wait together. */
  const waitForStore = (): Promise<boolean> => {
    if (waiting === null) {
      output?.err("The store isn't responding. Retrying…");
      waiting = answersAgain(target.store).finally(() => {
        waiting = null;
      });
    }
    return waiting;
  };
  const sendPatiently = async (file: F, facts: { readonly sha256: string; readonly size: number }): Promise<void> => {
    for (;;)
      try {
        return await send(file, target, facts);
      } catch (error) {
        if (!isGone(error) || !(await waitForStore())) throw error;
      }
  };
  const work = async (): Promise<void> => {
    for (let file = files[next]; file !== undefined; file = files[next]) {
      next += 1;
      const at = next;
      const sha256 = await digestOf(file.path);
      if (sha256 === file.storeSha256) await there(file);
      if (sha256 === null || sha256 === file.storeSha256) continue;
      const { size } = await stat(file.path);
      try {
        await sendPatiently(file, { sha256, size });
        sent.push(file);
        await there(file);
        output?.err(`${at} of ${files.length} files: ${file.source}, ${fileSizeText(size)}`);
      } catch (error) {
        faults.push(`${file.source}: ${reasonOf(error instanceof Error ? error : new Error(String(error)))}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { sent, faults };
};
