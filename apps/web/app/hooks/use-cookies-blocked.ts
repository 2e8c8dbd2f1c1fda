import { useEffect, useState } from "react";

/** Returns whether the browser reports that it blocks cookies. False until the page has mounted. */
export const useCookiesBlocked = (): boolean => {
  const [blocked, setBlocked] = useState(false);
  useEffect(() => setBlocked(!navigator.cookieEnabled), []);
  return blocked;
};
