import type { Instant, SupportAction } from "@backlot/domain";
import type { StaffAction } from "@backlot/domain/support/store-change.schema";
import type * as Effect from "effect/Effect";

/**
 * An action with its position in the log, and the account that it is about, or null for a change to the whole store.
 */
export type LoggedAction = StaffAction & {
  readonly seq: number;
  readonly user_id: string | null;
  readonly email: string | null;
};

/** The part of the log to read. A null filter doesn't apply; `actor` ignores case. */
export interface LogFilter {
  readonly actor: string | null;
  readonly since: Instant | null;
  /** Returns only actions older than the one at this position in the log. */
  readonly starting_after: number | null;
  readonly limit: number;
}

/** Read-only queries for the log of support staff's changes to accounts and to the store. Append-only. */
export interface SupportActionReads {
  /** Returns an action and the account it is about, or null if no action has this id. */
  readonly get: (id: string) => Effect.Effect<(StaffAction & { readonly user_id: string | null }) | null>;
  /** Returns up to `limit` actions on all accounts and on the store, newest first. */
  readonly page: (filter: LogFilter) => Effect.Effect<readonly LoggedAction[]>;
  /** Returns the actions on an order, newest first. */
  readonly ofOrder: (orderId: string) => Effect.Effect<readonly SupportAction[]>;
  /** Returns the actions on an account, newest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly SupportAction[]>;
}

/** Adds writes to {@link SupportActionReads}. Only available inside a transaction. */
export interface SupportActions extends SupportActionReads {
  /** Adds an action on an account, or on the whole store (null). Returns false if its id is already used. */
  readonly add: (accountId: string | null, action: StaffAction) => Effect.Effect<boolean>;
}
