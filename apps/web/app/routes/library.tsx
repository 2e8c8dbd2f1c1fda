import { LIBRARIES } from "@backlot/domain/catalogue/collection";
import { data } from "react-router";
import { loadOrThrow, getPage } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
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
  const collections = await loadOrThrow(
    getPage(context).store.collections.list({ query: { library_id: library.id } }),
    url,
  );
  return { library, collections };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData === undefined
    ? [{ title: pageTitle("Library") }]
    : [
        { title: pageTitle(loaderData.library.name) },
        { name: "description", content: ABOUT[loaderData.library.id] ?? "" },
      ];

export default function Library({ loaderData: { library, collections } }: Route.ComponentProps) {
  return (
    <div className="container-page pt-10">
      <h1 className="text-2xl">{library.name}</h1>
      <p className="measure mt-2 mb-8 text-muted-foreground">{ABOUT[library.id]}</p>
      <h2 className="sr-only">Collections</h2>
      {collections.length === 0 ? <p>Nothing is on this shelf yet.</p> : <ProductGrid collections={collections} />}
    </div>
  );
}
