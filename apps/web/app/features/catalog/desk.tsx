import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { DESK, paths } from "#app/paths.ts";
import { announce } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { type Drawable, openDesk } from "./desk-renderer.ts";
import { DeskControls } from "./desk-controls.tsx";
import { type DeskSettings, formatSettings, initialSettings, parseSettings, withNumber } from "./desk-settings.ts";
import { CSS_BLENDS, KEYS, type OwnShot, PLATE, PLATE_SIZE, fitted, saveAs } from "./desk-shot.ts";
import { savesMotion } from "./tile-playing.ts";

/** The compositing desk: lays an element over the shopper's own picture or clip. Everything stays in the browser. */
export default function Desk({
  slug,
  name,
  alpha,
  shared,
  onClose,
}: {
  slug: string;
  name: string;
  alpha: boolean;
  /** A shared link's settings, or null. */
  shared: string | null;
  onClose: () => void;
}) {
  const [settings, setSettings] = useState<DeskSettings>(() =>
    shared === null ? initialSettings({ alpha }) : parseSettings(shared, { alpha }),
  );
  const [shows, setShows] = useState(true);
  const [playing, setPlaying] = useState(false);
  const [shot, setShot] = useState<OwnShot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>(PLATE_SIZE);
  const [duration, setDuration] = useState<number | null>(null);
  const [draws, setDraws] = useState(true);
  const [link, setLink] = useState<string | null>(null);
  const part = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const shotElement = useRef<Drawable>(null);
  const file = useRef<HTMLInputElement>(null);
  const renderer = useRef<ReturnType<typeof openDesk>>(null);
  // The loop reads the latest values, so that it never has to restart. It draws only changes.
  const now = useRef({ settings, shows });
  const isStale = useRef(true);
  // After every render, because resizing the canvas clears it.
  useLayoutEffect(() => {
    now.current = { settings, shows };
    isStale.current = true;
  });

  // Move the focus to a desk that the user opened. A shared link leaves it at the top of the page.
  const isAsked = shared === null;
  useEffect(() => {
    if (isAsked) part.current?.focus({ preventScroll: true });
  }, [isAsked]);
  useEffect(() => {
    renderer.current = canvas.current === null ? null : openDesk(canvas.current);
    const desk = renderer.current;
    if (desk === null) return setDraws(false);
    let next = 0;
    const draw = (): void => {
      const video = element.current;
      if (video !== null && (isStale.current || !video.paused)) {
        isStale.current = false;
        desk.draw(shotElement.current, video, now.current.settings, now.current.shows);
      }
      next = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(next);
      desk.close();
    };
  }, []);

  const redraw = (): void => {
    isStale.current = true;
  };
  const shotUrl = shot?.url ?? null;
  useEffect(() => () => void (shotUrl !== null && URL.revokeObjectURL(shotUrl)), [shotUrl]);
  /** Seeks the element to the time that corresponds to the shot's. */
  const align = (): void => {
    const video = element.current;
    if (video === null || !Number.isFinite(video.duration) || video.duration === 0) return;
    const shotTime = shotElement.current instanceof HTMLVideoElement ? shotElement.current.currentTime : 0;
    video.currentTime = (shotTime + now.current.settings.start) % video.duration;
  };
  const play = async (plays: boolean): Promise<void> => {
    setPlaying(plays);
    const videos = [element.current, shotElement.current].filter((each) => each instanceof HTMLVideoElement);
    for (const video of videos) video.pause();
    // A seek takes time. Start both videos after it, and end at exactly the frame that corresponds to the shot's.
    align();
    if (!plays) return;
    const video = element.current;
    if (video?.seeking) await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
    await Promise.all(videos.map((each) => each.play())).catch(() => setPlaying(false));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another start is another frame of the element
  useEffect(align, [settings.start]);

  const chooseShot = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    setProblem(null);
    setShot({ url: URL.createObjectURL(chosen), isClip: chosen.type.startsWith("video/") });
  };
  const keepShot = useCallback((shown: Drawable | null): void => {
    shotElement.current = shown;
  }, []);
  const onShown = (): void => {
    if (shotElement.current !== null) setSize(fitted(shotElement.current));
    void play(!savesMotion() || playing);
  };
  const onUnreadable = (): void => {
    setShot(null);
    setSize(PLATE_SIZE);
    setProblem("Your browser can't open this file. Choose a PNG, JPEG, WebP, MP4, or WebM file.");
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = KEYS[event.key];
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [to, by] = key;
    setSettings((before) => withNumber(before, to, before[to] + by * (event.shiftKey ? 10 : 1)));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const { movementX, movementY } = event;
    setSettings((before) =>
      withNumber(withNumber(before, "x", before.x + (2 * movementX) / width), "y", before.y - (2 * movementY) / height),
    );
  };

  const saveStill = (): void => {
    const desk = renderer.current;
    if (desk === null || canvas.current === null || element.current === null) return;
    // Draw now, because the browser may have discarded the last frame.
    desk.draw(shotElement.current, element.current, settings, shows);
    canvas.current.toBlob((blob) => blob !== null && saveAs(blob, `${slug}-comp.png`), "image/png");
  };
  const share = async (): Promise<void> => {
    const url = new URL(window.location.href);
    url.searchParams.set(DESK, formatSettings(settings));
    setLink(url.href);
    // Without permission, the user can still copy the link by hand.
    const isCopied = await navigator.clipboard.writeText(url.href).then(
      () => true,
      () => false,
    );
    announce(isCopied ? "Link copied." : "Copy the link below.");
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
    <section
      ref={part}
      tabIndex={-1}
      aria-label={`Compositing desk for ${name}`}
      className="overflow-clip rounded-lg border border-border bg-card focus:outline-none"
    >
      <div className="flex items-center justify-between gap-4 border-b border-border py-1 pr-1 pl-4">
        <p className="text-sm font-medium">{shot === null ? "Sample plate" : "Your shot"}</p>
        <Button type="button" variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
      <div
        role="application"
        aria-label={`Your shot with ${name}. Arrow keys move it, plus and minus scale it, brackets rotate it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys place the element.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        className="relative mx-auto cursor-move touch-none overflow-hidden bg-[#7b7b7b] max-sm:sticky max-sm:top-16
          max-sm:z-10"
        // As wide as the page allows, but at most 70 % of the window high.
        style={{ aspectRatio: `${size.width} / ${size.height}`, maxWidth: `${(70 * size.width) / size.height}vh` }}
      >
        {shot?.isClip ? (
          <video
            ref={keepShot}
            src={shot.url}
            muted
            loop
            playsInline
            onLoadedData={onShown}
            onSeeked={() => {
              align();
              redraw();
            }}
            {...shotProps}
          />
        ) : (
          <img key={shot?.url} ref={keepShot} src={shot?.url ?? PLATE} alt="" onLoad={onShown} {...shotProps} />
        )}
        <video
          ref={element}
          muted
          loop
          playsInline
          onLoadedMetadata={(event) => {
            setDuration(event.currentTarget.duration);
            align();
          }}
          onLoadedData={redraw}
          onSeeked={redraw}
          className="absolute max-w-none"
          style={layered}
        >
          {alpha ? <source src={paths.media(slug, "alpha")} type="video/webm" /> : null}
          <source src={paths.media(slug, "video")} type="video/mp4" />
        </video>
        {draws ? (
          <canvas ref={canvas} width={size.width} height={size.height} className="absolute inset-0 size-full" />
        ) : null}
      </div>
      <div className="grid gap-4 border-t border-border p-4">
        <div className="flex flex-wrap gap-2">
          <Button type="button" variant={shot === null ? "primary" : "secondary"} onClick={() => file.current?.click()}>
            {shot === null ? "Add your shot" : "Change your shot"}
          </Button>
          <input
            ref={file}
            type="file"
            accept="image/*,video/*"
            tabIndex={-1}
            aria-label="Your picture or clip. It stays in your browser."
            onChange={(event) => chooseShot(event.target.files?.[0])}
            className="sr-only"
          />
          <Button type="button" variant="secondary" onClick={() => void play(!playing)}>
            {playing ? "Pause" : "Play"}
          </Button>
          <Button type="button" variant="secondary" aria-pressed={!shows} onClick={() => setShows(!shows)}>
            Hide element
          </Button>
          {draws ? (
            <Button type="button" variant="secondary" onClick={saveStill}>
              Save still
            </Button>
          ) : null}
          <Button type="button" variant="secondary" onClick={() => void share()}>
            Copy link
          </Button>
          <Button type="button" variant="ghost" onClick={() => setSettings(initialSettings({ alpha }))}>
            Reset
          </Button>
        </div>
        {problem === null ? null : (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <p className="text-sm text-muted-foreground">
          {shot === null
            ? "Drag the element to place it, or add your own picture or clip. Your file stays in your browser."
            : "Drag the element to place it. Your file stays in your browser."}
        </p>
        {draws ? null : (
          <p className="text-sm text-muted-foreground">
            Your browser doesn't support WebGL 2, so colors are approximate and you can't save a still.
          </p>
        )}
        {link === null ? null : (
          <label className="grid gap-1 text-sm">
            <span>Link to these settings</span>
            <input className="input" readOnly value={link} onFocus={(event) => event.target.select()} />
          </label>
        )}
        <DeskControls settings={settings} duration={duration} onChange={setSettings} />
      </div>
    </section>
  );
}
