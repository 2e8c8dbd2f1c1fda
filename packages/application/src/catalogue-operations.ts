import { DEFAULT_SEARCH_LIBRARY, EVERYTHING, LOWEST_LICENCE, licenceTypeRows, stockOf } from "@backlot/domain";
import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { getArticle, listArticles } from "./articles/articles.ts";
import { recordEvent } from "./analytics/record-event.ts";
import { getCollection, listCategories, listCollections, relatedCollections } from "./catalogue/browse.ts";
import { suggest } from "./catalogue/search.ts";
import { getPlanVariant, listPlanVariants } from "./catalogue/plan-variants.ts";
import { listPacks } from "./checkout/buy-credits.ts";
import { addToWishlist, listWishlist, removeFromWishlist } from "./catalogue/wishlist.ts";
import { downloadVariant } from "./downloads/download-variant.ts";
import { listDownloads } from "./downloads/list-downloads.ts";
import { envelope } from "./envelope.ts";
import type { Asked } from "./asked.ts";

/** Whether the store can do its work. */
export const health = ({ health }: Asked): Store["health"] => ({ check: () => health });

/** How this store is set up. */
export const settings = ({ ports, read }: Asked): Store["settings"] => ({
  get: () =>
    Effect.map(read.storefront.announced(ports.clock.now()), (announced) =>
      envelope({ licence_rule: ports.settings.changePolicy.licenceRule, ...announced }),
    ),
  claims: () =>
    Effect.map(
      read.collections.count({ filter: { ...EVERYTHING, access: "essentials" }, limit: MOST_CLAIMED }),
      (essentials) => envelope({ essentials }),
    ),
  stockClaims: () =>
    Effect.map(read.collections.countByLibrary(), (counts) =>
      envelope({ ...stockOf(counts), claimed: ports.settings.stockClaims }),
    ),
});

/** The most of something that a store counts for its claims. */
const MOST_CLAIMED = 10_000;

/** The licence table. (LIC-01) */
export const licenceTypes = (): Store["licenceTypes"] => ({ list: () => Effect.succeed(licenceTypeRows()) });

/** Plans, priced for a licence. (PLN-01) */
export const planVariants = ({ ports }: Asked): Store["planVariants"] => ({
  list: ({ query }) => listPlanVariants(ports)(query.license_id),
  get: ({ params, query }) => getPlanVariant(ports)(params.id, query.license_id),
});

/** Credit packs, priced for a licence. (CRD-01) */
export const creditPacks = ({ ports }: Asked): Store["creditPacks"] => ({
  list: ({ query }) => listPacks(ports)(query.license_id ?? LOWEST_LICENCE),
});

/** The catalogue, as its caller stands to it. (CAT-02, CAT-03) */
export const collections = ({ ports, caller }: Asked): Store["collections"] => ({
  list: ({ query }) => listCollections(ports, caller)(query),
  categories: ({ query }) => Effect.map(listCategories(ports)(query.library_id ?? null), envelope),
  related: ({ params }) => Effect.map(relatedCollections(ports, caller)(params.slug), envelope),
  get: ({ params }) => getCollection(ports, caller)(params.slug),
});

/** Pages of the site and posts of its blog. (SHL-03) */
export const articles = ({ ports }: Asked): Store["articles"] => ({
  list: ({ query }) => listArticles(ports)(query),
  get: ({ params }) => Effect.map(getArticle(ports)(params.kind, params.slug), envelope),
});

/** What the search box suggests. (SRC-01) */
export const searches = ({ ports }: Asked): Store["searches"] => ({
  find: ({ query }) => suggest(ports)(query.cq, query.library_id ?? DEFAULT_SEARCH_LIBRARY),
});

/** What an account downloads. (DWN-01) */
export const downloads = ({ ports, caller, account }: Asked): Store["downloads"] => {
  const record = (variant_id: number) => () => recordEvent(ports, caller)({ _tag: "download", variant_id });
  const whole: Store["downloads"]["download"] = ({ params }) =>
    account.pipe(
      Effect.flatMap((own) => downloadVariant(ports)(own, params.id)),
      Effect.tap(record(params.id)),
    );
  return {
    list: ({ query }) => Effect.flatMap(account, (own) => listDownloads(ports)(own, query)),
    download: whole,
    scene: ({ params }) =>
      account.pipe(
        Effect.flatMap((own) =>
          downloadVariant(ports)(own, params.id, { holder: { _tag: "Account", id: own.id } }, "scene"),
        ),
        Effect.tap(record(params.id)),
      ),
    collectionVariant: whole,
  };
};

/** What an account saved for later. (CAT-05) */
export const wishlists = ({ ports, caller, account }: Asked): Store["wishlists"] => ({
  list: ({ query }) => Effect.flatMap(account, (own) => listWishlist(ports)(own, query)),
  add: ({ params }) =>
    account.pipe(
      Effect.flatMap((own) => addToWishlist(ports)(own, params.id)),
      Effect.flatMap((isNew) =>
        isNew ? recordEvent(ports, caller)({ _tag: "wishlist", collection_id: params.id }) : Effect.void,
      ),
      Effect.asVoid,
    ),
  remove: ({ params }) => Effect.flatMap(account, (own) => removeFromWishlist(ports)(own, params.id)),
});
