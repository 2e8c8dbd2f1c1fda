import { formatUsd } from "@backlot/domain/kernel/money";
import { variantLabel } from "@backlot/domain/catalog/collection";
import { raisedFromText } from "@backlot/domain/orders/cart";
import { offeredVariants, selectOffer } from "@backlot/domain/orders/variant-offer";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { taxNote } from "@backlot/domain/pricing/tax";
import { useEffect, useRef, useState } from "react";
import { Form, Link, redirect, useNavigation } from "react-router";
import { itemLicense, readCart } from "#features/orders/cart.server.ts";
import { useMounted } from "#app/hooks/use-mounted.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { downloadPlanOf, getPage, getUser, loadOrThrow, readSettings } from "#app/server/store.server.ts";
import { AddToCart } from "#features/orders/add-to-cart.tsx";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/instant-purchase";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const slug = url.searchParams.get("collection-slug");
  if (slug === null || slug === "") throw redirect(paths.library(1));
  const collection = await loadOrThrow(getPage(context).store.collections.get({ params: { slug } }), url);
  const user = await getUser(context);
  const cart = await readCart(context, request);
  const license = itemLicense(user, cart);
  const variants = offeredVariants(
    collection,
    {
      plan: downloadPlanOf(user),
      ...(user === null ? {} : { role: user.team.role_name, isDisputed: user.dispute_open }),
    },
    license,
    (await readSettings(context, url)).prices.item_factors,
  ).map((variant) => ({ ...variant, label: variantLabel(variant) }));
  const chosen = selectOffer(variants, Number(url.searchParams.get("variant")));
  if (chosen === null) throw redirect(paths.product(collection.library_id, collection.slug));
  const { tax } = getPage(context).shop;
  const inCart = cart === null ? [] : cart.items.map(({ id }) => id);
  return { collection, variants, license, inCart, chosen: chosen.id, taxNote: taxNote(tax) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(loaderData === undefined ? "Not found" : `Buy ${loaderData.collection.name}`, matches) },
  { name: "robots", content: "noindex" },
];

/** The page to buy a single item: choose a variant and its price, then check out. */
export default function InstantPurchase({
  loaderData: { collection, variants, license, inCart, chosen, taxNote: note },
}: Route.ComponentProps) {
  const [id, setId] = useState(chosen);
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The visitor may have chosen before the scripts loaded.
    const before = form.current === null ? null : new FormData(form.current).get("variant_id");
    if (before !== null) setId(Number(before));
  }, []);
  const isPending = useNavigation().state === "submitting";
  const variant = variants.find((each) => each.id === id) ?? variants[0];
  const others = inCart.filter((each) => each !== variant?.id).length;
  return (
    <div className="container-page pt-10">
      <h1 className="mb-8 text-2xl">{`Buy ${collection.name}`}</h1>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="overflow-hidden rounded-lg bg-screen">
          <PosterImage slug={collection.slug} sizes="(min-width: 64rem) 60vw, 100vw" eager />
        </div>
        <div className="rounded-lg border border-border bg-card p-6">
          <Form method="post" action={paths.cart} ref={form}>
            <fieldset>
              <legend className="mb-3 text-lg font-semibold">Choose a file</legend>
              <div className="grid gap-2">
                {variants.map((each) => (
                  <label
                    key={each.id}
                    className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-border
                      px-4 py-2 has-checked:border-ring has-checked:bg-background"
                  >
                    <input
                      type="radio"
                      name="variant_id"
                      value={each.id}
                      checked={each.id === id}
                      onChange={() => setId(each.id)}
                      className="size-4 accent-accent"
                    />
                    <span className="grow">
                      <span className="block font-medium">{each.label}</span>
                      <span className="tabular-nums block text-sm text-muted-foreground">{each.description}</span>
                      {each.raised_from === null ? null : (
                        <span className="block text-sm text-muted-foreground">{raisedFromText(each.raised_from)}</span>
                      )}
                    </span>
                    <span className="tabular-nums font-medium">{formatUsd(each.price)}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            <p className="mt-4 text-sm text-muted-foreground">
              {`Yours to keep under the ${licenseLabel(license)} license. You can change the license at checkout.`}
            </p>
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="next" value={paths.cartCheckout} />
            <Button type="submit" className="mt-5 w-full" pending={isPending}>
              {/* Without scripts, the first choice's price would never update. */}
              {others > 0
                ? "Add and check out"
                : `Buy now${variant === undefined || !mounted ? "" : ` · ${formatUsd(variant.price)}`}`}
            </Button>
            {others === 0 ? null : (
              <p className="mt-2 text-sm text-muted-foreground">
                {`Checkout includes the other ${others === 1 ? "item" : "items"} in your cart.`}
              </p>
            )}
          </Form>
          {variant === undefined ? null : (
            <div className={`mt-3 ${mounted ? "" : "invisible"}`}>
              <AddToCart variant={{ ...variant, name: collection.name, slug: collection.slug }} />
            </div>
          )}
          {note === null ? null : <p className="mt-4 text-sm text-muted-foreground">{note}</p>}
          <p className="mt-4 text-sm">
            <Link className="link" to={paths.product(collection.library_id, collection.slug)}>
              {`Back to ${collection.name}`}
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}
