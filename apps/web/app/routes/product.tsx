import { badgesOf, LIBRARIES } from "@backlot/domain/catalog/collection";
import { creditsText } from "@backlot/domain/credits/credits";
import { cents, formatUsd } from "@backlot/domain/kernel/money";
import * as Result from "effect/Result";
import { Suspense, useState } from "react";
import { Link, data, redirect, useLocation } from "react-router";
import { Nothing, lazyPart } from "#app/browser/lazy-part.tsx";
import { useMounted } from "#app/hooks/use-mounted.ts";
import { CREDITS_PURCHASED } from "#features/checkout/credits-confirmation-key.ts";
import { attempt, formString, readForm, getPage } from "#app/server/store.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { downloadWith } from "#features/downloads/download-action.server.ts";
import { paths } from "#app/paths.ts";
import { ProductScreen } from "#features/catalog/product-screen.tsx";
import { PurchasePanel } from "#features/checkout/purchase-panel.tsx";
import { WishlistButton } from "#features/catalog/wishlist-button.tsx";
import { VariantRow } from "#features/checkout/variant-row.tsx";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Folded } from "#ui/folded.tsx";
import { productPage } from "#features/checkout/product-page.server.ts";
import type { Route } from "./+types/product";

const MoreItems = lazyPart(() => import("#features/catalog/more-items.tsx"), Nothing);
const CreditsConfirmation = lazyPart(() => import("#features/checkout/credits-confirmation.tsx"), Nothing);
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

/** The confirmation of credits just bought for this item. It stays while the item's page is open. */
function JustPurchased({ approved }: { approved: string | null }) {
  const { state } = useLocation();
  const [purchaseMessage] = useState<unknown>(() => approved ?? Reflect.get(Object(state), CREDITS_PURCHASED));
  return typeof purchaseMessage !== "string" ? null : (
    <Suspense>
      <CreditsConfirmation text={purchaseMessage} />
    </Suspense>
  );
}

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, variants, credits, plan, bought, license, hasLicense, facts, price, sold } = loaderData;
  const library = LIBRARIES.find(({ id }) => id === collection.library_id);
  const [onboarding, setOnboarding] = useState<"unasked" | "open" | "closed">("unasked");
  const onOnboard = () => setOnboarding("open");
  const prices = variants.flatMap(({ offer }) => (offer === null ? [] : [offer.price]));
  const lowest = prices.length === 0 ? null : cents(Math.min(...prices));
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
        <aside
          aria-label="Get this item"
          className="order-2 rounded-lg border border-border bg-card p-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          {actionData === undefined ? null : (
            <div className="mb-4">
              <Alert variant="error">{actionData.message}</Alert>
            </div>
          )}
          {collection.owned ? null : <JustPurchased key={collection.id} approved={loaderData.purchased} />}
          {bought ? (
            <div className="mb-4">
              <Alert variant="success">
                <span>It's yours. Download it anytime.</span>
                <span>{` You have ${creditsText(credits)} left.`}</span>
              </Alert>
            </div>
          ) : null}
          <p className="tabular-nums text-2xl font-semibold tracking-tight">
            <span>{price}</span>
            {collection.upgrade_credit_price === null || collection.credit_price === null ? null : (
              <s className="ml-2 text-base font-normal tracking-normal text-muted-foreground">
                <span className="sr-only">instead of </span>
                <span>{creditsText(collection.credit_price)}</span>
              </s>
            )}
          </p>
          <p className="tabular-nums mb-4 text-sm text-muted-foreground">
            <span>{`All ${collection.name} files`}</span>
            {plan === "none" && lowest !== null ? <span>{`, or buy one file from ${formatUsd(lowest)}`}</span> : null}
          </p>
          <PurchasePanel
            collection={collection}
            credits={credits}
            offer={loaderData.offer}
            refusal={loaderData.refusal}
            onOnboard={onOnboard}
          />
          <h2 className="mt-6 mb-2 text-base">Files</h2>
          <ul>
            {variants.map((variant, index) => (
              <VariantRow
                key={variant.id}
                variant={variant}
                collection={collection}
                plan={plan}
                hasLicense={hasLicense}
                isPrimary={index === 0 && loaderData.offer._tag === "nothing"}
                onOnboard={onOnboard}
              />
            ))}
          </ul>
          {variants.some((variant) => variant.offer !== null) ? (
            <div className="tabular-nums border-t border-border py-3 text-sm text-muted-foreground">
              <p className="py-1">
                <span>{sold.terms}</span>
                {sold.reduced === null ? null : (
                  <>
                    {" "}
                    <span>{`Files from ${formatUsd(sold.reduced.now)}, previously `}</span>
                    <s>{formatUsd(sold.reduced.before)}</s>
                    <span>.</span>
                  </>
                )}
              </p>
              <Folded title="Why this price?">{sold.why}</Folded>
            </div>
          ) : null}
          {sold.notes.map((note) => (
            <p key={note} className="border-t border-border py-3 text-sm text-muted-foreground">
              {note}
            </p>
          ))}
        </aside>
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
