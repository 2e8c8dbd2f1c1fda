/**
 * What the buy-more-credits dialog was opened for: an item that lacks credits, or null for more of them; on which page,
 * and when. (CRD-06)
 */
export interface AskedCredits {
  readonly item: string | null;
  readonly pathname: string;
  readonly time: number;
}
