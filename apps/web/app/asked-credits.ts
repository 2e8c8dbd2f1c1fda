/**
 * Why the "buy more credits" dialog is open: the item that lacks credits, or null to buy credits in general; the page
 * and the time.
 */
export interface AskedCredits {
  readonly item: string | null;
  readonly pathname: string;
  readonly time: number;
}
