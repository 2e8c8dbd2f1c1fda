import { homeClaims } from "@backlot/domain/catalog/claims";
import { isShownCount } from "@backlot/domain/kernel/advertised-count";
import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { changeDoneMessage } from "@backlot/domain/subscriptions/subscription-messages";
import { LOWEST_LICENSE, licenseLabel, typeOfLicense } from "@backlot/domain/licensing/license";
import { licenseAudience } from "@backlot/domain/licensing/licensing-messages";
import type { DailyDownloads, PlanVariant } from "@backlot/domain";
import { intervalToShow, isEssentials } from "@backlot/domain/plans/plan";
import { freePlanBenefits, planBenefits } from "@backlot/domain/plans/plan-benefits";
import type { CategoryView } from "@backlot/ports";
import * as Result from "effect/Result";
import { Link } from "react-router";
import { creditsPurchasedText } from "#features/checkout/credits-for-item.server.ts";
import { useFlashParams } from "#app/hooks/use-flash-params.ts";
import { attempt, getPage, getUser, loadOrThrow, readSettings } from "#app/server/store.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { paths } from "#app/paths.ts";
import { Toast } from "#ui/toast.tsx";
import { HeroVideo } from "#features/catalog/preview-video.tsx";
import { CategoryReel } from "#features/catalog/category-reel.tsx";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import { toCard } from "#features/catalog/card.ts";
import { ProductGrid } from "#features/catalog/product-card.tsx";
import { PlanTeaser } from "#features/pricing/plan-teaser.tsx";
import { Proof } from "#features/site/proof.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/home";

/** The number of categories on the home page. */
const REEL = 6;

const [ELEMENTS, FOOTAGE, MODELS] = LIBRARIES;

const ABOUT = [
  { library: FOOTAGE, about: "Practice plates to key, track, and clean up." },
  { library: MODELS, about: "Models with maps, ready to scatter and light." },
] as const;

/** Returns the first categories of 2D elements, and the cover of each other library. */
const reelOf = (categories: readonly CategoryView[]) => ({
  reel: categories
    .filter(({ library_id }) => library_id === ELEMENTS.id)
    .slice(0, REEL)
    .map(({ slug, name, cover, collections }) => ({
      slug,
      name,
      cover,
      count: isShownCount(collections) ? collections : null,
    })),
  libraries: ABOUT.map(({ library, about }) => ({
    ...library,
    about,
    cover: categories.find(({ library_id }) => library_id === library.id)?.cover ?? null,
  })),
});

/** How many benefits of each plan to list. The pricing page lists all. */
const NAMED = 3;

/** Returns the cheapest plans, billed yearly if any are, with their first benefits. */
const teaserOf = (plans: readonly PlanVariant[], daily: DailyDownloads) => {
  const interval = intervalToShow(plans, []);
  const byPrice = plans
    .filter((plan) => plan.interval === interval)
    .toSorted((a, b) => a.adjusted_price - b.adjusted_price);
  const teased = (plan: PlanVariant | undefined) =>
    plan === undefined ? null : { ...plan, benefits: planBenefits(plan, LOWEST_LICENSE, daily).slice(0, NAMED) };
  return {
    free: freePlanBenefits(daily).slice(0, NAMED),
    essentials: teased(byPrice.find(isEssentials)),
    credits: teased(byPrice.find((plan) => !isEssentials(plan))),
  };
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await getUser(context);
  const scheduled = user?.subscription?.scheduled_plan_variant ?? null;
  const { store } = getPage(context);
  // The page works without the stock claims.
  const [{ data: home }, plans, stock, { prices, shop }] = await Promise.all([
    loadOrThrow(store.collections.home(), url),
    loadOrThrow(store.planVariants.list({ query: { license_id: LOWEST_LICENSE } }), url),
    attempt(store.settings.stockClaims()),
    readSettings(context, url),
  ]);
  const { hero, collections, categories, featured } = home;
  const cover = hero ?? collections[0];
  return {
    purchased: await creditsPurchasedText(context, url),
    // Confirm the change only if it is actually scheduled.
    downgraded:
      url.searchParams.get("plan") === "changed" && scheduled !== null ? changeDoneMessage("downgrade") : null,
    hero: hero === null ? null : toCard(hero),
    cards: collections.map(toCard),
    // Featured items chosen by the owner aren't always new.
    heading: featured > 0 ? "Featured" : `New in ${ELEMENTS.name}`,
    ...reelOf(categories),
    plans: teaserOf(plans, prices.daily_downloads),
    // Compose this text on the server, so that the page needs no script for it.
    priced: `${licenseLabel(LOWEST_LICENSE)} license. ${licenseAudience(typeOfLicense(LOWEST_LICENSE))}.`,
    meta: await publicMeta(context, url, {
      title: null,
      description: shop.description,
      path: paths.home,
      keywords: ["VFX elements", "pre-keyed footage", "practice footage", "3D assets"],
      image: cover === undefined ? undefined : paths.media(cover.slug, "jpg"),
    }),
    claims: Result.isSuccess(stock) ? homeClaims(stock.success.data, stock.success.data.claimed) : [],
    signedIn: user !== null,
    subscriber: (user?.subscription ?? null) !== null,
  };
}

