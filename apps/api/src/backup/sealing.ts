import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scryptSync } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;

/** Encrypts and decrypts the files of a backup with AES-256-GCM, or leaves them as they are without a key. */
export interface Sealing {
  /** The salt of the key in hexadecimal, or null without a key. */
  readonly salt: string | null;
  readonly key: Buffer | null;
}

/** For backups that are not encrypted. */
export const UNSEALED: Sealing = { salt: null, key: null };

/** Derives the key of a backup from a passphrase, with the salt of an earlier one or a new one. */
export const sealingWith = (passphrase: string, salt: string | null = null): Sealing => {
  const bytes = salt === null ? randomBytes(SALT_BYTES) : Buffer.from(salt, "hex");
  return { salt: bytes.toString("hex"), key: scryptSync(passphrase, bytes, 32) };
};

/** Returns a text's proof that it was written with the key, in hexadecimal, or null without a key. */
export const proofOf = ({ key }: Sealing, text: string): string | null =>
  key === null ? null : createHmac("sha256", key).update(text).digest("hex");

/** The digests of a file's bytes and of what is stored of it, in hexadecimal. They differ if it is encrypted. */
export interface Written {
  readonly sha256: string;
  readonly stored: string;
  readonly size: number;
}

/** Returns a stream that passes bytes on, and their digest and number once it has ended. */
const measuring = () => {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      size += chunk.byteLength;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sha256: hash.digest("hex"), size }) };
};

/** Writes a stream to a new file, and syncs it to the disk. Leaves no file behind if it fails. */
export const writeSealed = async (from: Readable, path: string, { key }: Sealing): Promise<Written> => {
  const [plain, stored] = [measuring(), measuring()];
  try {
    const to = createWriteStream(path, { mode: 0o600 });
    if (key === null) await pipeline(from, plain.stream, stored.stream, to);
    else {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const seal = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        yield iv;
        for await (const chunk of chunks) yield cipher.update(chunk);
        yield cipher.final();
        yield cipher.getAuthTag();
      };
      await pipeline(from, plain.stream, seal, stored.stream, to);
    }
    const written = await open(path);
    await written.sync().finally(() => written.close());
    return { ...plain.result(), stored: stored.result().sha256 };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** The key doesn't fit, or the file was changed. */
export class SealBroken extends Error {}

/** Reads a file of a backup. Fails with SealBroken at its end if the key doesn't fit or the file was changed. */
export const readSealed = async (path: string, { key }: Sealing): Promise<Readable> => {
  if (key === null) return createReadStream(path);
  const broken = (cause?: unknown): SealBroken =>
    new SealBroken(`${path} can't be decrypted: the key is another one, or the file was changed.`, { cause });
  const { size } = await stat(path);
  if (size < IV_BYTES + TAG_BYTES) throw broken();
  const file = await open(path);
  const part = async (from: number, length: number) => (await file.read(Buffer.alloc(length), 0, length, from)).buffer;
  const [iv, tag] = [await part(0, IV_BYTES), await part(size - TAG_BYTES, TAG_BYTES)];
  await file.close();
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(tag);
  const opened = async function* (): AsyncGenerator<Buffer> {
    if (size > IV_BYTES + TAG_BYTES)
      for await (const chunk of createReadStream(path, { start: IV_BYTES, end: size - TAG_BYTES - 1 }))
        yield decipher.update(chunk as Buffer);
    try {
      yield decipher.final();
    } catch (error) {
      throw broken(error);
    }
  };
  return Readable.from(opened(), { objectMode: false });
};

/** Returns the SHA-256 of a stream in hexadecimal. */
export const digestOf = async (from: Readable): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of from) hash.update(chunk as Buffer);
  return hash.digest("hex");
};
