import { type LibraryId, creditsToGet } from "@backlot/domain/catalog/collection";
import type { Credits } from "@backlot/domain/credits/credits";
import { creditsPurchasedMessage } from "@backlot/domain/credits/credit-messages";
import { APPROVAL_PROVIDERS, payerOf } from "@backlot/domain/pricing/payer";
import * as Result from "effect/Result";
import type { RouterContextProvider } from "react-router";
import { paths } from "#app/paths.ts";
import { attempt, getPage } from "#app/server/store.server.ts";

/**
 * The name of the cookie that stores the item to buy credits for while the buyer is at a provider. It lasts as long as
 * an order at the provider stays open.
 */
export const ITEM_COOKIE = "backlot_item";
const SECONDS = Math.max(...APPROVAL_PROVIDERS.map((provider) => payerOf(provider).lifetime_ms)) / 1_000;

/** An item to buy credits for. */
interface ItemToGet {
  readonly slug: string;
  readonly name: string;
  readonly path: string;
  readonly credit_price: Credits;
  readonly library_id: LibraryId;
  readonly made_by_provider: boolean;
}

/** Returns the item with a slug, or null if it cannot be bought with credits or the user already owns it. */
export const itemToGet = async (
  context: Readonly<RouterContextProvider>,
  slug: string | null,
): Promise<ItemToGet | null> => {
  if (slug === null || slug === "") return null;
  const collectionResult = await attempt(getPage(context).store.collections.get({ params: { slug } }));
  if (Result.isFailure(collectionResult)) return null;
  const { name, library_id, made_by_provider, owned } = collectionResult.success;
  const credit_price = creditsToGet(collectionResult.success);
  return credit_price === null || owned
    ? null
    : { slug, name, path: paths.product(library_id, slug), credit_price, library_id, made_by_provider };
};

/** Returns the Set-Cookie value that stores an item, or that clears the stored item for null. */
export const itemCookie = (item: ItemToGet | null): string =>
  `${ITEM_COOKIE}=${item?.slug ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${item === null ? 0 : SECONDS}`;

/** Returns the slug of the stored item, or null. */
export const rememberedItem = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${ITEM_COOKIE}=([\\w-]{1,200})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null;

/**
 * Returns the message about credits just bought through a provider such as PayPal, or null if the store has no such
 * purchase.
 */
export const creditsPurchasedText = async (
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
): Promise<string | null> => {
  const claimed = searchParams.get("from_paypal") === "true" ? Number(searchParams.get("purchased_credits")) : 0;
  if (!(claimed > 0)) return null;
  const purchaseResult = await attempt(
    getPage(context).store.purchases.known({ query: { purchased_credits: claimed } }),
  );
  const credits = Result.isSuccess(purchaseResult) ? purchaseResult.success.data?.credits : undefined;
  return credits === undefined ? null : creditsPurchasedMessage(credits);
};
