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
  /** The account, or the guest, whose plan and purchases give access; null in a link of an older version. */
  readonly account_id: string | null;
  readonly expires_at: Instant;
}

/** Sold files: links to them, and those that the store makes itself. */
export interface Files {
  /** Creates a short-lived link to a file, which works for one account or browser. */
  readonly link: (grant: FileGrant) => Effect.Effect<string>;
  /** Estimates how many seconds it takes to make a variant's file; null if it is uploaded instead. */
  readonly secondsToMake: (variantId: number) => number | null;
  /**
   * Moves the files of these variants to the front of those that nobody waits for, because someone is likely to want
   * them soon; at most 20. Skips files that are uploaded. Does nothing if files aren't made ahead.
   */
  readonly hasten: (variantIds: readonly number[]) => Effect.Effect<void>;
}

export const Files = Context.Service<Files>("backlot/Files");
