import { createHash } from "node:crypto";
import { type Store, mapOperations } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { LRUCache } from "lru-cache";
import { type Encoding, encodeWhole } from "./compression.ts";

/** A page as it was rendered for every visitor, until something that it shows changes. */
export interface SharedPage {
  readonly html: string;
  /** Of its content: every process of the store gives the same page the same. */
  readonly etag: string;
  readonly policy: string;
  readonly contentType: string;
  /** The page compressed; made once an encoding. */
  readonly encoded: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;
}

/** What kept pages may take of the memory, in bytes. */
const MOST_BYTES = 16_000_000;

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

/** The scripts that stand in a page, as a policy names them. */
const scriptsIn = (html: string): readonly string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);

/** A rendered page without its nonce, which is good for one answer; its scripts are named by their hashes instead. */
const toShared = (
  rendered: string,
  nonce: string,
  contentType: string,
  policyFor: (scripts: readonly string[]) => string,
): SharedPage => {
  const html = rendered.replaceAll(` nonce="${nonce}"`, "");
  const encodings = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    html,
    // Weak: one page has one, however it is compressed.
    etag: `W/"${sha256(html)}"`,
    policy: policyFor(scriptsIn(html)),
    contentType,
    encoded: (encoding) => {
      const known = encodings.get(encoding) ?? encodeWhole(html, encoding);
      encodings.set(encoding, known);
      return known;
    },
  };
};

/** A store that notes whether the database failed one of its operations: a page may have gone on without its answer. */
export const watched = (store: Store): { readonly store: Store; readonly hasFailed: () => boolean } => {
  let failed = false;
  return {
    store: mapOperations(
      store,
      (operation) => (request) =>
        Effect.tapError(operation(request), (error) =>
          Effect.sync(() => {
            if (Reflect.get(Object(error), "_tag") === "unavailable") failed = true;
          }),
        ),
    ),
    hasFailed: () => failed,
  };
};

/** Pages that every visitor sees alike. */
export interface SharedPages {
  /** The page of a key as it stands at a version; null where it has to be rendered. */
  readonly get: (key: string, version: string) => SharedPage | null;
  readonly keep: (
    key: string,
    version: string,
    rendered: { readonly text: string; readonly nonce: string; readonly contentType: string },
  ) => SharedPage;
}

/** Keeps shared pages in memory, those that are asked for most. */
export const makeSharedPages = (policyFor: (scripts: readonly string[]) => string): SharedPages => {
  const kept = new LRUCache<string, { readonly version: string; readonly page: SharedPage }>({
    maxSize: MOST_BYTES,
    // The text, and what it takes compressed.
    sizeCalculation: ({ page }) => page.html.length * 2 + 1,
  });
  return {
    get: (key, version) => {
      const found = kept.get(key);
      return found?.version === version ? found.page : null;
    },
    keep: (key, version, { text, nonce, contentType }) => {
      const page = toShared(text, nonce, contentType, policyFor);
      kept.set(key, { version, page });
      return page;
    },
  };
};
