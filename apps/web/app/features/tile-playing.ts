import { type RefObject, useCallback, useEffect, useState } from "react";

/** For how long a tile stands in the middle of a touch screen before it plays, in milliseconds. */
const CENTERED_MS = 400;

/**
 * The tile that plays because it stands in the middle of a touch screen: one at a time, since each is a video to load.
 */
let inTheMiddle: HTMLElement | null = null;

/** Whether somebody asked for less: of movement, or of data. */
export const savesMotion = (): boolean => {
  const connection: unknown = Reflect.get(navigator, "connection");
  const saves = typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
  return saves || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
};

/**
 * Whether a tile plays: while somebody points at it or has it in focus, and on a touch screen while it stands in its
 * middle. Nothing plays for who asked for less movement or data. (CAT-06)
 */
export const useTilePlaying = (
  tile: RefObject<HTMLElement | null>,
): readonly [playing: boolean, setWanted: (wanted: boolean) => void] => {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    const own = tile.current;
    if (own === null || !window.matchMedia("(hover: none)").matches || savesMotion()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) {
          timer = setTimeout(() => {
            inTheMiddle ??= own;
            setPlaying(inTheMiddle === own);
          }, CENTERED_MS);
          return;
        }
        if (inTheMiddle === own) inTheMiddle = null;
        setPlaying(false);
      },
      // A line through the middle of the screen: one row of tiles at a time.
      { rootMargin: "-50% 0px -50% 0px" },
    );
    watcher.observe(own);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      if (inTheMiddle === own) inTheMiddle = null;
    };
  }, [tile]);
  const setWanted = useCallback((wanted: boolean) => setPlaying(wanted && !savesMotion()), []);
  return [playing, setWanted];
};
