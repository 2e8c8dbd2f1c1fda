import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Instant } from "@backlot/domain";

/** The part of a variant that a file contains: everything as a ZIP, or only a model's 3D scene. */
export type FilePart = "zip" | "scene";

/** The only account or browser that a link works for: a signed-in account, or a guest's browser by its key. */
export type LinkHolder =
  | { readonly _tag: "Account"; readonly id: string }
  | { readonly _tag: "Browser"; readonly key: string };

/** Access to one file for one account or browser, until it expires. */
export interface FileGrant {
  readonly variant_id: number;
  readonly part: FilePart;
  readonly file_name: string;
  readonly holder: LinkHolder;
  /** The account, or the guest, whose plan and purchases give access; null in a link from an older version. */
  readonly account_id: string | null;
  readonly expires_at: Instant;
}

/** Links to sold files, and the files that the store renders itself. */
export interface Files {
  /** Creates a short-lived link to a file, which works for only one account or browser. */
  readonly link: (grant: FileGrant) => Effect.Effect<string>;
  /** Returns the estimated time to render a variant's file, in seconds, or null if the file is uploaded instead. */
  readonly secondsToMake: (variantId: number) => number | null;
  /**
   * Moves up to 20 of these variants' files ahead of others that no customer is waiting for, because they will probably
   * be needed soon. Skips uploaded files. Does nothing if files aren't rendered ahead of demand.
   */
  readonly hasten: (variantIds: readonly number[]) => Effect.Effect<void>;
}

export const Files = Context.Service<Files>("backlot/Files");
