import { type RefObject, useEffect, useRef } from "react";

/** Puts the keyboard on a part of the page whenever what it shows has become another; not when it first appears. */
export const useFocusOnChange = (part: RefObject<HTMLElement | null>, shows: string): void => {
  const before = useRef(shows);
  useEffect(() => {
    if (before.current === shows) return;
    before.current = shows;
    part.current?.focus({ preventScroll: true });
  }, [part, shows]);
};
