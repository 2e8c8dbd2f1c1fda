import { type RefObject, useState } from "react";
import { FullScreenButton } from "./full-screen-button.tsx";
import type { ShownModel } from "./model-scene.ts";
import { CONTROL } from "./player-frames.tsx";

/** The zoom factor per press. */
export const PER_PRESS = 1.2;

const ZOOMS = [
  { label: "Zoom out", factor: 1 / PER_PRESS, path: "M5 12h14" },
  { label: "Zoom in", factor: PER_PRESS, path: "M12 5v14M5 12h14" },
] as const;

const SUN =
  "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19" +
  "M19 5l-1.7 1.7M6.7 17.3 5 19";

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The controls of a shown 3D model: zoom, wireframe, the direction of the light, and full screen. */
export function ModelControls({
  model,
  box,
}: {
  model: RefObject<ShownModel | null>;
  /** The element to show in full screen. */
  box: RefObject<HTMLElement | null>;
}) {
  const [isWireframe, setWireframe] = useState(false);
  const [light, setLight] = useState(0);
  return (
    <>
      {ZOOMS.map(({ label, factor, path }) => (
        <button
          key={label}
          type="button"
          className={CONTROL}
          aria-label={label}
          onClick={() => model.current?.zoom(factor)}
        >
          <Icon path={path} />
        </button>
      ))}
      <button
        type="button"
        className={`${CONTROL} ${isWireframe ? "text-ring" : "text-muted-foreground"}`}
        aria-label="Wireframe"
        aria-pressed={isWireframe}
        onClick={() => {
          setWireframe(!isWireframe);
          model.current?.wireframe(!isWireframe);
        }}
      >
        <Icon path="M12 3 4 7.5v9l8 4.5 8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />
      </button>
      <label className="ml-1 flex min-w-0 items-center gap-2 text-muted-foreground">
        <span className="sr-only">Light</span>
        <Icon path={SUN} />
        <input
          type="range"
          min={-180}
          max={180}
          step={5}
          value={light}
          aria-valuetext={`${light}°`}
          onChange={({ target }) => {
            setLight(target.valueAsNumber);
            model.current?.light((target.valueAsNumber * Math.PI) / 180);
          }}
          className="min-h-9 w-24 min-w-0 accent-accent sm:w-36"
        />
      </label>
      <span className="ml-auto">
        <FullScreenButton box={box} />
      </span>
    </>
  );
}
