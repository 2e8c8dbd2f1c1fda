import type { Instant, LicenseId } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A file that an account downloaded or owns. */
export interface LibraryFile {
  readonly variant_id: number;
  /** When the file was last downloaded, or null if it never was. */
  readonly downloaded_at: Instant | null;
  readonly owned: boolean;
  /** The highest license under which it is owned, or null if it isn't owned. */
  readonly license_id: LicenseId | null;
}

/**
 * Read-only queries for downloads by UTC day. A variant counts toward the daily limit once per day, or not at all if
 * the account owns it.
 */
export interface DownloadReads {
  /**
   * Returns up to `limit` files that an account downloaded, or that it or its team owns, newest first, after the
   * variant `starting_after`; null starts at the beginning.
   */
  readonly library: (
    accountId: string,
    pagination: { readonly starting_after: number | null; readonly limit: number },
  ) => Effect.Effect<readonly LibraryFile[]>;
  /** Returns every download of an account, oldest first. */
  readonly ofAccount: (
    accountId: string,
  ) => Effect.Effect<readonly { readonly variant_id: number; readonly at: Instant }[]>;
  readonly countOn: (accountId: string, day: string) => Effect.Effect<number>;
  readonly has: (accountId: string, day: string, variantId: number) => Effect.Effect<boolean>;
}

/** Adds writes to {@link DownloadReads}. Only available inside a transaction. */
export interface Downloads extends DownloadReads {
  readonly record: (
    accountId: string,
    day: string,
    variantId: number,
    at: Instant,
    counted: boolean,
  ) => Effect.Effect<void>;
}
