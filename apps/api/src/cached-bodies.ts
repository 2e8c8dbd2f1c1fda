import { LRUCache } from "lru-cache";
import { type Encoding, encodeWhole } from "./compression.ts";

/** A text that is the same for every anonymous visitor. */
export interface CachedBody {
  readonly text: string;
  /** Returns the compressed text. Compresses once per encoding. */
  readonly encoded: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Creates a text that many visitors receive. */
export const cachedBody = (text: string): CachedBody => {
  const encodings = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    text,
    encoded: (encoding) => {
      const known = encodings.get(encoding) ?? encodeWhole(text, encoding);
      encodings.set(encoding, known);
      return known;
    },
  };
};

/** A cache of texts that are valid until the content shown to visitors changes. */
export interface SharedTexts<A extends CachedBody> {
  /** Returns the text of a key at a version, or null if it is not cached. */
  readonly get: (key: string, version: string) => A | null;
  readonly keep: (key: string, version: string, text: A) => A;
}

/** Creates an in-memory LRU cache of texts, limited to `mostBytes`. */
export const keepSharedTexts = <A extends CachedBody>(mostBytes: number): SharedTexts<A> => {
  const kept = new LRUCache<string, { readonly version: string; readonly text: A }>({
    maxSize: mostBytes,
    // Doubled to cover the compressed copies.
    sizeCalculation: ({ text }, key) => (text.text.length + key.length) * 2 + 1,
  });
  return {
    get: (key, version) => {
      const found = kept.get(key);
      return found?.version === version ? found.text : null;
    },
    keep: (key, version, text) => {
      kept.set(key, { version, text });
      return text;
    },
  };
};
