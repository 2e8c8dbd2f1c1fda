import { type Cents, sum } from "@backlot/domain/kernel/money";
import type { CollectionView } from "@backlot/ports";

/** An address and what it is called. */
export interface Crumb {
  readonly name: string;
  readonly url: string;
}

const dollars = (price: Cents): string => (price / 100).toFixed(2);

/**
 * An item as search engines read it, in the words of schema.org: what it is, where it stands, and the prices at which
 * its files are offered to a visitor. (SHL-06)
 */
export const productData = (
  { name, description, category }: Pick<CollectionView, "name" | "description" | "category">,
  page: { readonly url: string; readonly image: string; readonly crumbs: readonly Crumb[] },
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
    brand: { "@type": "Brand", name: "Backlot" },
    ...(prices.length === 0 || sum(prices) === 0
      ? {}
      : {
          offers: {
            "@type": "AggregateOffer",
            priceCurrency: "USD",
            lowPrice: dollars(Math.min(...prices) as Cents),
            highPrice: dollars(Math.max(...prices) as Cents),
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
