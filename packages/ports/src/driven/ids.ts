import * as Context from "effect/Context";
/** Generates unique, unguessable ids, short codes, and random bytes. */
export interface Ids {
  readonly next: () => string;
  /** Returns a short code that people can read aloud, such as a License ID. */
  readonly code: () => string;
  /** Returns `count` random bytes, for secrets. */
  readonly bytes: (count: number) => Uint8Array;
}

export const Ids = Context.Service<Ids>("backlot/Ids");
