import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** Product files by their names in the store, such as `media/ground-fire.avif` or `files/1011`. */
export interface Stock {
  /**
   * Returns which of the named files exist. The value is the hex SHA-256 of an uploaded file, or null for a file that
   * the store generates.
   */
  readonly find: (names: readonly string[]) => Effect.Effect<ReadonlyMap<string, string | null>>;
}

export const Stock = Context.Service<Stock>("backlot/Stock");
