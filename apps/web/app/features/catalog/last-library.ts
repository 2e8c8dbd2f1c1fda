import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { useEffect, useState } from "react";

/** Returns the id of the library whose listing or item is at a path, or null for other paths. */
const libraryAt = (path: string): number | null => {
  const [, folder] = path.split("/");
  return LIBRARIES.find(({ listing, products }) => [listing, products].includes(`/${folder}`))?.id ?? null;
};

/**
 * Returns the id of the library that the shopper viewed last in this tab, or null. Reads the tab's own history, so
 * nothing has to be stored.
 */
export const useLastLibrary = (): number | null => {
  const [library, setLibrary] = useState<number | null>(null);
  useEffect(() => {
    // Some browsers don't have the Navigation API.
    const entries = window.navigation?.entries() ?? [];
    const libraryIds = entries.map(({ url }) => (url === null ? null : libraryAt(new URL(url).pathname)));
    setLibrary(libraryIds.findLast((id) => id !== null) ?? null);
  }, []);
  return library;
};
