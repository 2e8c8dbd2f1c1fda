import { useEffect, useState } from "react";
import { paths } from "#app/paths.ts";
import { savesMotion } from "./tile-playing.ts";

/**
 * The background video of a page. Shows a still until JavaScript runs, and always for users who prefer reduced motion
 * or data. Never upscales the video.
 */
export function HeroVideo({ slug }: { slug: string }) {
  const [moves, setMoves] = useState(false);
  useEffect(() => setMoves(!savesMotion()), []);
  const place = "h-full max-h-[540px] w-full max-w-[960px] object-cover object-bottom";
  return moves ? (
    <video
      src={paths.media(slug, "video")}
      poster={paths.media(slug, "still")}
      width={960}
      height={540}
      muted
      loop
      autoPlay
      playsInline
      disableRemotePlayback
      className={place}
    />
  ) : (
    <img src={paths.media(slug, "still")} alt="" width={960} height={540} fetchPriority="high" className={place} />
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
