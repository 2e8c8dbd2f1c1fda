import type { CollectionView } from "@backlot/ports";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { PosterImage } from "./poster-image.tsx";
import { ProductCard } from "./product-card.tsx";

/** How many items a row shows. */
const SHOWN = 4;

const KEY = "backlot_recently_viewed";

/** An item as a browser remembers it. */
interface Seen {
  readonly slug: string;
  readonly name: string;
  readonly library_id: number;
}

const isSeen = (value: unknown): value is Seen =>
  typeof value === "object" &&
  value !== null &&
  ["slug", "name"].every((key) => typeof Reflect.get(value, key) === "string") &&
  typeof Reflect.get(value, "library_id") === "number";

const readSeen = (): readonly Seen[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSeen) : [];
  } catch {
    return [];
  }
};

/** What was looked at before an item, last seen first; the item itself is remembered for the next page. */
const useRecentlyViewed = ({ slug, name, library_id }: Seen): readonly Seen[] => {
  const [others, setOthers] = useState<readonly Seen[]>([]);
  useEffect(() => {
    const before = readSeen().filter((each) => each.slug !== slug);
    setOthers(before.slice(0, SHOWN));
    try {
      localStorage.setItem(KEY, JSON.stringify([{ slug, name, library_id }, ...before].slice(0, 2 * SHOWN)));
    } catch {
      // A browser that keeps nothing remembers nothing.
    }
  }, [slug, name, library_id]);
  return others;
};

/** Items like one, asked for once its page is there. */
const useRelated = (slug: string): readonly CollectionView[] => {
  const [related, setRelated] = useState<readonly CollectionView[]>([]);
  useEffect(() => {
    const asking = new AbortController();
    fetch(`/api/collections/${encodeURIComponent(slug)}/related`, { signal: asking.signal })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as { data: readonly CollectionView[] }).data : []))
      .then(setRelated, () => setRelated([]));
    return () => asking.abort();
  }, [slug]);
  return related;
};

const ROW = "grid grid-cols-2 gap-x-3 gap-y-6 lg:grid-cols-4";

/** Below an item: what is like it, and what was looked at before. (CAT-06) */
export default function MoreItems({ item }: { item: Seen }) {
  const related = useRelated(item.slug);
  const seen = useRecentlyViewed(item);
  return (
    <>
      {related.length === 0 ? null : (
        <section aria-labelledby="related" className="mt-14">
          <h2 id="related" className="mb-5 text-xl">
            More like this
          </h2>
          <ul className={ROW}>
            {related.map((collection) => (
              <li key={collection.id}>
                <ProductCard collection={collection} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {seen.length === 0 ? null : (
        <section aria-labelledby="seen" className="mt-14">
          <h2 id="seen" className="mb-5 text-xl">
            Recently viewed
          </h2>
          <ul className={ROW}>
            {seen.map(({ slug, name, library_id }) => (
              <li key={slug} className="relative">
                <div className="overflow-hidden rounded-md border border-border bg-screen">
                  <PosterImage slug={slug} sizes="(min-width: 64rem) 25vw, 50vw" />
                </div>
                <h3 className="mt-2.5 text-base font-medium tracking-normal">
                  <Link to={paths.product(library_id, slug)} className="card-link">
                    {name}
                  </Link>
                </h3>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
