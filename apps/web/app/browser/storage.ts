type Area = "localStorage" | "sessionStorage";

/**
 * Returns a text that the browser stores, or null. If a browser blocks storage, accessing the area throws or returns
 * null, and nothing is stored.
 */
export const readStored = (area: Area, key: string): string | null => {
  try {
    return (window[area] as Storage | null)?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

/** Stores a string in the browser, or removes it if `text` is null. Does nothing if storage is blocked or full. */
export const keepStored = (area: Area, key: string, text: string | null): void => {
  try {
    const storage = window[area] as Storage | null;
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
  } catch {
    // The page works without it.
  }
};
