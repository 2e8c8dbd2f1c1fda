import { LIBRARIES } from "@backlot/domain/catalogue/collection";
import { data } from "react-router";
import { loadOrThrow, getPage } from "#app/store.server.ts";
import { sharedPageHeaders } from "#app/shared-page.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { startingAfter } from "#app/key.server.ts";
import { KeyPages } from "#features/key-pages.tsx";
import { ProductGrid } from "#features/product-card.tsx";
import type { Route } from "./+types/library";

const ABOUT: Readonly<Record<number, string>> = {
  1: "Pre-shot and simulated elements on black or with alpha: drop them over a plate and grade.",
  2: "Plates to practise on: key them, track them, clean them up.",
  3: "Models with maps, ready to scatter and light.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const library = LIBRARIES.find(({ id }) => paths.library(id) === url.pathname.replace(/\/$/, ""));
  if (library === undefined) throw data({ message: "" }, { status: 404, statusText: "Not Found" });
  const from = startingAfter(url);
  const page = await loadOrThrow(
    getPage(context).store.collections.list({ query: { library_id: library.id, ...from } }),
    url,
  );
  return { library, collections: page.data, hasMore: page.has_more, isFirst: !("starting_after" in from) };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData === undefined
    ? [{ title: pageTitle("Library") }]
    : [
        { title: pageTitle(loaderData.library.name) },
        { name: "description", content: ABOUT[loaderData.library.id] ?? "" },
      ];

export default function Library({ loaderData: { library, collections, hasMore, isFirst } }: Route.ComponentProps) {
  const last = collections.at(-1);
  const path = paths.library(library.id);
  return (
    <div className="container-page pt-10">
      <h1 className="text-2xl">{library.name}</h1>
      <p className="measure mt-2 mb-8 text-muted-foreground">{ABOUT[library.id]}</p>
      <h2 className="sr-only">Collections</h2>
      {collections.length > 0 ? (
        <ProductGrid collections={collections} />
      ) : (
        <p>{isFirst ? "Nothing is on this shelf yet." : "There is nothing further on this shelf."}</p>
      )}
      <KeyPages
        first={isFirst ? null : path}
        next={hasMore && last !== undefined ? `${path}?starting_after=${last.id}` : null}
      />
    </div>
  );
}
