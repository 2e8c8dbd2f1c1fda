import type * as Effect from "effect/Effect";
import type { Instant } from "@backlot/domain";

/** What a link opens: one file for one account, or for whoever has the link where that is null, until a moment. */
export interface FileGrant {
  readonly variant_id: number;
  readonly file_name: string;
  readonly account_id: string | null;
  readonly expires_at: Instant;
}

/** Sold files, behind links that are good for a short while and for one account. (DWN-01) */
export interface Files {
  readonly link: (grant: FileGrant) => Effect.Effect<string>;
}
