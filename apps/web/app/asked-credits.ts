/**
 * What the "buy more credits" dialog was opened for: the slug of the item that the user needs credits for, or null to
 * buy credits in general; the path of the page; and when, as an event timestamp in milliseconds.
 */
export interface AskedCredits {
  readonly item: string | null;
  readonly pathname: string;
  readonly time: number;
}
