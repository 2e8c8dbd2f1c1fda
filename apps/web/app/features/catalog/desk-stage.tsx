import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { paths } from "#app/paths.ts";
import { type DeskSettings, withNumber } from "./desk-settings.ts";
import { CSS_BLENDS, KEYS, type OwnShot, PLATE } from "./desk-shot.ts";
import type { DeskCanvas } from "./use-desk-canvas.ts";

/** The shot with the element over it. The user places the element with the pointer or with keys. */
export function DeskStage({
  slug,
  name,
  alpha,
  shot,
  size,
  settings,
  shows,
  desk,
  onChange,
  onShown,
  onUnreadable,
  onDuration,
}: {
  slug: string;
  name: string;
  alpha: boolean;
  /** The user's own shot, or null for the sample plate. */
  shot: OwnShot | null;
  /** The size of the shot, in pixels. */
  size: { readonly width: number; readonly height: number };
  settings: DeskSettings;
  shows: boolean;
  desk: DeskCanvas;
  onChange: (change: (before: DeskSettings) => DeskSettings) => void;
  onShown: () => void;
  onUnreadable: () => void;
  /** Called with the element's duration, in seconds. */
  onDuration: (seconds: number) => void;
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = KEYS[event.key];
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [to, by] = key;
    onChange((before) => withNumber(before, to, before[to] + by * (event.shiftKey ? 10 : 1)));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const { movementX, movementY } = event;
    onChange((before) =>
      withNumber(withNumber(before, "x", before.x + (2 * movementX) / width), "y", before.y - (2 * movementY) / height),
    );
  };

  const layered: CSSProperties = {
    left: `${50 + settings.x * 50}%`,
    top: `${50 - settings.y * 50}%`,
    width: `${settings.scale * 100}%`,
    transform: `translate(-50%, -50%) rotate(${-settings.rotation}deg)`,
    mixBlendMode: CSS_BLENDS[settings.blend],
    filter: `brightness(${2 ** settings.exposure}) saturate(${settings.saturation})`,
    visibility: shows ? "visible" : "hidden",
  };
  const shotProps = {
    className: "absolute inset-0 size-full object-contain",
    onError: onUnreadable,
  };
  return (
    <div
      role="application"
      aria-label={`Your shot with ${name}. Arrow keys move it, plus and minus scale it, brackets rotate it.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the element.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      className="relative mx-auto cursor-move touch-none overflow-hidden bg-[#7b7b7b] max-sm:sticky max-sm:top-16
        max-sm:z-10"
      // As wide as the page allows, but no taller than 70% of the window.
      style={{ aspectRatio: `${size.width} / ${size.height}`, maxWidth: `${(70 * size.width) / size.height}vh` }}
    >
      {shot?.isClip ? (
        <video
          ref={desk.keepShot}
          src={shot.url}
          muted
          loop
          playsInline
          onLoadedData={onShown}
          onSeeked={() => {
            desk.align();
            desk.redraw();
          }}
          {...shotProps}
        />
      ) : (
        <img key={shot?.url} ref={desk.keepShot} src={shot?.url ?? PLATE} alt="" onLoad={onShown} {...shotProps} />
      )}
      <video
        ref={desk.element}
        muted
        loop
        playsInline
        onLoadedMetadata={(event) => {
          onDuration(event.currentTarget.duration);
          desk.align();
        }}
        onLoadedData={desk.redraw}
        onSeeked={desk.redraw}
        className="absolute max-w-none"
        style={layered}
      >
        {alpha ? <source src={paths.media(slug, "alpha")} type="video/webm" /> : null}
        <source src={paths.media(slug, "video")} type="video/mp4" />
      </video>
      {desk.draws ? (
        <canvas ref={desk.canvas} width={size.width} height={size.height} className="absolute inset-0 size-full" />
      ) : null}
    </div>
  );
}
