import type { Context } from "hono";

/** Tells anonymous visitors apart from known ones. All anonymous visitors see the same content. */
export interface Visitors {
  /** Returns whether a request is anonymous: it has no session and no guest cookie. */
  readonly isUnknown: (c: Context) => boolean;
  /** Returns a string that changes whenever the content shown to anonymous visitors changes. */
  readonly version: () => Promise<string>;
  /** How long to keep a shared response, in milliseconds, or 0 to keep it as long as its version is current. */
  readonly keptFor: number;
}

/** Returns a request's URL without its origin, such as `/plans?license=2`. */
export const pathAndQuery = (c: Context): string => {
  const { url } = c.req;
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
};
