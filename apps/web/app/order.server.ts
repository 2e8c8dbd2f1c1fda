import type { OrderView, PageContext } from "@backlot/ports";
import * as Result from "effect/Result";
import { data, redirect } from "react-router";
import { paths } from "./paths.ts";
import { attempt, loadOrThrow } from "./store.server.ts";

/** The signed link in the address of an order's page; null where there is none. (ORD-03) */
export const linkOf = (url: URL): string | null => url.searchParams.get("link")?.slice(0, 1_000) ?? null;

/** Whether a page is a guest's: it needs no account, but the browser that bought or a link. (ORD-03) */
export const isGuestPage = (url: URL): boolean => url.pathname.startsWith(`${paths.orderLinks}/`);

/**
 * The order of a page, by its link or its buyer. Anything else is not found, since whose it is, is nobody's business; a
 * guest is led to where a new link is sent. (ORD-03, ORD-06)
 */
export const requireOwnOrder = async ({ store }: PageContext, id: string, from: URL): Promise<OrderView> => {
  const link = linkOf(from);
  const request = { params: { id: id.slice(0, 200) }, query: link === null ? {} : { link } };
  const answered = await attempt(store.orders.get(request));
  if (Result.isSuccess(answered)) return answered.success.data;
  const { _tag } = answered.failure;
  const isRefused = _tag === "forbidden" || _tag === "not_found";
  if (isGuestPage(from) && (isRefused || _tag === "unauthorized"))
    throw redirect(link === null ? paths.orderLinks : `${paths.orderLinks}?over=1`);
  if (isRefused) throw data({ message: "We couldn't find that order." }, { status: 404, statusText: "Not Found" });
  return (await loadOrThrow(store.orders.get(request), from)).data;
};
