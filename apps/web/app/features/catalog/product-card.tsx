import { useRef } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Badge } from "#ui/badge.tsx";
import type { Card } from "./card.ts";
import { PosterImage } from "./poster-image.tsx";
import { TileVideo } from "./preview-video.tsx";
import { useTilePlaying } from "./tile-playing.ts";

/** A collection in a grid. Its video loads and plays on hover or focus, or when centered on a touch screen. */
export function ProductCard({ card, eager = false }: { card: Card; eager?: boolean }) {
  const tile = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useTilePlaying(tile);
  return (
    <article
      ref={tile}
      data-playing={wanted ? "" : undefined}
      className="tile group relative"
      onPointerEnter={(event) => setWanted(event.pointerType === "mouse")}
      onPointerLeave={() => setWanted(false)}
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
    >
      <div className="relative overflow-hidden rounded-md border border-border bg-screen">
        <PosterImage slug={card.slug} sizes="(min-width: 105rem) 17vw, (min-width: 64rem) 25vw, 50vw" eager={eager} />
        {wanted ? <TileVideo slug={card.slug} /> : null}
        <div className="absolute top-2 left-2 flex gap-1">
          {card.badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
        </div>
      </div>
      <h3 className="mt-2.5 text-base font-medium tracking-normal">
        <Link to={paths.product(card.library_id, card.slug)} className="card-link">
          {card.name}
        </Link>
      </h3>
      <p className="tabular-nums text-sm text-muted-foreground">{card.about}</p>
    </article>
  );
}

/** A grid of collections: two columns on a phone, four on a desktop, six on a wide screen. */
export function ProductGrid({
  cards,
  eager = 4,
}: {
  cards: readonly Card[];
  /** How many pictures to load right away, because they are visible when the page opens. */
  eager?: number;
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 min-[105rem]:grid-cols-6">
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}
