import type { HomePage } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the owner's choices for the home page. */
export interface HomePageReads {
  readonly get: () => Effect.Effect<HomePage>;
}

/** Adds writes to {@link HomePageReads}. Only available inside a transaction. */
export interface HomePages extends HomePageReads {
  readonly put: (page: HomePage) => Effect.Effect<void>;
}
