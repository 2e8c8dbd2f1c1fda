import type { CategoryView } from "@backlot/ports";
import { useRef } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { PosterImage } from "./poster-image.tsx";
import { TileVideo } from "./preview-video.tsx";
import { useTilePlaying } from "./tile-playing.ts";

/** A category in the reel. `count` is the number of its collections, or null to hide it. */
interface ReelCategory extends Pick<CategoryView, "slug" | "name" | "cover"> {
  readonly count: number | null;
}

/** A category with a video of one of its collections. */
function CategoryTile({ category }: { category: ReelCategory }) {
  const tile = useRef<HTMLLIElement>(null);
  const [wanted, setWanted] = useTilePlaying(tile);
  return (
    <li
      ref={tile}
      data-playing={wanted ? "" : undefined}
      className="tile relative w-52 shrink-0 snap-start overflow-hidden rounded-md bg-screen text-on-screen sm:w-auto"
      onPointerEnter={(event) => setWanted(event.pointerType === "mouse")}
      onPointerLeave={() => setWanted(false)}
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
    >
      <PosterImage slug={category.cover} sizes="(min-width: 40rem) 17vw, 13rem" />
      {wanted ? <TileVideo slug={category.cover} /> : null}
      <div className="scrim absolute inset-0 flex flex-wrap items-end justify-between gap-x-2 px-3 py-2">
        <Link to={paths.category(category.slug)} className="font-semibold card-link">
          {category.name}
        </Link>
        {category.count === null ? null : <span className="tabular-nums text-sm">{category.count}</span>}
      </div>
    </li>
  );
}

/** A row of categories, which scrolls sideways on a phone. */
export function CategoryReel({ categories }: { categories: readonly ReelCategory[] }) {
  return (
    <ul
      className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-3
        sm:overflow-visible sm:p-0 lg:grid-cols-6"
    >
      {categories.map((category) => (
        <CategoryTile key={category.slug} category={category} />
      ))}
    </ul>
  );
}
