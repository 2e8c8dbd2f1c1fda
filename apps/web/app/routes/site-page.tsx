import { publicMeta } from "#app/server/page-meta.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { getPage, loadOrThrow } from "#app/server/store.server.ts";
import { ArticleBody, ArticlePage } from "#features/engagement/article-body.tsx";
import type { Route } from "./+types/site-page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = getPage(context);
  const path = url.pathname.replace(/\/$/, "");
  const params = { kind: "page" as const, slug: path.slice(1) };
  const { title, description, body } = (await loadOrThrow(store.articles.get({ params }), url)).data;
  return { title, body, meta: await publicMeta(context, url, { title, description, path }) };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

/** A site page written by staff. */
export default function SitePage({ loaderData: { title, body } }: Route.ComponentProps) {
  return (
    <ArticlePage head={<h1 className="text-2xl">{title}</h1>}>
      <ArticleBody body={body} />
    </ArticlePage>
  );
}
