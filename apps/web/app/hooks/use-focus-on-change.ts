import { type RefObject, useEffect, useRef } from "react";

/** Focuses an element when its content changes, but not when it first appears. `shows` identifies the content. */
export const useFocusOnChange = (part: RefObject<HTMLElement | null>, shows: string): void => {
  const before = useRef(shows);
  useEffect(() => {
    if (before.current === shows) return;
    before.current = shows;
    part.current?.focus({ preventScroll: true });
  }, [part, shows]);
};
