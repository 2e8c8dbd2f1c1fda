import { fileStateText } from "@backlot/domain/downloads/file-making";
import { accessText, isBadge, libraryOf, spendableCredits, variantLabel } from "@backlot/domain/catalog/collection";
import { shopperOf } from "@backlot/domain/accounts/shopper";
import { clipOptions } from "@backlot/domain/catalog/clip";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { payersText } from "@backlot/domain/orders/payer-messages";
import { productOffer } from "@backlot/domain/checkout/product-offer";
import { message } from "@backlot/domain/message-catalog";
import { redirect } from "react-router";
import { creditsPurchasedText } from "./credits-for-item.server.ts";
import { downloadPlanOf, loadOrThrow, getPage, getUser, readSettings } from "#app/server/store.server.ts";
import { hasKnownLicense, itemLicense, readCart } from "#features/orders/cart.server.ts";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { paths } from "#app/paths.ts";
import { productData } from "#features/catalog/product-data.ts";
import { priceText } from "#features/catalog/price-text.ts";
import { itemPriceReason } from "@backlot/domain/pricing/price-reasons";
import { taxNote } from "@backlot/domain/pricing/tax";
import type { Route } from "../../routes/+types/product";

const RENDERING_TEXT =
  "Files not marked “Ready” are rendered on demand. Your download starts automatically. If you're signed in and it " +
  "takes about a minute or more, we'll email you when it's ready.";

/** Returns the data of a product page. Redirects to the product's canonical URL, and throws if it doesn't exist. */
export const productPage = async ({ context, params, request, url }: Route.LoaderArgs) => {
  const collection = await loadOrThrow(getPage(context).store.collections.get({ params: { slug: params.slug } }), url);
  const home = paths.product(collection.library_id, collection.slug);
  if (url.pathname.replace(/\/$/, "") !== home) throw redirect(home, 301);
  const user = await getUser(context);
  const plan = downloadPlanOf(user);
  const cart = await readCart(context, request);
  const isDisputed = user?.dispute_open ?? false;
  const license = itemLicense(user, cart);
  const { prices, shop } = await readSettings(context, url);
  const { item_factors } = prices;
  const credits = spendableCredits(collection, user);
  const { payers, siteUrl } = getPage(context).shop;
  const viewer = { ...shopperOf(user), plan, isDisputed, credits, license, payers };
  const offered = productOffer(collection, viewer, item_factors);
  const variants = offered.files.map((variant) => {
    const file = collection.files_made.find(({ id }) => id === variant.id);
    return { ...variant, label: variantLabel(variant), state: file === undefined ? null : fileStateText(file.seconds) };
  });
  const words = collection.tags.filter((tag) => !isBadge(tag));
  return {
    collection,
    license,
    credits,
    offer: offered.offer,
    refusal: offered.refusal === null ? null : message(offered.refusal),
    meta: await publicMeta(context, url, {
      title: collection.name,
      description: collection.description,
      path: home,
      keywords: words,
      image: paths.media(collection.slug, "jpg"),
      type: "product",
    }),
    structured: productData(
      collection,
      {
        url: `${siteUrl}${home}`,
        brand: shop.name,
        image: `${siteUrl}${paths.media(collection.slug, "jpg")}`,
        crumbs: [
          { name: libraryOf(collection.library_id).name, url: `${siteUrl}${paths.library(collection.library_id)}` },
          { name: collection.category, url: `${siteUrl}${paths.category(collection.category_slug)}` },
          { name: collection.name, url: `${siteUrl}${home}` },
        ],
      },
      offered.prices,
    ),
    purchased: await creditsPurchasedText(context, url),
    facts: [
      ["Category", collection.category],
      ["Access", accessText(collection.access)],
      ...collection.clips.flatMap(clipOptions).map(({ label, text }) => [label, text] as const),
      ["Tags", words.join(", ")],
    ] as const,
    price: priceText(collection),
    sold: {
      terms: [
        `Files you buy are yours to keep. Prices shown for the ${licenseLabel(license)} license.`,
        taxNote(getPage(context).shop.tax),
      ]
        .filter((note) => note !== null)
        .join(" "),
      why: itemPriceReason(license, item_factors),
      notes: [
        ...(isDisputed && offered.offer._tag !== "refused" ? [message("dispute_open")] : []),
        ...(variants.some(({ state }) => state !== null && state !== fileStateText(null)) ? [RENDERING_TEXT] : []),
      ],
      reduced: offered.reduced,
    },
    bought: url.searchParams.get("bought") === "1" && collection.owned,
    plan,
    ways: payersText(offered.payers),
    hasLicense: user !== null && hasKnownLicense(user, cart),
    variants,
  };
};
