import { open, stat } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import yauzl from "yauzl";
import { extensionOf, knownType } from "./file-types.ts";

/** The length of a glTF binary's header, and of the header of its first chunk, in bytes. */
const GLB_HEADER = 12;
const CHUNK_HEADER = 8;

/** The number of bytes at the start of a picture or video that identify its type. */
const HEAD = 4_100;

/** The largest scene data to read, in bytes. */
const MAX_SCENE = 50_000_000;

/** Reads bytes from a file. The result is shorter if the file ends first. */
const readBytes = async (path: string, position: number, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Returns the fault in a ZIP, or null if there is none. */
const zipFault = async (path: string): Promise<string | null> => {
  try {
    const zip = await yauzl.openPromise(path);
    let files = 0;
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) return `is a ZIP with an encrypted ${entry.fileName}. Create it without a password`;
      if (!entry.fileName.endsWith("/")) files += 1;
    }
    return files === 0 ? "is a ZIP without files" : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/relative path|absolute path|invalid characters/.test(reason))
      return `is a ZIP with a path outside its folder (${reason})`;
    return `is not a complete ZIP (${reason})`;
  }
};

/** Returns the fault in a glTF binary, or null if there is none. */
const sceneFault = async (path: string, size: number): Promise<string | null> => {
  const head = await readBytes(path, 0, GLB_HEADER + CHUNK_HEADER);
  if (head.length < GLB_HEADER + CHUNK_HEADER || head.toString("latin1", 0, 4) !== "glTF") return "is not a GLB";
  if (head.readUInt32LE(4) !== 2) return `is a GLB of version ${head.readUInt32LE(4)}. Only version 2 is supported`;
  if (head.readUInt32LE(8) !== size) return `is a GLB of ${head.readUInt32LE(8)} bytes in a file of ${size} bytes`;
  const length = head.readUInt32LE(GLB_HEADER);
  if (head.toString("latin1", GLB_HEADER + 4) !== "JSON" || length > Math.min(size, MAX_SCENE))
    return "is a GLB without valid scene data";
  try {
    const scene = JSON.parse((await readBytes(path, GLB_HEADER + CHUNK_HEADER, length)).toString("utf8")) as {
      readonly asset?: { readonly version?: unknown };
    } | null;
    return scene?.asset?.version === "2.0" ? null : "is a GLB without valid scene data";
  } catch {
    return "is a GLB whose scene data is broken";
  }
};

/** Returns the problem if a picture or video isn't of the `expected` type, or null. */
const mediaFault = async (path: string, expected: string): Promise<string | null> => {
  // Don't pass the path. Given a path, the library would load a package at run time that our bundle lacks.
  const fileType = await fileTypeFromBuffer(await readBytes(path, 0, HEAD));
  if (fileType?.mime === expected) return null;
  return fileType === undefined ? `is not ${expected}` : `is ${fileType.mime}, not ${expected}. Rename or convert it`;
};

/** Returns whether a file is a web page, such as an error page that was saved in place of the file. */
const isWebPage = async (path: string): Promise<boolean> =>
  /^(?:\uFEFF)?\s*<(?:!doctype html|html|head|\?xml)/i.test((await readBytes(path, 0, 512)).toString("utf8"));

const ZIPS: ReadonlySet<string> = new Set(["usdz", "zip"]);

/**
 * Returns the fault in the content of a product file, or null if it matches the extension of `fileName`. A file of an
 * unknown type is refused only if it is empty or a web page. The text completes a sentence that starts with "This
 * file".
 */
export const contentFault = async (path: string, fileName: string): Promise<string | null> => {
  const { size } = await stat(path);
  if (size === 0) return "is empty";
  if (await isWebPage(path)) return "is a web page: was an error page saved instead of the file?";
  const extension = extensionOf(fileName);
  if (ZIPS.has(extension)) return zipFault(path);
  if (extension === "glb") return sceneFault(path, size);
  const expected = knownType(fileName);
  return expected === null ? null : mediaFault(path, expected);
};
