import { useEffect, useState } from "react";

const FRAME_RATE = 24;

export const CONTROL = "grid size-11 shrink-0 place-items-center rounded-md hover:bg-background";

export const usePlaying = (video: HTMLVideoElement | null): boolean => {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (video === null) return;
    const note = (): void => setPlaying(!video.paused);
    video.addEventListener("play", note);
    video.addEventListener("pause", note);
    return () => {
      video.removeEventListener("play", note);
      video.removeEventListener("pause", note);
    };
  }, [video]);
  return playing;
};

/** Returns a video's current frame, and `seek`, which pauses the video at a frame. */
const useFrames = (video: HTMLVideoElement | null) => {
  const [frame, setFrame] = useState(0);
  useEffect(() => {
    if (video === null) return;
    let looking = 0;
    // Run once per displayed video frame if the browser reports them, otherwise once per screen frame.
    const perFrame = "requestVideoFrameCallback" in video;
    const next = (): void => {
      looking = perFrame ? video.requestVideoFrameCallback(look) : requestAnimationFrame(look);
    };
    const look = (): void => {
      setFrame(Math.floor(video.currentTime * FRAME_RATE + 0.01));
      next();
    };
    next();
    return () => (perFrame ? video.cancelVideoFrameCallback(looking) : cancelAnimationFrame(looking));
  }, [video]);
  const count = video === null || !Number.isFinite(video.duration) ? 48 : Math.round(video.duration * FRAME_RATE);
  const seek = (to: number): void => {
    if (video === null) return;
    video.pause();
    const goal = ((to % count) + count) % count;
    // Seek to the middle of the frame, because its edges also belong to the neighboring frames.
    video.currentTime = (goal + 0.5) / FRAME_RATE;
    setFrame(goal);
  };
  return { frame: Math.min(frame, count - 1), count, seek };
};

/** The controls that change with every frame, in a separate component so that nothing else rerenders. */
export function FrameControls({ video }: { video: HTMLVideoElement | null }) {
  const { frame, count, seek } = useFrames(video);
  return (
    <>
      <button type="button" className={CONTROL} onClick={() => seek(frame - 1)} aria-label="Previous frame">
        <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" aria-hidden="true">
          <path d="M5 5h2.5v14H5zM19 5v14L9 12z" />
        </svg>
      </button>
      <button type="button" className={CONTROL} onClick={() => seek(frame + 1)} aria-label="Next frame">
        <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" aria-hidden="true">
          <path d="M16.5 5H19v14h-2.5zM5 5v14l10-7z" />
        </svg>
      </button>
      <input
        type="range"
        min={0}
        max={count - 1}
        value={frame}
        aria-label="Frame"
        onChange={(event) => seek(Number(event.target.value))}
        className="w-0 grow accent-accent"
      />
      <span className="tabular-nums hidden w-16 text-right text-sm text-muted-foreground sm:block">
        {`${frame + 1} / ${count}`}
      </span>
    </>
  );
}
