import type { Context } from "hono";

/**
 * What is known of visitors: people without an account of whom the store knows nothing. They are all shown the same.
 */
export interface Visitors {
  /** Whether a request is of somebody of whom nothing is known: no session, and nothing bought as a guest. */
  readonly isUnknown: (c: Context) => boolean;
  /** Another text after every change of what visitors are shown. */
  readonly version: () => Promise<string>;
}

/** Where a request leads within the store. */
export const pathAndQuery = (c: Context): string => {
  const { url } = c.req;
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
};
