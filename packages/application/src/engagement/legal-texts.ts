import {
  type Instant,
  type LegalSlug,
  type LegalText,
  SHIPPED_VERSION,
  legalVersionAt,
  message,
  nextLegalVersion,
  unusableAddressesMessage,
} from "@backlot/domain";
import {
  InvalidRequest,
  Markup,
  type NewLegalText,
  NotFound,
  ReadRepositories,
  Repositories,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentPriceRules } from "../price-rules.ts";
import { currentLegalVersion } from "../legal-version.ts";
import { shippedLegalText } from "./shipped-legal-texts.ts";

/** Returns the text that ships with the store, with the store's name and limits. */
const shipped = Effect.fnUntraced(function* (slug: LegalSlug) {
  const { daily_downloads } = yield* currentPriceRules;
  const repos = yield* ReadRepositories;
  const { name } = yield* repos.shop.current();
  return shippedLegalText(slug, name, daily_downloads);
});

/** The version of a legal text to read: by name, or the one in effect at a time; by default, the current one. */
interface VersionQuery {
  readonly version?: string | undefined;
  readonly on?: Instant | undefined;
}

/** Returns a legal text as visitors see it. Fails for an unknown version. */
export const getLegalText = Effect.fnUntraced(function* (slug: LegalSlug, { version, on }: VersionQuery) {
  const repos = yield* ReadRepositories;
  const markup = yield* Markup;
  const versions = yield* repos.legalTexts.versions(slug);
  const now = yield* currentTime;
  const current = legalVersionAt(versions, now)?.version ?? SHIPPED_VERSION;
  const requested = version ?? legalVersionAt(versions, on ?? now)?.version ?? SHIPPED_VERSION;
  const more = { slug, version: requested, is_current: requested === current, versions };
  if (requested === SHIPPED_VERSION) {
    const { title, description, source } = yield* shipped(slug);
    const text: LegalText = { ...more, title, description, body: markup.ofMarkdown(source).html, published_at: null };
    return text;
  }
  const legalText = yield* repos.legalTexts.find(slug, requested);
  if (legalText === null) return yield* new NotFound({ message: message("not_found") });
  const { title, description, body, published_at } = legalText;
  const text: LegalText = { ...more, title, description, body, published_at };
  return text;
});

/** Returns the Markdown of the current version of a legal text, for editing. */
export const getLegalSource = Effect.fnUntraced(function* (slug: LegalSlug) {
  const repos = yield* ReadRepositories;
  const version = yield* currentLegalVersion(slug);
  const legalText = yield* repos.legalTexts.find(slug, version);
  const { title, description, source } = legalText ?? (yield* shipped(slug));
  return { slug, version, title, description, source };
});

/**
 * Publishes a version of a legal text, which takes effect immediately. Earlier versions stay readable. Fails for links
 * or images that pages can't show. Call it in a transaction.
 */
export const publishLegalText = Effect.fnUntraced(function* ({ slug, title, description, source }: NewLegalText) {
  const repos = yield* Repositories;
  const { html: body, unusable } = (yield* Markup).ofMarkdown(source);
  if (unusable.length > 0) {
    const words = unusableAddressesMessage(unusable);
    return yield* new InvalidRequest({ message: words, issues: [{ path: "payload.source", message: words }] });
  }
  // Versions published at the same time must not share a name.
  yield* repos.legalTexts.lock(slug);
  const published_at = yield* currentTime;
  const version = nextLegalVersion(yield* repos.legalTexts.versions(slug), published_at);
  yield* repos.legalTexts.publish({ slug, version, title, description, source, body, published_at });
  return { slug, version, published_at };
});
