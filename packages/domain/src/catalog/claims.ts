/** The catalog sizes a store advertises. */
export interface StockClaims {
  /** The number of stock elements: collections of the 2D library. */
  readonly elements: number;
  /** The number of practice clips: collections of the practice library. */
  readonly clips: number;
}

/** The libraries whose sizes are advertised. */
const CLAIMED = { elements: 1, clips: 2 } as const;

/** Returns the actual catalog sizes, from the number of listed collections per library. */
export const stockOf = (offered: ReadonlyMap<number, number>): StockClaims => ({
  elements: offered.get(CLAIMED.elements) ?? 0,
  clips: offered.get(CLAIMED.clips) ?? 0,
});

/** The default sizes to advertise. */
export const USUAL_CLAIMS: StockClaims = { elements: 10_000, clips: 500 };

/**
 * Returns the number to advertise for a count: the claimed number if the count reaches it, or else the count rounded
 * down to tens (to hundreds from 1,000). Returns null if either is below 10. (PLN-08, SHL-09)
 */
export const trueClaim = (count: number, claimed: number): number | null => {
  if (Math.min(count, claimed) < 10) return null;
  if (count >= claimed) return claimed;
  const step = count < 1_000 ? 10 : 100;
  return Math.floor(count / step) * step;
};

/** Returns the catalog sizes the home page advertises, never more than the store has. (SHL-09) */
export const homeClaims = (has: StockClaims, claimed: StockClaims): readonly string[] =>
  (
    [
      ["elements", "stock elements"],
      ["clips", "practice clips"],
    ] as const
  ).flatMap(([kind, words]) => {
    const claim = trueClaim(has[kind], claimed[kind]);
    return claim === null ? [] : [`${claim.toLocaleString("en-US")}+ ${words}`];
  });
