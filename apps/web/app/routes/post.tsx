import { articlePath, blogPath, postCategoryName } from "@backlot/domain/engagement/article";
import { longDate } from "@backlot/domain/kernel/calendar";
import { Link } from "react-router";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { paths } from "#app/paths.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { getPage, loadOrThrow } from "#app/server/store.server.ts";
import { ArticleBody, ArticlePage } from "#features/engagement/article-body.tsx";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import type { Route } from "./+types/post";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { store } = getPage(context);
  const article = await loadOrThrow(store.articles.get({ params: { kind: "post", slug: params.slug } }), url);
  const { title, description, category, cover, published_at, ...post } = article.data;
  const image = cover === null ? undefined : paths.media(cover, "jpg");
  return {
    ...post,
    title,
    description,
    cover,
    category: category === null ? null : { name: postCategoryName(category), to: blogPath(category) },
    published_at,
    date: longDate(published_at),
    meta: await publicMeta(context, url, {
      title,
      description,
      path: articlePath(article.data),
      image,
      type: "article",
    }),
  };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

export default function Post({ loaderData: post }: Route.ComponentProps) {
  return (
    <ArticlePage
      head={
        <>
          <p className="text-sm text-muted-foreground">
            <Link to={blogPath()} className="link">
              Blog
            </Link>
            {post.category === null ? null : (
              <>
                <span>{" · "}</span>
                <Link to={post.category.to} className="link">
                  {post.category.name}
                </Link>
              </>
            )}
            <span>{" · "}</span>
            <time dateTime={post.published_at}>{post.date}</time>
          </p>
          <h1 className="mt-3 text-2xl">{post.title}</h1>
          <p className="mt-3 text-lg text-muted-foreground">{post.description}</p>
        </>
      }
    >
      {post.cover === null ? null : (
        <div className="mb-8 overflow-hidden rounded-lg border border-border">
          <PosterImage slug={post.cover} sizes="(min-width: 64rem) 56rem, 100vw" eager />
        </div>
      )}
      <ArticleBody body={post.body} />
    </ArticlePage>
  );
}
