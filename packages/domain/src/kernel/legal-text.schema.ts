import * as Schema from "effect/Schema";
import { Instant } from "./calendar.schema.ts";

/** The last part of a legal text's URL. */
export const LegalSlug = Schema.Literals(["terms-of-service", "privacy-policy", "license"]);
export type LegalSlug = typeof LegalSlug.Type;

/** A version of a legal text, such as "2026-11-30", and when it took effect. */
export const LegalVersion = Schema.Struct({ version: Schema.String, published_at: Instant });
export type LegalVersion = typeof LegalVersion.Type;

/** A legal text for readers. `body` is sanitized HTML. */
export const LegalText = Schema.Struct({
  slug: LegalSlug,
  title: Schema.String,
  description: Schema.String,
  body: Schema.String,
  version: Schema.String,
  /** Null for the text that ships with the store. */
  published_at: Schema.NullOr(Instant),
  is_current: Schema.Boolean,
  /** The owner's versions, newest first. */
  versions: Schema.Array(LegalVersion),
}).annotate({ identifier: "LegalText" });
export type LegalText = typeof LegalText.Type;
