/** What a shop says that it has, in figures. (SHL-09) */
export interface StockClaims {
  /** Stock elements: collections of the 2D library. */
  readonly elements: number;
  /** Clips to practice with: collections of the practice library. */
  readonly clips: number;
}

/** The libraries that are claimed, by their numbers. */
const CLAIMED = { elements: 1, clips: 2 } as const;

/** What a store has of what it claims, from how many each library offers. (SHL-09) */
export const stockOf = (offered: ReadonlyMap<number, number>): StockClaims => ({
  elements: offered.get(CLAIMED.elements) ?? 0,
  clips: offered.get(CLAIMED.clips) ?? 0,
});

/** What a shop claims whose owner sets nothing else. (SHL-09) */
export const USUAL_CLAIMS: StockClaims = { elements: 10_000, clips: 500 };

/**
 * A count as a claim that is true: the figure that the shop claims, where it has as many; else its own count in tens,
 * or in hundreds from a thousand on; null for fewer than ten, which nobody claims. (PLN-08, SHL-09)
 */
export const trueClaim = (count: number, claimed: number): number | null => {
  if (Math.min(count, claimed) < 10) return null;
  if (count >= claimed) return claimed;
  const step = count < 1_000 ? 10 : 100;
  return Math.floor(count / step) * step;
};

/** What the first page says of the stock, as far as it is true of the store. (SHL-09) */
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
