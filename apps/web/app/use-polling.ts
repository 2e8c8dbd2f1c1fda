import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/** How often a page asks, and how many times before it says what else can be done. */
const ASK_EVERY_MS = 2_000;
const ASK_TIMES = 30;

/**
 * Loads the page's data again and again while something is under way. False once it has asked for long enough. (CHK-08)
 */
export const usePolling = (underWay: boolean): boolean => {
  const { revalidate, state } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const waiting = underWay && asked < ASK_TIMES;
  useEffect(() => {
    if (!waiting || state !== "idle") return;
    const timer = setTimeout(() => {
      setAsked((times) => times + 1);
      void revalidate();
    }, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);
  return waiting;
};
