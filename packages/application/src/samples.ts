import type { CartCode } from "@backlot/domain";
import { PRICE_LIST } from "@backlot/domain/pricing/default-price-list";
import type { FilePart, NewArticle } from "@backlot/ports";
import type { Catalog } from "./catalog/import-catalog.ts";

/** The sample content for trying out a store. */
export interface Samples {
  readonly catalog: Catalog;
  /** Articles that show the catalog's collections, oldest first. */
  readonly articles: readonly NewArticle[];
  /** Discount codes. Only a store with sandbox providers gets them. */
  readonly codes: readonly CartCode[];
  /** The folder of the catalog's pictures; null for none. */
  readonly mediaFolder: string | null;
  /**
   * Returns whether a picture such as `media/ground-fire.avif` exists, or a file such as `files/1011` can be rendered.
   */
  readonly hasFile: (name: string) => boolean;
  /**
   * Renders a variant's file to a path. A `scale` below 1 makes it smaller than the sold file. Rejects once `stop` is
   * aborted.
   */
  readonly makeFile: (
    variantId: number,
    path: string,
    scale?: number,
    part?: FilePart,
    stop?: AbortSignal,
  ) => Promise<void>;
  /** Returns the estimated time to render a variant's file, in seconds. */
  readonly secondsToMake: (variantId: number, scale?: number) => number;
}

/** The samples of a store that starts with only a price list and no collections. */
export const NO_SAMPLES: Samples = {
  catalog: {
    prices: PRICE_LIST,
    collections: [],
    homePage: { hero: null, featured: [], categories: [] },
  },
  articles: [],
  codes: [],
  mediaFolder: null,
  hasFile: () => false,
  makeFile: (variantId) => Promise.reject(new Error(`there are no samples to render the file of variant ${variantId}`)),
  secondsToMake: () => 0,
};
