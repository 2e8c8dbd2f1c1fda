import { formatWhole } from "../kernel/whole-number.ts";

/** Catalog sizes, either actual or advertised. */
export interface StockClaims {
  /** The number of stock elements: collections of the 2D library. */
  readonly elements: number;
  /** The number of practice clips: collections of the practice library. */
  readonly clips: number;
}

/** The ids of the libraries whose sizes are advertised. */
const CLAIMED = { elements: 1, clips: 2 } as const;

/** Returns the actual catalog sizes. `offered` is the number of listed collections by library id. */
export const stockOf = (offered: ReadonlyMap<number, number>): StockClaims => ({
  elements: offered.get(CLAIMED.elements) ?? 0,
  clips: offered.get(CLAIMED.clips) ?? 0,
});

/** The catalog sizes to advertise unless the store configures others. */
export const USUAL_CLAIMS: StockClaims = { elements: 10_000, clips: 500 };

/** The smallest count of a store's own that pages show. A smaller one makes a store look empty. */
const LEAST_SHOWN = 300;

/** Returns whether pages show a count of the store's own, such as the collections of a category. */
export const isShownCount = (count: number): boolean => count >= LEAST_SHOWN;

/**
 * Returns the number to advertise for a count: the claimed number if the count reaches it, or else the count, rounded
 * down to a multiple of 10, or of 100 from 1,000 up. Returns null for a claim below 10, and for a count that pages
 * don't show. (PLN-08, SHL-09)
 */
export const trueClaim = (count: number, claimed: number): number | null => {
  if (claimed < 10) return null;
  if (count >= claimed) return claimed;
  if (!isShownCount(count)) return null;
  const step = count < 1_000 ? 10 : 100;
  return Math.floor(count / step) * step;
};

/**
 * Returns the catalog sizes to advertise on the home page, such as "10,000+ stock elements". Never more than the store
 * has. (SHL-09)
 */
export const homeClaims = (has: StockClaims, claimed: StockClaims): readonly string[] =>
  (
    [
      ["elements", "stock elements"],
      ["clips", "practice clips"],
    ] as const
  ).flatMap(([kind, words]) => {
    const claim = trueClaim(has[kind], claimed[kind]);
    return claim === null ? [] : [`${formatWhole(claim)}+ ${words}`];
  });
