import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
import { promisify } from "node:util";
import { verifyPassword as verifyScrypt } from "better-auth/crypto";

/** The cost of a hash: memory in KiB, number of passes, and number of lanes. */
export type PasswordCost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism">;

/**
 * OWASP's argon2id parameters for one pass and one lane, with 46 MiB. On Linux, the allocator returns blocks over 32
 * MiB to the system at once, but keeps smaller ones for every thread that has hashed.
 */
export const PASSWORD_COST: PasswordCost = { memory: 47_104, passes: 1, parallelism: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const derive = promisify(argon2);

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

const deriveIn = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: PasswordCost,
  tagLength: number,
): Promise<Buffer> => derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength });

/**
 * Returns a password's hash in PHC format. Hashes composed letters (NFC), because keyboards differ in how they type
 * "é". Runs in Node's thread pool.
 */
export const hashPassword = async (password: string, cost: PasswordCost): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveIn(password.normalize("NFC"), salt, cost, HASH_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Returns whether a stored hash is weaker than this cost, so that the next sign-in replaces it. */
const isOutdated = (storedHash: string, cost: PasswordCost): boolean => {
  const [, memory, passes] = PHC.exec(storedHash) ?? [];
  return memory === undefined || Number(memory) < cost.memory || Number(passes) < cost.passes;
};

/** Returns whether these exact characters match a stored hash, which is argon2id, or scrypt for older accounts. */
const verifyExactly = async (storedHash: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = "", hash = ""] = PHC.exec(storedHash) ?? [];
  if (memory === undefined) return verifyScrypt({ hash: storedHash, password });
  const digest = Buffer.from(hash, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(digest, await deriveIn(password, Buffer.from(salt, "base64"), cost, digest.length));
};

/**
 * Returns how a password matches a stored hash. Current hashes were computed from composed letters (NFC). Older hashes
 * were computed from the characters as typed, composed or not.
 */
const verifyPassword = async (storedHash: string, password: string): Promise<"composed" | "as typed" | "no"> => {
  const composed = password.normalize("NFC");
  if (await verifyExactly(storedHash, composed)) return "composed";
  const others = new Set([password, password.normalize("NFD")]);
  others.delete(composed);
  for (const typed of others) if (await verifyExactly(storedHash, typed)) return "as typed";
  return "no";
};

/** The password state of the current request. */
interface PasswordInUse {
  /** A hash computed in advance, or null. better-auth hashes inside a transaction, which would block a connection. */
  readonly hash: string | null;
  /** Whether the stored hash is outdated. */
  outdated: boolean;
}

const inUse = new AsyncLocalStorage<PasswordInUse>();

/** Runs a sign-up or a password reset with a hash computed in advance. */
export const withHash = <A>(hash: string, run: () => Promise<A>): Promise<A> =>
  inUse.run({ hash, outdated: false }, run);

/** Runs a sign-in. `outdated` is true if the password's stored hash should be replaced. */
export const watchingHash = async <A>(
  run: () => Promise<A>,
): Promise<{ readonly result: A; readonly outdated: boolean }> => {
  const watched: PasswordInUse = { hash: null, outdated: false };
  const result = await inUse.run(watched, run);
  return { result, outdated: watched.outdated };
};

/** Returns the functions that better-auth calls to hash and verify passwords. New hashes have this cost. */
export const passwordFunctions = (cost: PasswordCost) => ({
  hash: async (password: string): Promise<string> => inUse.getStore()?.hash ?? hashPassword(password, cost),
  verify: async ({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> => {
    const match = await verifyPassword(hash, password);
    const watched = inUse.getStore();
    if (match !== "no" && watched !== undefined) watched.outdated = match === "as typed" || isOutdated(hash, cost);
    return match !== "no";
  },
});
