import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/** The polling interval, in milliseconds. */
const ASK_EVERY_MS = 2_000;
/** The maximum number of reloads. */
const ASK_TIMES = 30;

/**
 * Reloads the page's data at intervals while `underWay` is true, for up to a minute. Returns whether it is still
 * polling.
 */
export const usePolling = (underWay: boolean): boolean => {
  const { revalidate, state } = useRevalidator();
  const [reloadCount, setReloadCount] = useState(0);
  const waiting = underWay && reloadCount < ASK_TIMES;
  useEffect(() => {
    if (!waiting || state !== "idle") return;
    const timer = setTimeout(() => {
      setReloadCount((times) => times + 1);
      void revalidate();
    }, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);
  return waiting;
};
