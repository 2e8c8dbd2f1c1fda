import type { SupportAction } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** What support staff did to accounts: actions are added, never changed. (CLI-02) */
export interface SupportActions {
  /** Adds an action; answers false where there is one of its id. */
  readonly add: (accountId: string, action: SupportAction) => Effect.Effect<boolean>;
  /** Those of an account, the newest first. */
  readonly ofAccount: (accountId: string) => Effect.Effect<readonly SupportAction[]>;
}
