/** The labels of resolutions, from low to high. */
export const RESOLUTIONS = ["HD", "2K", "4K", "6K", "8K"] as const;

/** The label of a variant's resolution. */
export type Resolution = (typeof RESOLUTIONS)[number];

/** The minimum length of the longer side of each resolution, in pixels. HD is everything below 2K. */
const LEAST_SIDES: readonly (readonly [Resolution, number])[] = [
  ["8K", 7_680],
  ["6K", 5_760],
  ["4K", 3_840],
  ["2K", 2_048],
];

/**
 * Returns the resolution label of a size in pixels. Uses the longer side, so that portrait formats get the right label.
 */
export const resolutionOf = (width: number, height = 0): Resolution =>
  LEAST_SIDES.find(([, least]) => Math.max(width, height) >= least)?.[0] ?? "HD";

/** The highest resolution of the free plan. */
export const FREE_RESOLUTION: Resolution = "2K";

/** Returns whether a resolution is higher than the free plan's. (DWN-03) */
export const isAboveFree = (resolution: Resolution): boolean =>
  RESOLUTIONS.indexOf(resolution) > RESOLUTIONS.indexOf(FREE_RESOLUTION);
