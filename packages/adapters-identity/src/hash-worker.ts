import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { parentPort } from "node:worker_threads";

/** What a worker is asked for: a hash, and by which number the answer is known. */
export interface HashRequest {
  readonly id: number;
  readonly parameters: Argon2Parameters;
}

/** What a worker answers: the hash, or why there is none. */
export type HashAnswer = { readonly id: number } & ({ readonly hash: Uint8Array } | { readonly failure: unknown });

const hashOf = ({ id, parameters }: HashRequest): HashAnswer => {
  try {
    return { id, hash: argon2Sync("argon2id", parameters) };
  } catch (failure) {
    return { id, failure };
  }
};

parentPort?.on("message", (request: HashRequest) => parentPort?.postMessage(hashOf(request)));
