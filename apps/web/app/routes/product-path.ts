import { asLine } from "@backlot/domain/kernel/characters";
import * as Result from "effect/Result";
import { data, redirect } from "react-router";
import { paths } from "#app/paths.ts";
import { attempt, getPage, loadOrThrow } from "#app/server/store.server.ts";
import type { Route } from "./+types/product-path";

/** Redirects a search result's path to its collection or category. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { collections } = getPage(context).store;
  const { path } = params;
  const collectionResult = await attempt(collections.get({ params: { slug: asLine(path) } }));
  if (Result.isSuccess(collectionResult))
    throw redirect(paths.product(collectionResult.success.library_id, collectionResult.success.slug), 301);
  const categories = await loadOrThrow(collections.categories({ query: {} }), url);
  const category = categories.data.find(({ slug }) => slug === path.toLowerCase());
  if (category !== undefined) throw redirect(paths.category(category.slug), 301);
  throw data({ message: "" }, { status: 404, statusText: "Not Found" });
}