const NAMES = ["from_paypal", "purchased_credits", "plan"] as const;

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, cards, heading, reel, libraries, plans, claims, signedIn, subscriber, downgraded, purchased } =
    loaderData;
  const flash = useFlashParams({ purchased, downgraded }, NAMES);
  const shown = hero ?? cards[0];
  return (
    <>
      {flash.purchased === null ? null : <Toast>{flash.purchased}</Toast>}
      {flash.downgraded === null ? null : (
        <Toast>
          <span>{flash.downgraded}</span>{" "}
          <Link className="underline" to={paths.subscription}>
            Your subscription
          </Link>
        </Toast>
      )}
      <section className="relative isolate overflow-hidden bg-screen text-on-screen">
        <div className="absolute inset-0 -z-10 overflow-hidden">
          {hero === null ? null : <HeroVideo slug={hero.slug} />}
        </div>
        <div className="scrim scrim-hero">
          <div
            className="container-wide flex min-h-[34rem] flex-col justify-end pt-20 pb-10
              sm:min-h-[min(46rem,max(30rem,calc(100dvh-13rem)))]"
          >
            <h1 className="max-w-[16ch] text-3xl">Elements that hold up in the shot</h1>
            <p className="mt-4 max-w-[46ch] text-lg">
              Fire, smoke, sparks, and lightning with clean alpha. Practice plates to key. 3D assets ready to light.
              Every paid plan includes 4K.
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
            <div className="mt-7 flex flex-wrap items-center gap-3">
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
              {hero === null ? null : (
                <Link
                  to={paths.product(hero.library_id, hero.slug)}
                  className="inline-flex min-h-11 items-center text-sm hover:underline sm:ml-auto"
                >
                  {`Shown: ${hero.name}`}
                </Link>
              )}
            </div>
          </div>
        </div>
      </section>

      <section className="container-wide pt-6" aria-label="Categories">
        <CategoryReel categories={reel} />
      </section>

      <section className="container-wide pt-12" aria-labelledby="fresh">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="fresh" className="text-xl">
            {heading}
          </h2>
          <Link className="link" to={paths.library(ELEMENTS.id)}>
            All 2D elements
          </Link>
        </div>
        <ProductGrid cards={cards} eager={0} />
      </section>

      <section className="container-wide pt-14" aria-labelledby="libraries">
        <h2 id="libraries" className="mb-5 text-xl">
          More than elements
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {libraries.map(({ id, name, about, cover }) => (
            <li key={id} className="relative overflow-hidden rounded-lg bg-screen text-on-screen">
              <div className="max-h-80 overflow-hidden">
                {cover === null ? null : <PosterImage slug={cover} sizes="(min-width: 40rem) 50vw, 100vw" />}
              </div>
              <div className="scrim absolute inset-0 flex flex-col justify-end p-5">
                <Link to={paths.library(id)} className="text-lg font-semibold card-link">
                  {name}
                </Link>
                <p className="mt-1 text-sm">{about}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      {shown === undefined ? null : <Proof shown={shown} />}
      {subscriber ? null : <PlanTeaser {...plans} about={loaderData.priced} signedIn={signedIn} />}
    </>
  );
}
