import { useEffect, useState } from "react";

/** Whether a page runs in a browser by now: what is loaded then is no part of the page that the server sends. */
export const useMounted = (): boolean => {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
};
