import { useEffect, useState } from "react";
import { paths } from "#app/paths.ts";
import { savesMotion } from "./tile-playing.ts";

/** The hero's files in the public folder, larger than a collection's previews. */
const HERO_MEDIA = { still: "/hero.avif", small: "/hero-960.avif", video: "/hero.mp4" } as const;

/**
 * The moving picture behind the first words of the home page. The video loads once the page is idle, and never for
 * users who prefer reduced motion or data.
 */
export function HeroVideo() {
  const [moves, setMoves] = useState(false);
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
        src={HERO_MEDIA.still}
        srcSet={`${HERO_MEDIA.small} 960w, ${HERO_MEDIA.still} 1920w`}
        sizes="100vw"
        alt=""
        width={1920}
        height={1080}
        fetchPriority="high"
        className="hero-picture"
      />
      {moves ? (
        <video
          src={HERO_MEDIA.video}
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
