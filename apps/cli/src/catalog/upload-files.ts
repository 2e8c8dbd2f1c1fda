import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { fileSizeText } from "@backlot/domain/catalog/collection";
import { uploadId } from "@backlot/domain/catalog/stock";
import { UPLOADS_PATH, UPLOAD_HEADERS } from "@backlot/ports/catalog/stock-upload";
import { DetailedError, Upload } from "tus-js-client";
import type { Output } from "../output.ts";

/** A file to send: its name in the store, its place in the folder, its path, and its SHA-256 in hexadecimal. */
export interface UploadedFile {
  readonly name: string;
  readonly source: string;
  readonly path: string;
  readonly sha256: string;
}

/** The store to send files to, and who sends them. */
interface Target {
  readonly store: string;
  readonly key: string;
  readonly actor: string;
  readonly reason: string;
}

/** The number of files to send at once. */
const AT_ONCE = 3;

/** The size of a part, in bytes. A slow connection can send one within the time limit of a request. */
const PART = 1_048_576;

/** The delays before a part is sent again, in milliseconds. They start over with each part that arrives. */
const WAITS = [500, 1_000, 3_000, 5_000, 10_000, 20_000];

/** Returns why a file was not accepted, in the store's words if it gave a reason. */
const reasonOf = (error: Error): string => {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? "") : "";
  try {
    const { message } = (JSON.parse(body) as { readonly error: { readonly message: string } }).error;
    return message;
  } catch {
    const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
    return status === undefined ? "the store can't be reached" : `the store answered ${status}`;
  }
};

/** Sends a file in parts, starting after those that the store already has. Rejects if the store refuses it. */
const send = (
  { name, path, sha256 }: UploadedFile,
  { store, key, actor, reason }: Target,
  size: number,
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
 * Sends files to a store, several at once, and reports each one that has arrived. Returns a line for each file that
 * could not be sent.
 */
export const uploadFiles = async (
  files: readonly UploadedFile[],
  target: Target,
  output: Pick<Output, "err"> | null,
): Promise<readonly string[]> => {
  // The upload library still uses url.parse(), which makes Node print a warning.
  process.noDeprecation = true;
  const faults: string[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let file = files[next]; file !== undefined; file = files[next]) {
      next += 1;
      const { size } = await stat(file.path);
      try {
        await send(file, target, size);
        done += 1;
        output?.err(`${done} of ${files.length} files: ${file.source}, ${fileSizeText(size)}`);
      } catch (error) {
        faults.push(`${file.source}: ${reasonOf(error instanceof Error ? error : new Error(String(error)))}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
};
