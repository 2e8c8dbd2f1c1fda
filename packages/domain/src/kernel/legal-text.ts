import { type Instant, utcDay } from "./calendar.ts";
import type { LegalSlug, LegalVersion } from "./legal-text.schema.ts";

export type { LegalSlug, LegalText, LegalVersion } from "./legal-text.schema.ts";

/** The legal texts of every store. */
export const LEGAL_SLUGS: readonly LegalSlug[] = ["terms-of-service", "privacy-policy", "license"];

/** The version of the texts that ship with the store. */
export const SHIPPED_VERSION = "2026-11";

/**
 * Returns the name of a version published at a time: its UTC day, with a number appended if it isn't the day's first.
 */
export const nextLegalVersion = (published: readonly LegalVersion[], at: Instant): string => {
  const day = utcDay(at);
  const ofDay = published.filter(({ version }) => version === day || version.startsWith(`${day}-`)).length;
  return ofDay === 0 ? day : `${day}-${ofDay + 1}`;
};

/** Returns the version in effect at a time, or null if that is the text that ships with the store. */
export const legalVersionAt = (published: readonly LegalVersion[], at: Instant): LegalVersion | null =>
  published.reduce<LegalVersion | null>(
    (latest, each) =>
      each.published_at <= at && (latest === null || each.published_at >= latest.published_at) ? each : latest,
    null,
  );

/** Returns the path of a legal text, or of the version in effect at a time. */
export const legalPath = (slug: LegalSlug, on: Instant | null = null): string =>
  on === null ? `/${slug}` : `/${slug}?on=${encodeURIComponent(on)}`;
