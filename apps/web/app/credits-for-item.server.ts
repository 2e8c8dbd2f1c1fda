import { type LibraryId, creditsToGet } from "@backlot/domain/catalog/collection";
import type { Credits } from "@backlot/domain/credits/credits";
import { creditsPurchasedMessage } from "@backlot/domain/credits/credit-messages";
import { ORDER_LIFETIME_MS } from "@backlot/domain/orders/order-policy";
import * as Result from "effect/Result";
import type { RouterContextProvider } from "react-router";
import { paths } from "./paths.ts";
import { attempt, getPage } from "./store.server.ts";

/** Remembers the item that credits are bought for while their buyer is at PayPal: as long as PayPal keeps an order. */
export const ITEM_COOKIE = "backlot_item";
const SECONDS = ORDER_LIFETIME_MS.paypal / 1_000;

/** An item that credits are bought for. */
export interface ItemToGet {
  readonly slug: string;
  readonly name: string;
  readonly path: string;
  readonly credit_price: Credits;
  readonly library_id: LibraryId;
  readonly made_by_provider: boolean;
}

/** The item of a name, where it is one that credits buy and that the caller does not own; else null. (CRD-06) */
export const itemToGet = async (
  context: Readonly<RouterContextProvider>,
  slug: string | null,
): Promise<ItemToGet | null> => {
  if (slug === null || slug === "") return null;
  const found = await attempt(getPage(context).store.collections.get({ params: { slug } }));
  if (Result.isFailure(found)) return null;
  const { name, library_id, made_by_provider, owned } = found.success;
  const credit_price = creditsToGet(found.success);
  return credit_price === null || owned
    ? null
    : { slug, name, path: paths.product(library_id, slug), credit_price, library_id, made_by_provider };
};

/** The cookie that remembers an item, or forgets the one of before. */
export const itemCookie = (item: ItemToGet | null): string =>
  `${ITEM_COOKIE}=${item?.slug ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${item === null ? 0 : SECONDS}`;

/** The name of the item that a browser remembers; null where it remembers none. */
export const rememberedItem = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${ITEM_COOKIE}=([\\w-]{1,200})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null;

/** Says how many credits were just bought through PayPal, where the store knows of what the address says. (CRD-11) */
export const creditsPurchasedText = async (
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
): Promise<string | null> => {
  const claimed = searchParams.get("from_paypal") === "true" ? Number(searchParams.get("purchased_credits")) : 0;
  if (!(claimed > 0)) return null;
  const known = await attempt(getPage(context).store.purchases.known({ query: { purchased_credits: claimed } }));
  const credits = Result.isSuccess(known) ? known.success.data?.credits : undefined;
  return credits === undefined ? null : creditsPurchasedMessage(credits);
};
