import { libraryOf } from "@backlot/domain/catalog/collection";
import { instantOf, longDate } from "@backlot/domain/kernel/calendar";
import * as Result from "effect/Result";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { attempt, getPage, loadOrThrow } from "#app/server/store.server.ts";
import { toCard } from "#features/catalog/card.ts";
import { ProductGrid } from "#features/catalog/product-card.tsx";
import { ArticleBody } from "#features/engagement/article-body.tsx";
import type { Route } from "./+types/release-schedule";

const ABOUT = "Upcoming and recent releases.";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = getPage(context);
  const article = { params: { kind: "page" as const, slug: "release-schedule" } };
  const [releases, written] = await Promise.all([
    loadOrThrow(store.collections.releases({}), url),
    attempt(store.articles.get(article)),
  ]);
  // Staff may write an introduction. Without one, show only the dates.
  const { title, description, body } = Result.isSuccess(written)
    ? written.success.data
    : { title: "Release schedule", description: ABOUT, body: null };
  const meta = await publicMeta(context, url, { title, description, path: "/release-schedule" });
  const { coming, released } = releases.data;
  const cards = released.map((each) => ({ ...toCard(each), release_date: each.release_date }));
  return { coming, released: cards, title, description, body, meta };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

/** Groups items by their release date, in their order. */
const byDate = <C extends { readonly release_date: string | null }>(items: readonly C[]) => [
  ...Map.groupBy(items, ({ release_date }) => release_date ?? ""),
];

const dateText = (day: string): string => longDate(instantOf(day));

/** Upcoming and recent releases, by date. */
export default function ReleaseSchedule({ loaderData }: Route.ComponentProps) {
  const { title, description, body, coming, released } = loaderData;
  return (
    <div className="container-page pt-12">
      <h1 className="text-3xl">{title}</h1>
      {body === null ? (
        <p className="measure mt-3 text-muted-foreground">{description}</p>
      ) : (
        <div className="mt-3">
          <ArticleBody body={body} />
        </div>
      )}
      <section aria-labelledby="coming" className="mt-10">
        <h2 id="coming" className="text-xl">
          Coming soon
        </h2>
        {coming.length === 0 ? (
          <p className="mt-3 text-muted-foreground">No upcoming releases yet.</p>
        ) : (
          <dl className="mt-4 divide-y divide-border border-y border-border">
            {byDate(coming).map(([day, items]) => (
              <div key={day} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_1fr]">
                <dt className="font-medium">
                  <time dateTime={day}>{dateText(day)}</time>
                </dt>
                {items.map(({ name, library_id, category }) => (
                  <dd key={name} className="sm:col-start-2">
                    <span>{name}</span>
                    <span className="text-muted-foreground">{` · ${libraryOf(library_id).name}, ${category}`}</span>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        )}
      </section>
      {byDate(released).map(([day, items], index) => (
        <section key={day} aria-labelledby={`released-${day}`} className="mt-10">
          <h2 id={`released-${day}`} className="mb-4 text-xl">
            {"Released "}
            <time dateTime={day}>{dateText(day)}</time>
          </h2>
          <ProductGrid cards={items} eager={index === 0 ? 4 : 0} />
        </section>
      ))}
    </div>
  );
}
