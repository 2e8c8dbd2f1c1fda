import type { Instant, LegalSlug, LegalVersion } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A published version of a legal text: the Markdown that the owner wrote, and the rendered HTML. */
export interface StoredLegalText {
  readonly slug: LegalSlug;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly body: string;
  readonly published_at: Instant;
}

/** Read-only queries for the owner's legal texts. */
export interface LegalTextReads {
  /** Returns the published versions, newest first. */
  readonly versions: (slug: LegalSlug) => Effect.Effect<readonly LegalVersion[]>;
  readonly find: (slug: LegalSlug, version: string) => Effect.Effect<StoredLegalText | null>;
}

/** Adds writes to {@link LegalTextReads}. Published versions never change. Only available inside a transaction. */
export interface LegalTexts extends LegalTextReads {
  /** Locks a text's versions until the transaction ends. */
  readonly lock: (slug: LegalSlug) => Effect.Effect<void>;
  readonly publish: (text: StoredLegalText) => Effect.Effect<void>;
}
