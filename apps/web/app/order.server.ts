import type { OrderView, PageContext } from "@backlot/ports";
import * as Result from "effect/Result";
import { data } from "react-router";
import { attempt, loadOrThrow } from "./store.server.ts";

/** The account's own order of a page; anything else is not found, since whose it is, is nobody's business. (ORD-06) */
export const ownOrder = async ({ store }: PageContext, id: string, from: URL): Promise<OrderView> => {
  const answered = await attempt(store.orders.get({ params: { id: id.slice(0, 200) } }));
  if (Result.isSuccess(answered)) return answered.success.data;
  if (answered.failure._tag === "forbidden" || answered.failure._tag === "not_found")
    throw data({ message: "We couldn't find that order." }, { status: 404, statusText: "Not Found" });
  return (await loadOrThrow(store.orders.get({ params: { id } }), from)).data;
};
