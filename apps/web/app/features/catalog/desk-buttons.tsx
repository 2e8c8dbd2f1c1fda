import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import type { DeskCanvas } from "./use-desk-canvas.ts";

/** The buttons below the shot. */
export function DeskButtons({
  hasShot,
  desk,
  shows,
  onShot,
  onShow,
  onStill,
  onShare,
  onReset,
}: {
  /** Whether the user has added a shot. */
  hasShot: boolean;
  desk: DeskCanvas;
  /** Whether the element is visible. */
  shows: boolean;
  onShot: (chosen: File | undefined) => void;
  onShow: (shows: boolean) => void;
  onStill: () => void;
  onShare: () => void;
  onReset: () => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="button" variant={hasShot ? "secondary" : "primary"} onClick={() => file.current?.click()}>
        {hasShot ? "Change your shot" : "Add your shot"}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/*,video/*"
        tabIndex={-1}
        aria-label="Your picture or clip. It stays in your browser."
        onChange={(event) => onShot(event.target.files?.[0])}
        className="sr-only"
      />
      <Button type="button" variant="secondary" onClick={() => void desk.play(!desk.playing)}>
        {desk.playing ? "Pause" : "Play"}
      </Button>
      <Button type="button" variant="secondary" aria-pressed={!shows} onClick={() => onShow(!shows)}>
        Hide element
      </Button>
      {desk.draws ? (
        <Button type="button" variant="secondary" onClick={onStill}>
          Save still
        </Button>
      ) : null}
      <Button type="button" variant="secondary" onClick={onShare}>
        Copy link
      </Button>
      <Button type="button" variant="ghost" onClick={onReset}>
        Reset
      </Button>
    </div>
  );
}
