import { homeClaims } from "@backlot/domain/catalog/claims";
import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { changeDoneMessage } from "@backlot/domain/subscriptions/subscription-messages";
import * as Result from "effect/Result";
import { Link } from "react-router";
import { creditsPurchasedText } from "#app/credits-for-item.server.ts";
import { useFlashParams } from "#app/use-flash-params.ts";
import { attempt, getPage, getUser, loadOrThrow } from "#app/store.server.ts";
import { sharedPageHeaders } from "#app/shared-page.server.ts";
import { publicMeta } from "#app/page-meta.server.ts";
import { SITE_DESCRIPTION } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { Toast } from "#ui/toast.tsx";
import { HeroVideo } from "#features/catalog/preview-video.tsx";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import { ProductGrid } from "#features/catalog/product-card.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/home";

/** The number of collections on the home page. */
const SHOWN = 12;

/** Returns the newest collections, and at least one of each library for its cover. */
const shelves = async (context: Route.LoaderArgs["context"], url: URL) => {
  const { collections } = getPage(context).store;
  const newest = await loadOrThrow(collections.list({ query: { limit: SHOWN } }), url);
  const missing = LIBRARIES.filter(({ id }) => newest.data.every((each) => each.library_id !== id));
  const others = await Promise.all(
    missing.map(({ id }) => loadOrThrow(collections.list({ query: { library_id: id, limit: 1 } }), url)),
  );
  return { collections: newest.data, covers: [...newest.data, ...others.flatMap((page) => page.data)] };
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await getUser(context);
  const scheduled = user?.subscription?.scheduled_plan_variant ?? null;
  const { store, shop } = getPage(context);
  // The page works without the stock claims.
  const [shown, stock] = await Promise.all([shelves(context, url), attempt(store.settings.stockClaims())]);
  const [cover] = shown.covers;
  return {
    purchased: await creditsPurchasedText(context, url),
    // Confirm the change only if it is really scheduled.
    downgraded:
      url.searchParams.get("plan") === "changed" && scheduled !== null ? changeDoneMessage("downgrade") : null,
    ...shown,
    meta: publicMeta(shop.siteUrl, {
      title: null,
      description: SITE_DESCRIPTION,
      path: paths.home,
      keywords: ["VFX elements", "pre-keyed footage", "practice footage", "3D assets"],
      image: cover === undefined ? undefined : paths.media(cover.slug, "jpg"),
    }),
    claims: Result.isSuccess(stock) ? homeClaims(stock.success.data, stock.success.data.claimed) : [],
    signedIn: user !== null,
    subscriber: (user?.subscription ?? null) !== null,
  };
}

const HERO = "wall-of-flame";

const NAMES = ["from_paypal", "purchased_credits", "plan"] as const;

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

export default function Home({
  loaderData: { collections, covers, claims, signedIn, subscriber, downgraded, purchased },
}: Route.ComponentProps) {
  const said = useFlashParams({ purchased, downgraded }, NAMES);
  return (
    <>
      {said.purchased === null ? null : <Toast>{said.purchased}</Toast>}
      {said.downgraded === null ? null : (
        <Toast>
          <span>{said.downgraded}</span>{" "}
          <Link className="underline" to={paths.subscription}>
            Your subscription
          </Link>
        </Toast>
      )}
      <section className="relative isolate overflow-hidden bg-screen text-on-screen">
        <div className="absolute inset-0 -z-10 grid place-items-end overflow-hidden">
          <HeroVideo slug={HERO} />
        </div>
        <div className="scrim scrim-hero">
          <div className="container-page flex min-h-[26rem] flex-col justify-end pt-20 pb-12 sm:min-h-[32rem]">
            <h1 className="max-w-[16ch] text-3xl">Elements that hold up in the shot</h1>
            <p className="mt-4 max-w-[46ch] text-lg">
              Fire, smoke, sparks, and storms with clean alpha, practice plates to key, and 3D assets ready to light.
              One plan, all resolutions.
            </p>
            {claims.length === 0 ? null : (
              <ul
                aria-label="In the library"
                className="tabular-nums mt-4 flex flex-wrap gap-x-6 gap-y-1 font-semibold"
              >
                {claims.map((claim) => (
                  <li key={claim}>{claim}</li>
                ))}
              </ul>
            )}
            <div className="mt-7 flex flex-wrap gap-3">
              {subscriber ? (
                <ButtonLink to={paths.library(1)}>Browse the library</ButtonLink>
              ) : (
                <ButtonLink to={paths.pricing}>See plans</ButtonLink>
              )}
              {signedIn ? null : (
                <Link
                  to={paths.signUp()}
                  className="inline-flex min-h-11 items-center rounded-md border border-on-screen/60 px-5
                    hover:bg-on-screen/10"
                >
                  Start free
                </Link>
              )}
            </div>
          </div>
        </div>
      </section>

      <section className="container-page pt-10" aria-labelledby="fresh">
        <h2 id="fresh" className="mb-5 text-xl">
          New arrivals
        </h2>
        <ProductGrid collections={collections} />
      </section>

      <section className="container-page pt-16" aria-labelledby="libraries">
        <h2 id="libraries" className="mb-5 text-xl">
          Three libraries
        </h2>
        <ul className="grid gap-3 sm:grid-cols-3">
          {LIBRARIES.map(({ id, name }) => {
            const cover = covers.find((each) => each.library_id === id);
            return (
              <li key={id} className="relative overflow-hidden rounded-md bg-screen text-on-screen">
                {cover === undefined ? null : <PosterImage slug={cover.slug} sizes="(min-width: 40rem) 33vw, 100vw" />}
                <div className="scrim absolute inset-0 flex items-end p-4">
                  <Link to={paths.library(id)} className="text-lg font-semibold card-link">
                    {name}
                  </Link>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
