import type { CollectionView } from "@backlot/ports";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { callApi } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { keepStored, readStored } from "#app/browser/storage.ts";
import { toCard } from "./card.ts";
import { PosterImage } from "./poster-image.tsx";
import { ProductCard } from "./product-card.tsx";

/** The number of items per row. */
const SHOWN = 4;

const KEY = "backlot_recently_viewed";

/** A recently viewed item, as stored in local storage. */
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
    const kept: unknown = JSON.parse(readStored("localStorage", KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSeen) : [];
  } catch {
    return [];
  }
};

/** Returns the items viewed before this one, most recent first, and stores this one. */
const useRecentlyViewed = ({ slug, name, library_id }: Seen): readonly Seen[] => {
  const [others, setOthers] = useState<readonly Seen[]>([]);
  useEffect(() => {
    const before = readSeen().filter((each) => each.slug !== slug);
    setOthers(before.slice(0, SHOWN));
    keepStored("localStorage", KEY, JSON.stringify([{ slug, name, library_id }, ...before].slice(0, 2 * SHOWN)));
  }, [slug, name, library_id]);
  return others;
};

/** Returns related items, loaded after the page. */
const useRelated = (slug: string): readonly CollectionView[] => {
  const [related, setRelated] = useState<readonly CollectionView[]>([]);
  useEffect(() => {
    const asking = new AbortController();
    callApi("GET /api/collections/:slug/related", { params: { slug } }, asking).then((answer) =>
      setRelated(answer.ok ? answer.value.data : []),
    );
    return () => asking.abort();
  }, [slug]);
  return related;
};

const ROW = "grid grid-cols-2 gap-x-3 gap-y-6 lg:grid-cols-4";

/** The related and recently viewed items below a product. */
export default function MoreItems({ item }: { item: Seen }) {
  const related = useRelated(item.slug);
  const recentItems = useRecentlyViewed(item);
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
                <ProductCard card={toCard(collection)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {recentItems.length === 0 ? null : (
        <section aria-labelledby="seen" className="mt-14">
          <h2 id="seen" className="mb-5 text-xl">
            Recently viewed
          </h2>
          <ul className={ROW}>
            {recentItems.map(({ slug, name, library_id }) => (
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
