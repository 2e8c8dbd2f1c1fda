import { articlePath, blogPath, postCategoryName } from "@backlot/domain/engagement/article";
import type { ArticleSummary } from "@backlot/domain/engagement/article.schema";
import { longDate } from "@backlot/domain/kernel/calendar";
import { Link, data } from "react-router";
import { startingAfter } from "#app/server/pagination-key.server.ts";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { getPage, loadOrThrow, readSettings } from "#app/server/store.server.ts";
import { KeyPages } from "#features/site/key-pages.tsx";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import type { Route } from "./+types/blog";

const ABOUT = "Tips for working with elements, plates, and models, plus library news.";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = getPage(context);
  const category = url.searchParams.get("category");
  const { articles } = await readSettings(context, url);
  // A category exists only while it has posts.
  const isKnown = category === null || articles.categories.includes(category);
  if (!isKnown) throw data({ message: "" }, { status: 404, statusText: "Not Found" });
  const from = startingAfter(url);
  const query = { kind: "post" as const, ...(category === null ? {} : { category }), ...from };
  const page = await loadOrThrow(store.articles.list({ query }), url);
  const title = category === null ? "Blog" : postCategoryName(category);
  return {
    title,
    category,
    categories: articles.categories,
    posts: page.data,
    hasMore: page.has_more,
    isFirst: !("starting_after" in from),
    meta: await publicMeta(context, url, {
      title,
      description: category === null ? ABOUT : `Blog posts in the category ${title}.`,
      path: blogPath(category),
    }),
  };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

function PostCard({ post }: { post: ArticleSummary }) {
  return (
    <article className="relative">
      {post.cover === null ? null : (
        <div className="mb-3 overflow-hidden rounded-md border border-border bg-screen">
          <PosterImage slug={post.cover} sizes="(min-width: 64rem) 33vw, 100vw" />
        </div>
      )}
      <p className="text-sm text-muted-foreground">
        {post.category === null ? null : <span>{`${postCategoryName(post.category)} · `}</span>}
        <time dateTime={post.published_at}>{longDate(post.published_at)}</time>
      </p>
      <h2 className="mt-1 text-lg">
        <Link to={articlePath(post)} className="card-link">
          {post.title}
        </Link>
      </h2>
      <p className="mt-1 text-muted-foreground">{post.description}</p>
    </article>
  );
}

const CHIP =
  "inline-flex min-h-11 items-center [overflow-wrap:anywhere] rounded-full border border-border px-4 hover:bg-card";

/** Blog posts, newest first, optionally of one category. */
export default function Blog({ loaderData }: Route.ComponentProps) {
  const { title, category, categories, posts, hasMore, isFirst } = loaderData;
  const last = posts.at(-1);
  return (
    <div className="container-page pt-12">
      <h1 className="text-3xl">{title}</h1>
      {category === null ? <p className="measure mt-3 text-muted-foreground">{ABOUT}</p> : null}
      {categories.length === 0 ? (
        <p className="mt-8">No posts yet.</p>
      ) : (
        <nav aria-label="Categories" className="mt-6">
          <ul className="flex flex-wrap gap-2">
            {[null, ...categories].map((each) => (
              <li key={each}>
                <Link
                  to={blogPath(each)}
                  aria-current={each === category ? "page" : undefined}
                  className={`${CHIP} aria-[current]:border-input aria-[current]:bg-card`}
                >
                  {each === null ? "All" : postCategoryName(each)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ul className="mt-8 grid grid-cols-1 gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      {posts.length === 0 && !isFirst ? <p>No older posts.</p> : null}
      <KeyPages
        first={isFirst ? null : blogPath(category)}
        next={hasMore && last !== undefined ? blogPath(category, last.id) : null}
        firstText="Newest posts"
        nextText="Older posts"
      />
    </div>
  );
}
