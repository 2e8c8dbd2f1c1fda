import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { articlePath, blogPath } from "@backlot/domain/engagement/article";
import type { Store } from "@backlot/ports";
import { paths } from "#app/paths.ts";
import { getPage, loadOrThrow, readSettings } from "#app/server/store.server.ts";
import { LEGAL_SLUGS } from "@backlot/domain/kernel/legal-text";
import type { Route } from "./+types/sitemap";

/** The maximum number of URLs in a sitemap. */
const MOST_ADDRESSES = 50_000;

const PAGE_SIZE = 100;

/** Returns all entries of a paginated list, up to the sitemap's limit. */
const whole = async <A extends { readonly id: number }>(
  ask: (query: { limit: number; starting_after?: number }) => Promise<{
    readonly data: readonly A[];
    readonly has_more: boolean;
  }>,
): Promise<readonly A[]> => {
  const entries: A[] = [];
  for (let after: number | undefined; entries.length < MOST_ADDRESSES; ) {
    const page = await ask({ limit: PAGE_SIZE, ...(after === undefined ? {} : { starting_after: after }) });
    entries.push(...page.data);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) break;
  }
  return entries;
};

const allCollections = (store: Store, url: URL) =>
  whole((query) => loadOrThrow(store.collections.list({ query }), url));

const allArticles = (store: Store, url: URL) => whole((query) => loadOrThrow(store.articles.list({ query }), url));

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Serves the sitemap of all public pages. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, store } = getPage(context);
  const { data: categories } = await loadOrThrow(store.collections.categories({ query: {} }), url);
  const articles = await allArticles(store, url);
  const settings = await readSettings(context, url);
  const addresses = [
    paths.home,
    paths.pricing,
    "/pricing/studio",
    "/pricing/enterprise",
    paths.collections,
    paths.freeForSubscribers,
    ...LIBRARIES.map(({ id }) => paths.library(id)),
    ...new Set(categories.map(({ slug }) => paths.category(slug))),
    paths.licenses,
    ...LEGAL_SLUGS.map((slug) => `/${slug}`),
    ...(settings.articles.pages.includes("release-schedule") ? [paths.releaseSchedule] : []),
    ...new Set(articles.flatMap(({ category }) => (category === null ? [] : [blogPath(), blogPath(category)]))),
    ...articles.map(articlePath).filter((path) => path !== paths.releaseSchedule),
    ...(await allCollections(store, url)).map(({ library_id, slug }) => paths.product(library_id, slug)),
  ].slice(0, MOST_ADDRESSES);
  // Only articles have a publication date.
  const dates = new Map(articles.map((article) => [articlePath(article), article.published_at]));
  const body = addresses.map((path) => {
    const date = dates.get(path);
    const changed = date === undefined ? "" : `<lastmod>${date.slice(0, 10)}</lastmod>`;
    return `  <url><loc>${escaped(`${shop.siteUrl}${path}`)}</loc>${changed}</url>`;
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
      `${body.join("\n")}\n</urlset>\n`,
    { headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" } },
  );
}
