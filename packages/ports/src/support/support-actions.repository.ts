import type { SupportAction } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Actions of support staff on accounts. Append-only. */
export interface SupportActionReads {
  /** Returns an action by its id, with the account it is about. */
  readonly get: (id: string) => Effect.Effect<(SupportAction & { readonly user_id: string }) | null>;
  /** Returns the actions on an order, newest first. */
  readonly ofOrder: (orderId: string) => Effect.Effect<readonly SupportAction[]>;
  /** Returns the actions on an account, newest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly SupportAction[]>;
}

/** Adds the writes to {@link SupportActionReads}. */
export interface SupportActions extends SupportActionReads {
  /** Adds an action. Returns false if there is one with its id. */
  readonly add: (accountId: string, action: SupportAction) => Effect.Effect<boolean>;
}
