import { useEffect, useRef, useState } from "react";
import { DESK } from "#app/paths.ts";
import { announce } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { DeskButtons } from "./desk-buttons.tsx";
import { DeskControls } from "./desk-controls.tsx";
import { type DeskSettings, formatSettings, initialSettings, parseSettings } from "./desk-settings.ts";
import { type OwnShot, PLATE_SIZE, fitted, saveAs } from "./desk-shot.ts";
import { DeskStage } from "./desk-stage.tsx";
import { savesMotion } from "./tile-playing.ts";
import { useDeskCanvas } from "./use-desk-canvas.ts";

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
  const [shot, setShot] = useState<OwnShot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>(PLATE_SIZE);
  const [duration, setDuration] = useState<number | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const part = useRef<HTMLElement>(null);
  const desk = useDeskCanvas(settings, shows);
  const { draws, playing, play } = desk;

  // Move the focus to a desk that the user opened. With a shared link, leave the focus at the top of the page.
  const isAsked = shared === null;
  useEffect(() => {
    if (isAsked) part.current?.focus({ preventScroll: true });
  }, [isAsked]);
  const shotUrl = shot?.url ?? null;
  useEffect(() => () => void (shotUrl !== null && URL.revokeObjectURL(shotUrl)), [shotUrl]);
  const chooseShot = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    setProblem(null);
    setShot({ url: URL.createObjectURL(chosen), isClip: chosen.type.startsWith("video/") });
  };
  const onShown = (): void => {
    if (desk.shot.current !== null) setSize(fitted(desk.shot.current));
    void play(!savesMotion() || playing);
  };
  const onUnreadable = (): void => {
    setShot(null);
    setSize(PLATE_SIZE);
    setProblem("Your browser can't open this file. Choose a PNG, JPEG, WebP, MP4, or WebM file.");
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
      <DeskStage
        slug={slug}
        name={name}
        alpha={alpha}
        shot={shot}
        size={size}
        settings={settings}
        shows={shows}
        desk={desk}
        onChange={setSettings}
        onShown={onShown}
        onUnreadable={onUnreadable}
        onDuration={setDuration}
      />
      <div className="grid gap-4 border-t border-border p-4">
        <DeskButtons
          hasShot={shot !== null}
          desk={desk}
          shows={shows}
          onShot={chooseShot}
          onShow={setShows}
          onStill={() => desk.still((blob) => saveAs(blob, `${slug}-comp.png`))}
          onShare={() => void share()}
          onReset={() => setSettings(initialSettings({ alpha }))}
        />
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
