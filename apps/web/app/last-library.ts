import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { useEffect, useState } from "react";

/** Returns the id of the library that a path shows, or of which it shows an item; null for all other paths. */
const libraryAt = (path: string): number | null => {
  const [, folder] = path.split("/");
  return LIBRARIES.find(({ listing, products }) => [listing, products].includes(`/${folder}`))?.id ?? null;
};

/**
 * Returns the id of the library that the shopper looked at last in this tab, or null. The browser's own history of the
 * tab tells, so that nothing has to be stored.
 */
export const useLastLibrary = (): number | null => {
  const [library, setLibrary] = useState<number | null>(null);
  useEffect(() => {
    // Some browsers don't have it.
    const entries = window.navigation?.entries() ?? [];
    const seen = entries.map(({ url }) => (url === null ? null : libraryAt(new URL(url).pathname)));
    setLibrary(seen.findLast((id) => id !== null) ?? null);
  }, []);
  return library;
};
