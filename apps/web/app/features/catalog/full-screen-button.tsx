import type { RefObject } from "react";
import { CONTROL } from "./player-frames.tsx";

/** A button that turns a player's full screen on and off. Renders nothing if the browser doesn't support it. */
export function FullScreenButton({ box }: { box: RefObject<HTMLElement | null> }) {
  if (!document.fullscreenEnabled) return null;
  return (
    <button
      type="button"
      className={CONTROL}
      aria-label="Full screen"
      onClick={() =>
        void (document.fullscreenElement === null ? box.current?.requestFullscreen() : document.exitFullscreen())
      }
    >
      <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
      </svg>
    </button>
  );
}
