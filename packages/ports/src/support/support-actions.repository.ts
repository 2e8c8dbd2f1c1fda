import type { SupportAction } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for the log of what support staff did to accounts. Append-only. */
export interface SupportActionReads {
  /** Returns an action and the account it is about, or null if no action has this id. */
  readonly get: (id: string) => Effect.Effect<(SupportAction & { readonly user_id: string }) | null>;
  /** Returns the actions on an order, newest first. */
  readonly ofOrder: (orderId: string) => Effect.Effect<readonly SupportAction[]>;
  /** Returns the actions on an account, newest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly SupportAction[]>;
}

/** Adds writes to {@link SupportActionReads}. Only available inside a transaction. */
export interface SupportActions extends SupportActionReads {
  /** Adds an action. Returns false if its id is already used. */
  readonly add: (accountId: string, action: SupportAction) => Effect.Effect<boolean>;
}
