import type { Context } from "hono";

/** Tells anonymous visitors apart from known ones. All anonymous visitors see the same content. */
export interface Visitors {
  /** Returns whether a request is anonymous: it has no session and no guest cookie. */
  readonly isUnknown: (c: Context) => boolean;
  /** Returns a string that changes whenever the content shown to anonymous visitors changes. */
  readonly version: () => Promise<string>;
}

/** Returns the path and query of a request. */
export const pathAndQuery = (c: Context): string => {
  const { url } = c.req;
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
};
