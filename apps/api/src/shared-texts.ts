import { LRUCache } from "lru-cache";
import { type Encoding, encodeWhole } from "./compression.ts";

/** A text that every visitor is sent alike. */
export interface SharedText {
  readonly text: string;
  /** The text compressed; made once an encoding. */
  readonly encoded: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;
}

/** A text to send to many. */
export const sharedText = (text: string): SharedText => {
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

/** Texts that hold until something that visitors are shown changes. */
export interface SharedTexts<A extends SharedText> {
  /** The text of a key as it stands at a version; null where it has to be made. */
  readonly get: (key: string, version: string) => A | null;
  readonly keep: (key: string, version: string, text: A) => A;
}

/** Keeps texts in memory, those that are asked for most. `mostBytes` is what they may take. */
export const keepSharedTexts = <A extends SharedText>(mostBytes: number): SharedTexts<A> => {
  const kept = new LRUCache<string, { readonly version: string; readonly text: A }>({
    maxSize: mostBytes,
    // The text, and what it takes compressed.
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
