import type { Account } from "@backlot/domain";
import type { AccountLocked, Forbidden, Repositories, Unauthorized } from "@backlot/ports";
import type * as Effect from "effect/Effect";
import type { Caller } from "./caller.ts";
import type { StorePorts } from "./store-ports.ts";
import type { healthOf } from "./health.ts";

/** Who asks a store, and what it answers from. */
export interface Asked {
  readonly ports: StorePorts;
  readonly caller: Caller;
  /** The caller's account, refused where there is none or it is locked. */
  readonly account: Effect.Effect<Account, Unauthorized | AccountLocked>;
  /** The same, refused where it works in somebody else's team: only an administrator pays. */
  readonly paying: Effect.Effect<Account, Unauthorized | AccountLocked | Forbidden>;
  /** The token that the caller sent in a header. */
  readonly token: string | null;
  readonly read: Repositories;
  readonly health: ReturnType<typeof healthOf>;
}
