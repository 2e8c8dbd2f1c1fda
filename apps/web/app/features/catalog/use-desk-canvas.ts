import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Drawable, openDesk } from "./desk-renderer.ts";
import type { DeskSettings } from "./desk-settings.ts";

/** The canvas of a desk, and the videos that it shows. */
export interface DeskCanvas {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly element: RefObject<HTMLVideoElement | null>;
  /** The picture or video of the shot. */
  readonly shot: RefObject<Drawable | null>;
  readonly keepShot: (shown: Drawable | null) => void;
  /** Whether the browser can draw the element over the shot. */
  readonly draws: boolean;
  readonly playing: boolean;
  readonly play: (plays: boolean) => Promise<void>;
  /** Seeks the element to the time that matches the shot's current time. */
  readonly align: () => void;
  /** Draws the current frames again. */
  readonly redraw: () => void;
  /** Draws the current frames now, and passes them to `save` as a PNG. */
  readonly still: (save: (blob: Blob) => void) => void;
}

/** Draws an element over a shot, and plays both in sync. `shows` is whether the element is visible. */
export const useDeskCanvas = (settings: DeskSettings, shows: boolean): DeskCanvas => {
  const [playing, setPlaying] = useState(false);
  const [draws, setDraws] = useState(true);
  const canvas = useRef<HTMLCanvasElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const shot = useRef<Drawable>(null);
  const renderer = useRef<ReturnType<typeof openDesk>>(null);
  // The loop reads the latest values, so that it never has to restart. It draws only when something has changed.
  const now = useRef({ settings, shows });
  const isStale = useRef(true);
  // After every render, because resizing the canvas clears it.
  useLayoutEffect(() => {
    now.current = { settings, shows };
    isStale.current = true;
  });
  useEffect(() => {
    renderer.current = canvas.current === null ? null : openDesk(canvas.current);
    const desk = renderer.current;
    if (desk === null) return setDraws(false);
    let next = 0;
    const draw = (): void => {
      const video = element.current;
      if (video !== null && (isStale.current || !video.paused)) {
        isStale.current = false;
        desk.draw(shot.current, video, now.current.settings, now.current.shows);
      }
      next = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(next);
      desk.close();
    };
  }, []);

  const align = (): void => {
    const video = element.current;
    if (video === null || !Number.isFinite(video.duration) || video.duration === 0) return;
    const shotTime = shot.current instanceof HTMLVideoElement ? shot.current.currentTime : 0;
    video.currentTime = (shotTime + now.current.settings.start) % video.duration;
  };
  const play = async (plays: boolean): Promise<void> => {
    setPlaying(plays);
    const videos = [element.current, shot.current].filter((each) => each instanceof HTMLVideoElement);
    for (const video of videos) video.pause();
    // A seek takes time. Start both videos after it, and stop at exactly the frame that matches the shot's current
    // time.
    align();
    if (!plays) return;
    const video = element.current;
    if (video?.seeking) await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
    await Promise.all(videos.map((each) => each.play())).catch(() => setPlaying(false));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new start time shows a different frame
  useEffect(align, [settings.start]);

  return {
    canvas,
    element,
    shot,
    keepShot: useCallback((shown) => {
      shot.current = shown;
    }, []),
    draws,
    playing,
    play,
    align,
    redraw: () => {
      isStale.current = true;
    },
    still: (save) => {
      const desk = renderer.current;
      if (desk === null || canvas.current === null || element.current === null) return;
      // Draw now, because the browser may have discarded the last frame.
      desk.draw(shot.current, element.current, settings, shows);
      canvas.current.toBlob((blob) => blob !== null && save(blob), "image/png");
    },
  };
};
