import { longDate } from "@backlot/domain/kernel/calendar";
import { type LegalSlug, LEGAL_SLUGS } from "@backlot/domain/kernel/legal-text";
import { instantOf } from "@backlot/domain/kernel/calendar";
import { Link, data } from "react-router";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { getPage, loadOrThrow } from "#app/server/store.server.ts";
import { ArticleBody, ArticlePage } from "#features/engagement/article-body.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/legal";

const slugAt = (pathname: string): LegalSlug | undefined =>
  LEGAL_SLUGS.find((slug) => `/${slug}` === pathname.replace(/\/$/, ""));

export async function loader({ context, url }: Route.LoaderArgs) {
  const slug = slugAt(url.pathname);
  if (slug === undefined) throw data({ message: "" }, { status: 404, statusText: "Not Found" });
  const version = url.searchParams.get("version");
  const on = url.searchParams.get("on");
  const query = {
    ...(version === null ? {} : { version }),
    ...(on === null || Number.isNaN(Date.parse(on)) ? {} : { on: instantOf(on) }),
  };
  const { data: text } = await loadOrThrow(getPage(context).store.articles.legal({ params: { slug }, query }), url);
  const { title, description } = text;
  return { text, meta: await publicMeta(context, url, { title, description, path: `/${slug}` }) };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

/** A legal text: the version in effect, or the version in the URL. */
export default function Legal({ loaderData: { text } }: Route.ComponentProps) {
  const { slug, title, body, version, published_at, is_current, versions } = text;
  const others = versions.filter((each) => each.version !== version);
  return (
    <ArticlePage
      head={
        <>
          <h1 className="text-2xl">{title}</h1>
          <p className="tabular-nums mt-2 text-sm text-muted-foreground">
            {published_at === null ? `Version ${version}` : `Version ${version}, published ${longDate(published_at)}`}
          </p>
        </>
      }
    >
      {is_current ? null : (
        <div className="measure mb-6">
          <Alert variant="notice">
            <span>This version is no longer in effect.</span>{" "}
            <Link className="link" to={`/${slug}`}>
              Read the current version
            </Link>
          </Alert>
        </div>
      )}
      <ArticleBody body={body} />
      {others.length === 0 ? null : (
        <section aria-labelledby="versions" className="measure mt-10">
          <h2 id="versions" className="text-lg">
            Other versions
          </h2>
          <ul className="tabular-nums mt-2 grid gap-1">
            {others.map((each) => (
              <li key={each.version}>
                <Link className="link inline-flex min-h-9 items-center" to={`/${slug}?version=${each.version}`}>
                  {`Version ${each.version}, published ${longDate(each.published_at)}`}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ArticlePage>
  );
}
