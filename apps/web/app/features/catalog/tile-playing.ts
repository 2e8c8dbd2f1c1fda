import { type RefObject, useCallback, useEffect, useState } from "react";

/** How long a tile must stay in the middle of a touch screen before it plays, in milliseconds. */
const CENTERED_MS = 400;

/** The tile playing in the middle of a touch screen. Only one plays at a time, because each loads a video. */
let inTheMiddle: HTMLElement | null = null;

/** Returns whether the user prefers reduced motion or reduced data. */
export const savesMotion = (): boolean => {
  const connection: unknown = Reflect.get(navigator, "connection");
  const saves = typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
  return saves || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
};

/**
 * Returns whether a tile plays, and a function to start or stop it on hover or focus. On a touch screen, the tile in
 * the middle also plays. Nothing plays if the user prefers reduced motion or data.
 */
export const useTilePlaying = (
  tile: RefObject<HTMLElement | null>,
): readonly [playing: boolean, setWanted: (wanted: boolean) => void] => {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    const tileElement = tile.current;
    if (tileElement === null || !window.matchMedia("(hover: none)").matches || savesMotion()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) {
          timer = setTimeout(() => {
            inTheMiddle ??= tileElement;
            setPlaying(inTheMiddle === tileElement);
          }, CENTERED_MS);
          return;
        }
        if (inTheMiddle === tileElement) inTheMiddle = null;
        setPlaying(false);
      },
      // Observe only the middle line of the screen, which one row of tiles crosses at a time.
      { rootMargin: "-50% 0px -50% 0px" },
    );
    watcher.observe(tileElement);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      if (inTheMiddle === tileElement) inTheMiddle = null;
    };
  }, [tile]);
  const setWanted = useCallback((wanted: boolean) => setPlaying(wanted && !savesMotion()), []);
  return [playing, setWanted];
};
