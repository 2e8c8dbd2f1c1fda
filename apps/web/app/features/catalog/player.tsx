import { type ChangeEvent, Suspense, use, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { DESK, paths } from "#app/paths.ts";
import { FullScreenButton } from "./full-screen-button.tsx";
import { CONTROL, FrameControls, usePlaying } from "./player-frames.tsx";
import { playsAlpha } from "./plays-alpha.ts";
import { PosterImage } from "./poster-image.tsx";
import { savesMotion } from "./tile-playing.ts";

const Desk = lazyPart(() => import("./desk.tsx"));

const BACKDROPS = [
  ["shop", "Dark"],
  ["black", "Black"],
  ["checker", "Checker"],
  ["white", "White"],
  ["plate", "Plate"],
] as const;

type Backdrop = (typeof BACKDROPS)[number][0] | "own";

/** Opens the shopper's own image as a backdrop. It never leaves the browser. Rejects a file that isn't an image. */
const openPicture = async (file: File): Promise<string> => {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  return url;
};

interface Previewed {
  slug: string;
  name: string;
  alpha: boolean;
}

/**
 * The player, or the compositing desk in its place. A shared link opens the desk. Browsers that don't support video
 * transparency get the version on a dark background.
 */
export default function Preview(product: Previewed) {
  const isOpaque = product.alpha && !use(playsAlpha());
  const item = { ...product, alpha: product.alpha && !isOpaque };
  const [search] = useSearchParams();
  const shared = search.get(DESK);
  const [isOpen, setOpen] = useState(shared !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen)
    return (
      <Suspense
        fallback={
          <div className="aspect-video rounded-lg bg-card" role="status" aria-label="Loading the compositing desk" />
        }
      >
        <Desk {...item} shared={shared} onClose={() => setOpen(false)} />
        {isOpaque ? <OpaqueNote /> : null}
      </Suspense>
    );
  return (
    <>
      <Player {...item} />
      {isOpaque ? <OpaqueNote /> : null}
      <p className="mt-2 h-11 text-right">
        <button
          ref={opener}
          type="button"
          className="min-h-10 rounded-md border border-input px-4 text-sm hover:bg-card"
          onClick={() => setOpen(true)}
        >
          Try it on your shot
        </button>
      </p>
    </>
  );
}

/** Explains why a transparent element is on a dark background. */
function OpaqueNote() {
  return (
    <p className="mt-2 text-sm text-muted-foreground">
      Your browser doesn't support transparent video, so this preview has a dark background. The files you download
      include the alpha channel.
    </p>
  );
}

/** The preview player of a product: play, loop, step by frame, and choose a backdrop. Never upscales the video. */
function Player({ slug, name, alpha }: Previewed) {
  const [wanted, setWanted] = useState(false);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [loops, setLoops] = useState(true);
  const [backdrop, setBackdrop] = useState<Backdrop>("shop");
  const [pictureUrl, setPictureUrl] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => () => void (pictureUrl !== null && URL.revokeObjectURL(pictureUrl)), [pictureUrl]);
  const playing = usePlaying(video);
  const picture = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setWanted(!savesMotion()), []);
  const toggle = (): void => {
    setWanted(true);
    if (video === null) return;
    if (video.paused) void video.play();
    else video.pause();
  };
  const choosePicture = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    if (file === undefined) return;
    // Otherwise, choosing the same file again, such as after another backdrop, wouldn't count as a change.
    event.target.value = "";
    const show = (url: string): void => {
      setPictureUrl(url);
      setBackdrop("own");
      setUnreadable(false);
    };
    openPicture(file).then(show, () => setUnreadable(true));
  };
  return (
    <div ref={box} className="player overflow-hidden rounded-lg border border-border bg-card">
      <div
        className={`relative
          ${backdrop === "own" ? "bg-cover bg-center" : backdrop === "shop" ? "bg-screen" : `backdrop-${backdrop}`}`}
        style={backdrop === "own" && pictureUrl !== null ? { backgroundImage: `url("${pictureUrl}")` } : undefined}
      >
        {wanted ? null : <PosterImage slug={slug} sizes="(min-width: 64rem) 60vw, 100vw" eager />}
        {wanted ? (
          <video
            ref={setVideo}
            width={960}
            height={540}
            poster={backdrop === "shop" ? paths.media(slug, "still") : undefined}
            muted
            autoPlay
            loop={loops}
            playsInline
            disableRemotePlayback
            aria-label={`Preview of ${name}`}
            className="block aspect-video w-full"
          >
            {alpha ? <source src={paths.media(slug, "alpha")} type="video/webm" /> : null}
            <source src={paths.media(slug, "video")} type="video/mp4" />
          </video>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-1 border-t border-border p-1.5">
        <button type="button" className={CONTROL} onClick={toggle} aria-label={playing ? "Pause" : "Play"}>
          <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" aria-hidden="true">
            <path d={playing ? "M6 5h4v14H6zM14 5h4v14h-4z" : "M7 4.5v15l12-7.5z"} />
          </svg>
        </button>
        <FrameControls video={video} />
        <button
          type="button"
          className={`${CONTROL} ${loops ? "text-ring" : "text-muted-foreground"}`}
          aria-pressed={loops}
          aria-label="Loop"
          onClick={() => setLoops((now) => !now)}
        >
          <svg
            viewBox="0 0 24 24"
            className="size-5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M4 11a6 6 0 0 1 6-6h8m0 0-3-3m3 3-3 3M20 13a6 6 0 0 1-6 6H6m0 0 3 3m-3-3 3-3" />
          </svg>
        </button>
        <FullScreenButton box={box} />
      </div>
      {alpha ? (
        <fieldset className="flex flex-wrap items-center gap-1.5 border-t border-border p-2">
          <legend className="sr-only">Backdrop</legend>
          {BACKDROPS.map(([value, text]) => (
            <label
              key={value}
              className="flex min-h-9 cursor-pointer items-center rounded-md px-3 text-sm text-muted-foreground
                has-checked:bg-border has-checked:text-foreground has-focus-visible:outline-2
                has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="backdrop"
                value={value}
                checked={backdrop === value}
                onChange={() => setBackdrop(value)}
                className="sr-only"
              />
              <span>{text}</span>
            </label>
          ))}
          <button
            type="button"
            className={`min-h-9 rounded-md px-3 text-sm
              ${backdrop === "own" ? "bg-border" : "text-muted-foreground"}`}
            onClick={() => picture.current?.click()}
          >
            Your image
          </button>
          <input
            ref={picture}
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label="Use your own image as the backdrop. It stays in your browser."
            onChange={choosePicture}
            className="sr-only"
          />
          {isUnreadable ? (
            <p role="alert" className="px-3 text-sm text-danger">
              Your browser can't open this file. Choose a PNG, JPEG, or WebP image.
            </p>
          ) : null}
        </fieldset>
      ) : null}
    </div>
  );
}
