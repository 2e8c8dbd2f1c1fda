import { formatDecimal } from "@backlot/domain/credits/credits";
import { type Cents, cents } from "@backlot/domain/kernel/money";
import type { CollectionView } from "@backlot/ports";

/** A breadcrumb's name and absolute URL. */
interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** Returns an item's schema.org data for search engines: the product, its breadcrumbs, and the prices for a visitor. */
export const productData = (
  { name, description, category }: Pick<CollectionView, "name" | "description" | "category">,
  page: { readonly url: string; readonly image: string; readonly brand: string; readonly crumbs: readonly Crumb[] },
  prices: readonly Cents[],
): readonly Readonly<Record<string, unknown>>[] => [
  {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description,
    category,
    image: page.image,
    url: page.url,
    brand: { "@type": "Brand", name: page.brand },
    ...(prices.length === 0
      ? {}
      : {
          offers: {
            "@type": "AggregateOffer",
            priceCurrency: "USD",
            lowPrice: formatDecimal(cents(Math.min(...prices))),
            highPrice: formatDecimal(cents(Math.max(...prices))),
            offerCount: prices.length,
            availability: "https://schema.org/InStock",
          },
        }),
  },
  {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: page.crumbs.map((crumb, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: crumb.name,
      item: crumb.url,
    })),
  },
];
