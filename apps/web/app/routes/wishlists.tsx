import * as Result from "effect/Result";
import { data } from "react-router";
import { startingAfter } from "#app/server/pagination-key.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import {
  attempt,
  formString,
  intentOf,
  getPage,
  loadOrThrow,
  readForm,
  requireUser,
} from "#app/server/store.server.ts";
import { AccountFrame } from "#features/accounts/account-frame.tsx";
import { KeyPages } from "#features/site/key-pages.tsx";
import { toCard } from "#features/catalog/card.ts";
import { ProductCard } from "#features/catalog/product-card.tsx";
import { WishlistButton } from "#features/catalog/wishlist-button.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/wishlists";

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireUser(context, url);
  const query = startingAfter(url);
  const page = await loadOrThrow(getPage(context).store.wishlists.list({ query }), url);
  const cards = page.data.map((each) => ({ ...toCard(each), wishlisted: each.wishlisted }));
  return { cards, hasMore: page.has_more, isFirst: !("starting_after" in query) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { wishlists } = getPage(context).store;
  const form = await readForm(request);
  const params = { id: Number(formString(form, "collection_id")) };
  const intent = intentOf(form, ["save", "remove"]);
  const changed = await attempt(intent === "save" ? wishlists.add({ params }) : wishlists.remove({ params }));
  // Don't redirect, because the user may be on another page by now.
  return Result.isSuccess(changed)
    ? data({ problem: null })
    : data({ problem: changed.failure.message }, { status: 409 });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Wishlists", matches) },
  { name: "robots", content: "noindex" },
];

/** The account's saved items, most recent first. */
export default function Wishlists({ loaderData: { cards, hasMore, isFirst } }: Route.ComponentProps) {
  const last = cards.at(-1);
  return (
    <AccountFrame title="Wishlists">
      {cards.length === 0 ? (
        <div>
          <p className="measure text-muted-foreground">Nothing saved yet. Tap the heart on any item to save it.</p>
          <ButtonLink to={paths.library(1)} variant="secondary" className="mt-5">
            Browse 2D Elements
          </ButtonLink>
        </div>
      ) : (
        <>
          <h2 className="sr-only">Saved items</h2>
          <ul className="grid grid-cols-2 gap-x-3 gap-y-6 lg:grid-cols-3">
            {cards.map((card) => (
              <li key={card.id}>
                <ProductCard card={card} />
                <div className="-ml-3">
                  <WishlistButton collection={card} signedIn />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <KeyPages
        first={isFirst ? null : paths.wishlists()}
        next={hasMore && last !== undefined ? paths.wishlists(last.id) : null}
      />
    </AccountFrame>
  );
}
