import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import { ModelControls, PER_PRESS } from "./model-controls.tsx";
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

const ZOOM_KEYS: Readonly<Record<string, number>> = {
  "+": PER_PRESS,
  "=": PER_PRESS,
  "-": 1 / PER_PRESS,
};

const PER_SCROLLED_PIXEL = 0.004;

/** The state of the scene: not requested, loading, shown, or not available in this browser. */
type Stage = "still" | "loading" | "shown" | "failed";

/**
 * A 3D asset. Shows a still image until the user points at it, then the model, which rotates with the pointer or the
 * arrow keys, and zooms with two fingers, "+", and "-". The renderer loads on first use.
 */
export default function ModelViewer({ slug, name }: { slug: string; name: string }) {
  const [stage, setStage] = useState<Stage>("still");
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<ShownModel | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const taken = useRef(false);
  const [isTaken, setTaken] = useState(false);
  /** The position of each finger on the screen, or of the pressed mouse. */
  const pointers = useRef(new Map<number, { readonly x: number; readonly y: number }>());
  const wanted = stage !== "still";
  useEffect(() => {
    const canvasElement = canvas.current;
    if (!wanted || canvasElement === null) return;
    let gone = false;
    let turning = 0;
    const fit = (): void => shown.current?.resize(canvasElement.clientWidth, canvasElement.clientHeight);
    const watcher = new ResizeObserver(fit);
    // React's wheel listeners can't prevent scrolling. A plain wheel scrolls the page, except in full screen.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && document.fullscreenElement === null) return;
      event.preventDefault();
      shown.current?.zoom(Math.exp(-event.deltaY * PER_SCROLLED_PIXEL));
    };
    canvasElement.addEventListener("wheel", onWheel, { passive: false });
    const begin = async (): Promise<void> => {
      try {
        const { showModel } = await import("./model-scene.ts");
        const model = await showModel(canvasElement, paths.media(slug, "scene"));
        if (gone) return model.close();
        shown.current = model;
        watcher.observe(canvasElement);
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
      canvasElement.removeEventListener("wheel", onWheel);
      shown.current?.close();
      shown.current = null;
    };
  }, [wanted, slug]);
  const want = (): void => setStage((now) => (now === "still" ? "loading" : now));
  const take = (): void => {
    taken.current = true;
    setTaken(true);
  };
  const release = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = ({ pointerId, clientX: x, clientY: y, buttons }: PointerEvent): void => {
    // A context menu can swallow the pointer-up event.
    if (buttons === 0) pointers.current.delete(pointerId);
    const before = pointers.current.get(pointerId);
    if (before === undefined) return;
    take();
    const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
    if (other === undefined) shown.current?.turn((x - before.x) * PER_PIXEL, (y - before.y) * PER_PIXEL);
    else {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      shown.current?.zoom(Math.hypot(x - other.x, y - other.y) / Math.max(1, apart));
    }
    pointers.current.set(pointerId, { x, y });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const turn = KEYS[event.key];
    const zoom = ZOOM_KEYS[event.key];
    // With Ctrl or Cmd, the browser zooms the page.
    if (event.ctrlKey || event.metaKey || (turn === undefined && zoom === undefined)) return;
    event.preventDefault();
    take();
    if (turn !== undefined) shown.current?.turn(...turn);
    if (zoom !== undefined) shown.current?.zoom(zoom);
  };
  return (
    <div ref={box} className="player overflow-hidden rounded-lg border border-border bg-card">
      <div className={`relative ${stage === "shown" ? "studio" : "bg-screen"}`} onPointerEnter={want}>
        <div className={stage === "shown" ? "invisible" : ""}>
          <PosterImage slug={slug} sizes="(min-width: 64rem) 60vw, 100vw" eager />
        </div>
        {wanted && stage !== "failed" ? (
          <div
            role="application"
            aria-label={`${name}: rotate with the arrow keys, zoom with plus and minus`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys rotate the model.
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={release}
            onPointerCancel={release}
            onLostPointerCapture={release}
            className={`absolute inset-0 cursor-grab touch-pan-y active:cursor-grabbing
              ${stage === "shown" ? "" : "opacity-0"}`}
          >
            <canvas ref={canvas} className="size-full" />
          </div>
        ) : null}
        <p
          className={
            stage === "shown" && !isTaken
              ? "pointer-events-none absolute inset-x-0 bottom-3 text-center text-sm text-on-screen"
              : "sr-only"
          }
          role="status"
        >
          <span className="rounded-full bg-screen/80 px-3 py-1">
            {stage === "shown" ? (
              <>
                <span>Drag to rotate</span>
                <span className="pointer-coarse:hidden">, or use the arrow keys</span>
                <span>.</span>
              </>
            ) : null}
          </span>
        </p>
      </div>
      <div className="player-bar flex items-center gap-1 border-t border-border p-1.5">
        {stage === "shown" ? (
          <ModelControls model={shown} box={box} />
        ) : (
          <>
            <p className="mr-auto px-1.5 text-sm text-muted-foreground" role="status">
              {stage === "failed" ? "Your browser can't show this 3D model." : "Rotate the 3D model."}
            </p>
            {stage === "failed" ? null : (
              <button
                type="button"
                onClick={want}
                disabled={stage === "loading"}
                className="min-h-11 rounded-md px-3 text-sm font-medium hover:bg-background disabled:opacity-60"
              >
                {stage === "loading" ? "Loading…" : "View in 3D"}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
