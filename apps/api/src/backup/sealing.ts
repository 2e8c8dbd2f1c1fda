import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
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

/** Derives the key of a backup from a passphrase. A new backup has no salt yet. */
export const sealingWith = (passphrase: string | null, salt?: string | null): Sealing => {
  if (passphrase === null) return { salt: null, key: null };
  const bytes = salt == null ? randomBytes(SALT_BYTES) : Buffer.from(salt, "hex");
  return { salt: bytes.toString("hex"), key: scryptSync(passphrase, bytes, 32) };
};

/** Writes a stream to a file, under its name only once it is whole. Returns the SHA-256 of the bytes on the disk. */
export const writeSealed = async (from: Readable, path: string, { key }: Sealing): Promise<string> => {
  const draft = `${path}.part`;
  const hash = createHash("sha256");
  const hashed = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const to = createWriteStream(draft, { mode: 0o600 });
    if (key === null) await pipeline(from, hashed, to);
    else {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = async function* (): AsyncGenerator<Buffer> {
        yield iv;
        for await (const chunk of from) yield cipher.update(chunk as Buffer);
        yield cipher.final();
        yield cipher.getAuthTag();
      };
      await pipeline(Readable.from(sealed()), hashed, to);
    }
    const written = await open(draft);
    await written.sync();
    await written.close();
    await rename(draft, path);
    return hash.digest("hex");
  } finally {
    await rm(draft, { force: true });
  }
};

/** The key doesn't fit, or the file was changed. */
export class SealBroken extends Error {}

/** Reads a file of a backup. Fails with SealBroken at its end if the key doesn't fit or the file was changed. */
export const readSealed = async (path: string, { key }: Sealing): Promise<Readable> => {
  if (key === null) return createReadStream(path);
  const { size } = await stat(path);
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
      throw new SealBroken(`${path} can't be decrypted: the key is another one, or the file was changed.`, {
        cause: error,
      });
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
