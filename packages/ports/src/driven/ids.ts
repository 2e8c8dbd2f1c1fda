/** New names for things: opaque, unique, not guessable. */
export interface Ids {
  readonly next: () => string;
  /** A short code that people read out, such as a License ID. */
  readonly code: () => string;
  /** So many random bytes, for secrets. */
  readonly bytes: (count: number) => Uint8Array;
}
