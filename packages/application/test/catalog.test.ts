import { PRICE_LIST } from "@backlot/domain/pricing/default-price-list";
import {
  type Collection,
  MAX_WISHLIST_ITEMS,
  type StockedCollection,
  cents,
  neededFiles,
  toStocked,
  utcDay,
} from "@backlot/domain";
import { CurrentAccount, CurrentCaller, CurrentSession, type SignedInCaller, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { UNKNOWN_VISITOR } from "../src/caller.ts";
import { UnsoundPriceList, importCatalog } from "../src/catalog/import-catalog.ts";
import { stockSample } from "../src/catalog/sample.ts";
import { stockCollections, withdrawCollections } from "../src/catalog/stock-collections.ts";
import { wishlists } from "../src/catalog/wishlist.ts";
import { type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { account } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const SESSION: SignedInCaller = {
  _tag: "SignedIn",
  person: { id: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: NOW },
  token: null,
  session: "session",
  scopes: null,
  visitor: { ...UNKNOWN_VISITOR, fingerprint: "browser" },
};

describe("a wishlist", () => {
  const added = (more: { readonly isNew?: boolean; readonly count?: number; readonly listed?: boolean }) => {
    const { isNew = true, count = 1, listed = true } = more;
    const store = storeWith({
      analytics: { record: nothing },
      repositories: {
        accounts: { lock: gives(account()) },
        collections: { get: gives({ listed } as Collection) },
        wishlists: { add: gives(isNew), count: gives(count) },
      },
    });
    const work = wishlists
      .add({ params: { id: 7 } } as never)
      .pipe(
        Effect.provideService(CurrentAccount, account()),
        Effect.provideService(CurrentSession, SESSION),
        Effect.provideService(CurrentCaller, SESSION),
      );
    return store.run(Effect.result(work)).then((result) => ({ result, store }));
  };

  it("CAT-05 ANL-02 counts under the account's lock, and is recorded once it is stored", async () => {
    const { store } = await added({ count: MAX_WISHLIST_ITEMS });
    const counting = ["accounts.lock", "wishlists.count", "commit", "analytics.record"];
    expect(store.order(...counting)).toEqual(counting);
    expect(store.effects()).toEqual(["wishlists.add", "analytics.record"]);
  });

  it("CAT-05 that is full takes nothing more, but everything that it has already", async () => {
    const full = await added({ count: MAX_WISHLIST_ITEMS + 1 });
    expect(full.result).toMatchObject({ failure: { reason: "wishlist_full" } });
    expect(full.store.effects()).toEqual([]);
    const again = await added({ isNew: false, count: MAX_WISHLIST_ITEMS + 1 });
    expect(again.result).toMatchObject({ _tag: "Success" });
    expect(again.store.argsOf("analytics.record")).toEqual([]);
  });

  it("CAT-05 takes nothing that is not on sale", async () => {
    const { result, store } = await added({ listed: false });
    expect(result).toMatchObject({ failure: { _tag: "not_found" } });
    expect(store.argsOf("wishlists.add")).toEqual([]);
  });
});

describe("collections that are imported", () => {
  const STOCKED: StockedCollection = {
    slug: "ground-fire",
    name: "Ground Fire",
    library_id: 1,
    category: "Fire",
    tags: [],
    description: "Fire on the ground",
    access: "essentials",
    membership_tier: "silver",
    made_by_provider: false,
    alpha: false,
    credit_price: null,
    upgrade_credit_price: null,
    price: cents(1_000),
    original_price: null,
    variants: [
      { name: "2K", resolution: "2K", price: cents(1_000), file_name: "ground-fire.zip", description: "Fire" },
    ],
    options: [],
    attributes: [],
  } as never;

  const stocked = (
    collections: readonly StockedCollection[],
    more: Methods["collections"] = {},
    files: string[] = [],
  ) => {
    const store = storeWith({
      stock: { find: gives(new Map(files.map((name) => [name, null]))) },
      repositories: {
        collections: {
          freeIds: gives({ collection: 50, variant: 500 }),
          byFileNames: gives([]),
          bySlug: gives(null),
          existingSlugs: gives([]),
          soldOf: gives([]),
          put: nothing,
          ...more,
        },
        search: { refresh: nothing },
      },
    });
    return store
      .run(Effect.result(stockCollections(collections).pipe(transactional)))
      .then((result) => ({ result, store }));
  };
  /** The collection as it was stored first. */
  const firstPut = async () => {
    const { store } = await stocked([STOCKED]);
    return store.argsOf("collections.put")[0]?.[0] as Collection;
  };

  it("CLI-03 CAT-03 go on sale once all of their files are there, which are looked up together", async () => {
    const collection = await firstPut();
    expect(collection).toMatchObject({ id: 50, listed: false, collection_variants: [{ id: 500 }] });
    const names = neededFiles(collection).map(({ name }) => name);
    const { store } = await stocked([STOCKED], {}, names);
    expect(store.argsOf("collections.put")).toMatchObject([[{ listed: true }]]);
    expect(store.argsOf("stock.find")).toEqual([[names]]);
    const { store: half } = await stocked([STOCKED], {}, names.slice(1));
    expect(half.argsOf("collections.put")).toMatchObject([[{ listed: false }]]);
  });

  it("SHL-03 CLI-03 the sample keeps the release date that staff gave one of its collections", async () => {
    const given = { ...(await firstPut()), release_date: "2099-01-01" };
    const homePage = { hero: null, featured: [], categories: [] };
    const store = storeWith({
      settings: { sample: { collections: [{ ...given, release_date: "2026-01-01" }], homePage } },
      repositories: {
        collections: { freeIds: gives({ collection: 50, variant: 500 }), every: gives([given]), put: nothing },
        search: { refresh: nothing },
        homePage: { put: nothing },
      },
    });
    await store.run(stockSample.pipe(transactional));
    expect(store.argsOf("collections.put")).toMatchObject([
      [{ release_date: "2099-01-01", listed: false, coming: true }],
    ]);
  });

  it("CLI-03 that are the same write nothing, and leave the search as it is", async () => {
    const known = await firstPut();
    expect(toStocked(known)).toEqual({ ...STOCKED, release_date: utcDay(NOW) });
    const { result, store } = await stocked([STOCKED], { bySlug: gives(known) });
    expect(result).toMatchObject({ success: [{ id: 50, outcome: "unchanged" }] });
    expect([store.argsOf("collections.put"), store.argsOf("search.refresh")]).toEqual([[], []]);
    const changed = await stocked([{ ...STOCKED, name: "Fire" }], { bySlug: gives(known) });
    expect(changed.result).toMatchObject({ success: [{ id: 50, outcome: "changed" }] });
    expect(changed.store.argsOf("search.refresh")).toHaveLength(1);
  });

  it("CLI-03 are refused all together: by what is wrong with one, or for a file name of another", async () => {
    const twice = await stocked([STOCKED, STOCKED]);
    expect(twice.result).toMatchObject({ failure: { _tag: "invalid_request" } });
    expect(twice.store.effects()).toEqual([]);
    const other = { ...(await firstPut()), slug: "other" };
    const taken = await stocked([STOCKED], { byFileNames: gives([other]) });
    expect(taken.result).toMatchObject({ failure: { reason: "file_name_taken" } });
    expect(taken.store.effects()).toEqual([]);
  });

  it("CLI-03 that are withdrawn refresh the search only if there were any", async () => {
    const refreshed = async (count: number) => {
      const store = storeWith({
        repositories: { collections: { withdraw: gives(count) }, search: { refresh: nothing } },
      });
      await store.run(withdrawCollections(["ground-fire"]).pipe(transactional));
      return store.argsOf("search.refresh").length;
    };
    expect([await refreshed(0), await refreshed(1)]).toEqual([0, 1]);
  });

  it("CRD-03 come with no price list that has a gap: nothing of the catalog is stored", async () => {
    const range = { min: 2, max: null, price: cents(50) };
    const packs = { presets: [20], individual: [range], business: [range] };
    const store = storeWith({ repositories: {} });
    const refused = await store.run(
      Effect.flip(
        importCatalog({
          prices: { ...PRICE_LIST, plans: [], packs },
          collections: [],
          homePage: { hero: null, featured: [], categories: [] },
        }),
      ),
    );
    expect(refused).toBeInstanceOf(UnsoundPriceList);
    expect(store.effects()).toEqual([]);
  });
});
