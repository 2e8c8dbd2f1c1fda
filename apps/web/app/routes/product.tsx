import { badgesOf, LIBRARIES } from "@backlot/domain/catalog/collection";
import * as Result from "effect/Result";
import { Suspense, useState } from "react";
import { Link, data, redirect } from "react-router";
import { Nothing, lazyPart } from "#app/browser/lazy-part.tsx";
import { useMounted } from "#app/hooks/use-mounted.ts";
import { attempt, formString, readForm, getPage } from "#app/server/store.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { downloadWith } from "#features/downloads/download-action.server.ts";
import { paths } from "#app/paths.ts";
import { GetItem } from "#features/checkout/get-item.tsx";
import { ProductScreen } from "#features/catalog/product-screen.tsx";
import { WishlistButton } from "#features/catalog/wishlist-button.tsx";
import { Badge } from "#ui/badge.tsx";
import { productPage } from "#features/checkout/product-page.server.ts";
import type { Route } from "./+types/product";

const MoreItems = lazyPart(() => import("#features/catalog/more-items.tsx"), Nothing);
const OnboardingDialog = lazyPart(() => import("#features/checkout/onboarding-dialog.tsx"));

export const loader = (args: Route.LoaderArgs) => productPage(args);

export async function action({ context, request, url }: Route.ActionArgs) {
  const { store } = getPage(context);
  const form = await readForm(request);
  if (formString(form, "intent") === "buy") {
    const bought = await attempt(
      store.purchases.collection({ payload: { collection_id: Number(formString(form, "collection_id")) } }),
    );
    if (Result.isFailure(bought)) return data({ message: bought.failure.message }, { status: 409 });
    return redirect(`${url.pathname}?bought=1`, 303);
  }
  return downloadWith(context, form, url);
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? [{ title: pageTitle("Not found", matches) }]
    : [...loaderData.meta, ...loaderData.structured.map((each) => ({ "script:ld+json": each }))];

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, variants, credits, plan, license, hasLicense, facts } = loaderData;
  const library = LIBRARIES.find(({ id }) => id === collection.library_id);
  const [onboarding, setOnboarding] = useState<"unasked" | "open" | "closed">("unasked");
  const onOnboard = () => setOnboarding("open");
  const mounted = useMounted();
  return (
    <div className="container-wide pt-6">
      <nav aria-label="Breadcrumb" className="text-sm text-muted-foreground">
        <Link className="link inline-flex min-h-9 items-center" to={paths.library(collection.library_id)}>
          {library?.name}
        </Link>{" "}
        /{" "}
        <Link className="link inline-flex min-h-9 items-center" to={paths.category(collection.category_slug)}>
          {collection.category}
        </Link>
      </nav>
      <div
        className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_25rem]
          lg:grid-rows-[auto_1fr]"
      >
        <div>
          <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="text-2xl">{collection.name}</h1>
            {badgesOf(collection).map((badge) => (
              <Badge key={badge}>{badge}</Badge>
            ))}
            {collection.listed || collection.wishlisted ? (
              <div className="-ml-3 sm:ml-auto">
                <WishlistButton collection={collection} signedIn={plan !== "none"} />
              </div>
            ) : null}
          </div>
          <ProductScreen collection={collection} />
        </div>
        <div className="order-3 lg:col-start-1">
          <p className="measure">{collection.description}</p>
          <dl className="mt-6 grid max-w-2xl grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-sm text-muted-foreground">{name}</dt>
                <dd className="mt-0.5">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <GetItem data={loaderData} problem={actionData?.message ?? null} onOnboard={onOnboard} />
      </div>
      {mounted ? (
        <Suspense>
          <MoreItems key={collection.id} item={collection} />
        </Suspense>
      ) : null}
      {onboarding === "unasked" ? null : (
        <Suspense>
          <OnboardingDialog
            open={onboarding === "open"}
            onClose={() => setOnboarding("closed")}
            model={{
              collection,
              offer: loaderData.offer,
              refusal: loaderData.refusal,
              offers: variants.flatMap(({ id, label, offer }) =>
                offer?.raised_from === null
                  ? [{ id, label, slug: collection.slug, name: collection.name, ...offer }]
                  : [],
              ),
              credits,
              ways: loaderData.ways,
              user: plan === "none" ? null : { license: hasLicense ? license : null },
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
