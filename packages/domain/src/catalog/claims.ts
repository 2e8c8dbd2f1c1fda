import { trueClaim } from "../kernel/advertised-count.ts";
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
