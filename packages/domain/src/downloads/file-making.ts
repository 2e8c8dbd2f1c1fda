import type { Collection } from "../catalog/collection.schema.ts";
import { isAboveFree } from "../catalog/resolution.ts";

/** The error for a file that could not be rendered on demand. */
export const FILE_NOT_MADE_TEXT = "We couldn't render this file. Try again in a few minutes, or contact support.";

/** Formats a waiting time: in seconds up to 90 (rounded up to tens from 10), in minutes beyond that. */
export const waitText = (seconds: number): string => {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  const rounded = seconds < 10 ? seconds : Math.ceil(seconds / 10) * 10;
  return `${rounded} ${rounded === 1 ? "second" : "seconds"}`;
};

/** Returns a file's remaining rendering time (in seconds) as text, or "Still rendering" for 2 seconds or less. */
export const makingText = (seconds: number): string =>
  seconds <= 2 ? "Still rendering" : `About ${waitText(seconds)}`;

/**
 * The shortest expected wait, in seconds, for which we email the customer when the file is ready. Most customers leave
 * the page sooner.
 */
const TOLD_BY_MAIL_SECONDS = 45;

/** Returns whether to email a customer when their file is ready, given the expected waiting time in seconds. */
export const isToldByMail = (seconds: number): boolean => seconds >= TOLD_BY_MAIL_SECONDS;

/** The facts that predict which files customers will want next: the ids of variants in carts, and collections. */
export interface LikelyFiles {
  readonly inCarts: readonly number[];
  readonly atHome: readonly Pick<Collection, "collection_variants">[];
  readonly others: readonly Pick<Collection, "collection_variants">[];
}

/**
 * Returns the ids of the variants to render ahead of demand, in order and without duplicates: variants in carts, then
 * the free plan's resolutions (home page first), then higher resolutions.
 */
export const likelyFiles = ({ inCarts, atHome, others }: LikelyFiles): readonly number[] => {
  const variants = [...atHome, ...others].flatMap(({ collection_variants }) => collection_variants);
  const ids = (isLarge: boolean): readonly number[] =>
    variants.filter(({ listed, resolution }) => listed && isAboveFree(resolution) === isLarge).map(({ id }) => id);
  return [...new Set([...inCarts, ...ids(false), ...ids(true)])];
};

/** Returns the status of a file that the store renders: "Ready" (`seconds` is null), or how long it takes. */
export const fileStateText = (seconds: number | null): string =>
  seconds === null ? "Ready" : `Renders in about ${waitText(seconds)}`;
