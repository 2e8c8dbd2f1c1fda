import { createHash } from "node:crypto";
import { type SharedText, sharedText } from "./shared-texts.ts";

/** A page as it was rendered for every visitor, until something that it shows changes. */
export interface SharedPage extends SharedText {
  /** Of its content: every process of the store gives the same page the same. */
  readonly etag: string;
  readonly policy: string;
  readonly contentType: string;
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

/** The scripts that stand in a page, as a policy names them. */
const scriptsIn = (html: string): readonly string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);

/** A page as it was rendered, with the nonce of its scripts. */
export interface RenderedText {
  readonly text: string;
  readonly nonce: string;
  readonly contentType: string;
}

/** A rendered page without its nonce, which is good for one answer; its scripts are named by their hashes instead. */
export const toSharedPage = (
  { text, nonce, contentType }: RenderedText,
  policyFor: (scripts: readonly string[]) => string,
): SharedPage => {
  const html = text.replaceAll(` nonce="${nonce}"`, "");
  return {
    ...sharedText(html),
    // Weak: one page has one, however it is compressed.
    etag: `W/"${sha256(html)}"`,
    policy: policyFor(scriptsIn(html)),
    contentType,
  };
};
