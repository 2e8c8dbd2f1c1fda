import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
import { promisify } from "node:util";
import { verifyPassword as verifyScrypt } from "better-auth/crypto";

/** What a hash takes: memory in KiB, passes over it, and lanes. */
export type PasswordCost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism">;

/**
 * OWASP's argon2id of one pass and one lane: 46 MiB. The allocator of Linux gives blocks of more than 32 MiB back to
 * the system at once; smaller ones it keeps, for each thread of the pool that has hashed.
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

/** A password's hash in the PHC form. Made in the pool of threads of Node. */
export const hashPassword = async (password: string, cost: PasswordCost): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveIn(password, salt, cost, HASH_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a stored hash is weaker than one of this cost: the next sign-in replaces it. */
const isOutdated = (stored: string, cost: PasswordCost): boolean => {
  const [, memory, passes] = PHC.exec(stored) ?? [];
  return memory === undefined || Number(memory) < cost.memory || Number(passes) < cost.passes;
};

/** Whether a password is the one of a stored hash: argon2id's, or the scrypt of older accounts. */
const verifyPassword = async (stored: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = "", hash = ""] = PHC.exec(stored) ?? [];
  if (memory === undefined) return verifyScrypt({ hash: stored, password });
  const known = Buffer.from(hash, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(known, await deriveIn(password, Buffer.from(salt, "base64"), cost, known.length));
};

/** What is known of the password of the request that runs. */
interface PasswordInUse {
  /** Its hash, where it was made before: better-auth hashes inside a transaction, which would hold a connection. */
  readonly hash: string | null;
  /** Whether the stored hash was found to be outdated. */
  outdated: boolean;
}

const inUse = new AsyncLocalStorage<PasswordInUse>();

/** Runs a sign-up with a hash that was made before. */
export const withHash = <A>(hash: string, run: () => Promise<A>): Promise<A> =>
  inUse.run({ hash, outdated: false }, run);

/** Runs a sign-in; `outdated` says whether its password's stored hash wants to be replaced. */
export const watchingHash = async <A>(
  run: () => Promise<A>,
): Promise<{ readonly result: A; readonly outdated: boolean }> => {
  const watched: PasswordInUse = { hash: null, outdated: false };
  const result = await inUse.run(watched, run);
  return { result, outdated: watched.outdated };
};

/** The two functions as better-auth calls them, for hashes of a cost. */
export const passwordFunctions = (cost: PasswordCost) => ({
  hash: async (password: string): Promise<string> => inUse.getStore()?.hash ?? hashPassword(password, cost),
  verify: async ({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> => {
    const right = await verifyPassword(hash, password);
    const watched = inUse.getStore();
    if (right && watched !== undefined) watched.outdated = isOutdated(hash, cost);
    return right;
  },
});
