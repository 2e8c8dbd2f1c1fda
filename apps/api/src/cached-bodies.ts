import { LRUCache } from "lru-cache";
import { type Encoding, encodeWhole } from "./compression.ts";

/** A response body that all anonymous visitors share, with its compressed copies. */
export interface CachedBody {
  readonly text: string;
  /** Returns the compressed body. Compresses it only once per encoding. */
  readonly encoded: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Creates a shared body from its uncompressed text. */
export const cachedBody = (text: string): CachedBody => {
  const encodings = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    text,
    encoded: (encoding) => {
      const body = encodings.get(encoding) ?? encodeWhole(text, encoding);
      encodings.set(encoding, body);
      return body;
    },
  };
};

/** A cache of response bodies. Each is valid for one version of the content that anonymous visitors see. */
interface SharedTexts<A extends CachedBody> {
  /** Returns the body stored for a key and a version, or null. */
  readonly get: (key: string, version: string) => A | null;
  readonly keep: (key: string, version: string, text: A) => A;
}

/**
 * Creates an in-memory LRU cache of response bodies, limited to `mostBytes` in total. Each is kept for up to `ttl`
 * milliseconds, or as long as its version is current if `ttl` is 0.
 */
export const keepSharedTexts = <A extends CachedBody>(mostBytes: number, ttl: number): SharedTexts<A> => {
  const kept = new LRUCache<string, { readonly version: string; readonly text: A }>({
    maxSize: mostBytes,
    ttl,
    // Doubled to allow for the compressed copies.
    sizeCalculation: ({ text }, key) => (text.text.length + key.length) * 2 + 1,
  });
  return {
    get: (key, version) => {
      const entry = kept.get(key);
      return entry?.version === version ? entry.text : null;
    },
    keep: (key, version, text) => {
      kept.set(key, { version, text });
      return text;
    },
  };
};
