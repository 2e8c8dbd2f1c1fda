import { asLine, firstCharacters } from "@backlot/domain/kernel/characters";
import type { OrderView, PageContext } from "@backlot/ports";
import * as Result from "effect/Result";
import { data, redirect } from "react-router";
import { paths } from "#app/paths.ts";
import { attempt, loadOrThrow } from "#app/server/store.server.ts";

/** Returns the signed link token in an order page's URL, or null. */
export const linkOf = (url: URL): string | null => {
  const link = url.searchParams.get("link");
  return link === null ? null : firstCharacters(link, 1_000);
};

/** Returns whether a page is a guest page, which needs no account, only the buyer's browser or a signed link. */
export const isGuestPage = (url: URL): boolean => url.pathname.startsWith(`${paths.orderLinks}/`);

/**
 * Returns a page's order for its buyer or a valid link. For anyone else, redirects a guest page to the form that emails
 * a new link, and throws 404 on other pages, to avoid revealing whether the order exists.
 */
export const requireOwnOrder = async ({ store }: PageContext, id: string, from: URL): Promise<OrderView> => {
  const link = linkOf(from);
  const request = { params: { id: asLine(id) }, query: link === null ? {} : { link } };
  const answered = await attempt(store.orders.get(request));
  if (Result.isSuccess(answered)) return answered.success.data;
  const { _tag } = answered.failure;
  const isRefused = _tag === "forbidden" || _tag === "not_found";
  if (isGuestPage(from) && (isRefused || _tag === "unauthorized"))
    throw redirect(link === null ? paths.orderLinks : `${paths.orderLinks}?over=1`);
  if (isRefused) throw data({ message: "We couldn't find that order." }, { status: 404, statusText: "Not Found" });
  return (await loadOrThrow(store.orders.get(request), from)).data;
};
