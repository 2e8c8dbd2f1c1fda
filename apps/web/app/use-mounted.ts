import { useEffect, useState } from "react";

/** Returns whether the page has mounted in the browser. What depends on it is not part of the server-rendered HTML. */
export const useMounted = (): boolean => {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
};
