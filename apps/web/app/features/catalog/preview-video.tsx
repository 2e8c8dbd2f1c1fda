import { useEffect, useState } from "react";
import { paths } from "#app/paths.ts";
import { savesMotion } from "./tile-playing.ts";

/** The sample collection with hero files in the public folder, which are larger than its previews. */
const LARGE = "flamethrower";

/**
 * The video behind the first words on the home page. The video loads once the page is idle, and never for users who
 * prefer reduced motion or data.
 */
export function HeroVideo({ slug }: { slug: string }) {
  const [moves, setMoves] = useState(false);
  const isLarge = slug === LARGE;
  useEffect(() => {
    if (savesMotion()) return;
    // Safari has no idle callback.
    const idle = window.requestIdleCallback ?? ((start: () => void) => window.setTimeout(start, 1));
    const start = idle(() => setMoves(true));
    return () => (window.cancelIdleCallback ?? window.clearTimeout)(start);
  }, []);
  return (
    <>
      <img
        src={isLarge ? "/hero.avif" : paths.media(slug, "still")}
        srcSet={isLarge ? "/hero-960.avif 960w, /hero.avif 1920w" : undefined}
        // On phones, the picture is up to 1.7 times as wide as the screen, and cropped.
        sizes="(min-width: 40rem) 100vw, 170vw"
        alt=""
        width={1920}
        height={1080}
        fetchPriority="high"
        className="hero-picture"
      />
      {moves ? (
        <video
          src={isLarge ? "/hero.mp4" : paths.media(slug, "video")}
          width={1600}
          height={900}
          muted
          loop
          autoPlay
          playsInline
          disableRemotePlayback
          className="hero-picture"
        />
      ) : null}
    </>
  );
}

/** The muted video of a tile, shown over its still on demand. */
export function TileVideo({ slug }: { slug: string }) {
  return (
    <video
      src={paths.media(slug, "tile")}
      width={480}
      height={270}
      muted
      loop
      autoPlay
      playsInline
      disableRemotePlayback
      className="tile-loop absolute inset-0 size-full object-cover"
    />
  );
}
