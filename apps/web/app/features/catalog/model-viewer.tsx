import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { ShownModel } from "./model-scene.ts";
import { PosterImage } from "./poster-image.tsx";
import { savesMotion } from "./tile-playing.ts";

/** Rotation per pixel of pointer movement, in radians. */
const PER_PIXEL = 0.009;
/** Rotation per arrow key press, in radians. */
const PER_KEY = 0.16;

/** Auto-rotation per second until the user takes over, in radians. */
const BY_ITSELF = 0.5;

const KEYS: Readonly<Record<string, readonly [around: number, over: number]>> = {
  ArrowLeft: [-PER_KEY, 0],
  ArrowRight: [PER_KEY, 0],
  ArrowUp: [0, -PER_KEY],
  ArrowDown: [0, PER_KEY],
};

/** The state of the scene: not requested, loading, shown, or not available in this browser. */
type Stage = "still" | "loading" | "shown" | "failed";

/**
 * A 3D asset. Shows a still image until the user points at it, then the model, which rotates with the pointer or the
 * arrow keys. The renderer loads on first use.
 */
export default function ModelViewer({ slug, name }: { slug: string; name: string }) {
  const [stage, setStage] = useState<Stage>("still");
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<ShownModel | null>(null);
  const taken = useRef(false);
  const wanted = stage !== "still";
  useEffect(() => {
    const own = canvas.current;
    if (!wanted || own === null) return;
    let gone = false;
    let turning = 0;
    const fit = (): void => shown.current?.resize(own.clientWidth, own.clientHeight);
    const watcher = new ResizeObserver(fit);
    const begin = async (): Promise<void> => {
      try {
        const { showModel } = await import("./model-scene.ts");
        const model = await showModel(own, paths.media(slug, "scene"));
        if (gone) return model.close();
        shown.current = model;
        watcher.observe(own);
        fit();
        setStage("shown");
        let last = performance.now();
        const turn = (now: number): void => {
          if (taken.current) return;
          model.turn(((now - last) / 1_000) * BY_ITSELF, 0);
          last = now;
          turning = requestAnimationFrame(turn);
        };
        if (!savesMotion()) turning = requestAnimationFrame(turn);
      } catch {
        if (!gone) setStage("failed");
      }
    };
    void begin();
    return () => {
      gone = true;
      cancelAnimationFrame(turning);
      watcher.disconnect();
      shown.current?.close();
      shown.current = null;
    };
  }, [wanted, slug]);
  const want = (): void => setStage((now) => (now === "still" ? "loading" : now));
  const onPointerMove = (event: PointerEvent): void => {
    if (event.buttons === 0) return;
    taken.current = true;
    shown.current?.turn(event.movementX * PER_PIXEL, event.movementY * PER_PIXEL);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const turn = KEYS[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    taken.current = true;
    shown.current?.turn(...turn);
  };
  return (
    <div className="overflow-hidden rounded-lg border border-border bg-card">
      <div className="relative bg-screen" onPointerEnter={want}>
        <div className={stage === "shown" ? "invisible" : ""}>
          <PosterImage slug={slug} sizes="(min-width: 64rem) 60vw, 100vw" eager />
        </div>
        {wanted && stage !== "failed" ? (
          <div
            role="application"
            aria-label={`${name}: rotate with the arrow keys`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the model is turned by keys.
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
            className={`absolute inset-0 cursor-grab touch-pan-y active:cursor-grabbing
              ${stage === "shown" ? "" : "opacity-0"}`}
          >
            <canvas ref={canvas} className="size-full" />
          </div>
        ) : null}
      </div>
      <div className="player-bar flex items-center justify-between gap-3 border-t border-border px-3">
        <p className="text-sm text-muted-foreground" role="status">
          {stage === "failed"
            ? "Your browser can't show this 3D model."
            : stage === "shown"
              ? "Drag to rotate, or use the arrow keys."
              : "Rotate the 3D model."}
        </p>
        {stage === "still" || stage === "loading" ? (
          <button
            type="button"
            onClick={want}
            disabled={stage === "loading"}
            className="min-h-11 rounded-md px-3 text-sm font-medium hover:bg-background disabled:opacity-60"
          >
            {stage === "loading" ? "Loading…" : "View in 3D"}
          </button>
        ) : null}
      </div>
    </div>
  );
}
