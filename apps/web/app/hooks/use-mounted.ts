import { useEffect, useState } from "react";

/**
 * Returns whether the page has mounted in the browser. Content that depends on it isn't in the server-rendered HTML.
 */
export const useMounted = (): boolean => {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
};
