import * as Context from "effect/Context";
/** New names for things: opaque, unique, not guessable. */
export interface Ids {
  readonly next: () => string;
  /** A short code that people read out, such as a License ID. */
  readonly code: () => string;
  /** So many random bytes, for secrets. */
  readonly bytes: (count: number) => Uint8Array;
}

/** The source of ids and random bytes. */
export const Ids = Context.Service<Ids>("backlot/Ids");
