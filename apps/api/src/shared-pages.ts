import { createHash } from "node:crypto";
import { type CachedBody, cachedBody } from "./cached-bodies.ts";

/** A page rendered once for all anonymous visitors. It is valid until its content changes. */
export interface SharedPage extends CachedBody {
  /** A hash of the content, so that all of the store's processes send the same ETag. */
  readonly etag: string;
  readonly policy: string;
  readonly contentType: string;
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

/** Returns the Content-Security-Policy hash of each inline script of a page, such as `'sha256-…'`. */
const scriptsIn = (html: string): readonly string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);

/** A rendered page, and the nonce of its scripts. */
interface RenderedText {
  readonly text: string;
  readonly nonce: string;
  readonly contentType: string;
}

/** Makes a rendered page shareable. Removes the nonce, which is valid for one response, and allows scripts by hash. */
export const toSharedPage = (
  { text, nonce, contentType }: RenderedText,
  policyFor: (scripts: readonly string[]) => string,
): SharedPage => {
  const html = text.replaceAll(` nonce="${nonce}"`, "");
  return {
    ...cachedBody(html),
    // Weak, because all compressed forms of the page share it.
    etag: `W/"${sha256(html)}"`,
    policy: policyFor(scriptsIn(html)),
    contentType,
  };
};
