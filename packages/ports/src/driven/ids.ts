import * as Context from "effect/Context";
/** Generator of opaque, unique, unguessable ids. */
export interface Ids {
  readonly next: () => string;
  /** Returns a short code for people to read out, such as a License ID. */
  readonly code: () => string;
  /** Returns `count` random bytes, for secrets. */
  readonly bytes: (count: number) => Uint8Array;
}

/** The source of ids and random bytes. */
export const Ids = Context.Service<Ids>("backlot/Ids");
