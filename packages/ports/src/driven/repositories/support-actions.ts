import type { SupportAction } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** What support staff did to accounts: actions are added, never changed. (CLI-02) */
export interface SupportActionReads {
  /** An action by its id, with the account that it is about. */
  readonly get: (id: string) => Effect.Effect<(SupportAction & { readonly user_id: string }) | null>;
  /** Those about an order, the newest first. */
  readonly ofOrder: (orderId: string) => Effect.Effect<readonly SupportAction[]>;
  /** Those of an account, the newest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly SupportAction[]>;
}

/** Adds the writes and row locks to {@link SupportActionReads}. */
export interface SupportActions extends SupportActionReads {
  /** Adds an action; answers false where there is one of its id. */
  readonly add: (accountId: string, action: SupportAction) => Effect.Effect<boolean>;
}
