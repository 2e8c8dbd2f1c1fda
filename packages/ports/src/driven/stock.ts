import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** The files that a store's goods are made of, by their names in it: `media/ground-fire.avif`, `files/1011`. */
export interface Stock {
  /**
   * Which of some files the store has: by their names the SHA-256 of what its owner brought, in hexadecimal; null for
   * what the store makes itself.
   */
  readonly find: (names: readonly string[]) => Effect.Effect<ReadonlyMap<string, string | null>>;
}

/** The files that products are made of. */
export const Stock = Context.Service<Stock>("backlot/Stock");
