import { createDecipheriv, createHash, createHmac, scryptSync } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter, armor, generateX25519Identity, identityToRecipient } from "age-encryption";

/** The key is wrong, or the file was altered. */
export class SealBroken extends Error {}

/** Encrypts and decrypts a backup's files in age's format. Without a key, leaves them unchanged. */
export interface Sealing {
  /** The key, encrypted with the passphrase like age's own identity files. Null without a key. */
  readonly locked: string | null;
  /** A mark in file names that distinguishes files that are encrypted with different keys. Null without a key. */
  readonly mark: string | null;
  /** The key for proofs, or null without a key. */
  readonly proving: Buffer | null;
  readonly seal: ((from: AsyncIterable<Buffer>) => AsyncIterable<Buffer>) | null;
  readonly unseal: ((path: string) => AsyncIterable<Buffer>) | null;
}

export const UNSEALED: Sealing = { locked: null, mark: null, proving: null, seal: null, unseal: null };

const webOf = (from: Readable): ReadableStream<Uint8Array> => Readable.toWeb(from) as ReadableStream<Uint8Array>;

/** Returns the bytes of a web stream in chunks. */
async function* chunksOf(from: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of Readable.fromWeb(from as NodeStream<Uint8Array>)) yield chunk as Buffer;
}

const sealingOf = async (identity: string, locked: string): Promise<Sealing> => {
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    locked,
    mark: createHash("sha256").update(recipient).digest("hex").slice(0, 8),
    proving: createHash("sha256").update(`backlot backup\0${identity}`).digest(),
    seal: async function* (from) {
      yield* chunksOf(await encrypter.encrypt(webOf(Readable.from(from))));
    },
    unseal: async function* (path) {
      yield* chunksOf(await decrypter.decrypt(webOf(createReadStream(path))));
    },
  };
};

/** Creates a new backup key, and encrypts it with a passphrase. */
export const newSealing = async (passphrase: string): Promise<Sealing> => {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return sealingOf(identity, armor.encode(await encrypter.encrypt(`${identity}\n`)));
};

/** Returns the bytes of a locked key. Throws SealBroken if it is damaged. */
const keyBytes = (locked: string): Uint8Array => {
  try {
    return armor.decode(locked);
  } catch (cause) {
    throw new SealBroken("The backup's key is damaged.", { cause });
  }
};

/** Opens the key of a backup with its passphrase. Returns null if the passphrase is wrong. */
export const openSealing = async (locked: string, passphrase: string): Promise<Sealing | null> => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter.decrypt(keyBytes(locked), "text").catch(() => null);
  return opened === null ? null : sealingOf(opened.trim(), locked);
};

/** Returns proof, in hexadecimal, that a text was written with the key, or null without a key. */
export const proofOf = ({ proving }: Sealing, text: string): string | null =>
  proving === null ? null : createHmac("sha256", proving).update(text).digest("hex");

/** The digests of a file's bytes and of its stored form, in hexadecimal. They differ if the file is encrypted. */
export interface Written {
  readonly sha256: string;
  readonly stored: string;
  readonly size: number;
}

/** Returns a stream that passes bytes on, and provides their digest and count once it has ended. */
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
export const writeSealed = async (from: Readable, path: string, { seal }: Sealing): Promise<Written> => {
  const [plain, storedMeter] = [measuring(), measuring()];
  try {
    const to = createWriteStream(path, { mode: 0o600 });
    if (seal === null) await pipeline(from, plain.stream, storedMeter.stream, to);
    else await pipeline(from, plain.stream, seal, storedMeter.stream, to);
    const written = await open(path);
    await written.sync().finally(() => written.close());
    return { ...plain.result(), stored: storedMeter.result().sha256 };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** Reads a file of a backup. Fails with SealBroken if the key is wrong or the file was altered. */
export const readSealed = (path: string, { unseal }: Sealing): Readable => {
  if (unseal === null) return createReadStream(path);
  const opened = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* unseal(path);
    } catch (cause) {
      throw new SealBroken(`${path} can't be decrypted. The key is wrong, or the file was changed.`, { cause });
    }
  };
  return Readable.from(opened(), { objectMode: false });
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Decrypts a file of a format 1 backup. It is sealed as one piece, so check its digest before using any of it. */
async function* oldChunks(path: string, key: Buffer): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  if (size < IV_BYTES + TAG_BYTES) throw new Error("it is too short");
  const file = await open(path);
  const part = async (from: number, length: number) => (await file.read(Buffer.alloc(length), 0, length, from)).buffer;
  const [iv, tag] = [await part(0, IV_BYTES), await part(size - TAG_BYTES, TAG_BYTES)];
  await file.close();
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(tag);
  if (size > IV_BYTES + TAG_BYTES)
    for await (const chunk of createReadStream(path, { start: IV_BYTES, end: size - TAG_BYTES - 1 }))
      yield decipher.update(chunk as Buffer);
  yield decipher.final();
}

/** Returns the sealing of a format 1 backup, whose key is derived from the passphrase and a hexadecimal salt. */
export const oldSealing = (passphrase: string, salt: string): Sealing => {
  const key = scryptSync(passphrase, Buffer.from(salt, "hex"), 32);
  return { ...UNSEALED, proving: key, unseal: (path) => oldChunks(path, key) };
};

/** Returns the SHA-256 of a stream in hexadecimal. */
export const digestOf = async (from: Readable): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of from) hash.update(chunk as Buffer);
  return hash.digest("hex");
};
