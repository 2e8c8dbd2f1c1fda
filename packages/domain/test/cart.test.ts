import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import {
  LICENSE_IDS,
  type LicenseId,
  LOWEST_LICENSE,
  itemPrice,
  placeOfItem,
  type Cart,
  type Cents,
  NO_TAX,
  type Ratio,
  MAX_CART_ITEMS,
  SMALLEST_CHARGE,
  type OwnedItem,
  ZERO,
  areForSale,
  buyableItems,
  cartAfterOrder,
  isLicenseKnown,
  holdsItem,
  heldPart,
  orderedItemStatus,
  itemSource,
  minimumAfterOrders,
  licenseId,
  paymentOfItem,
  cartCodeError,
  cents,
  costOfItems,
  costOfOthers,
  refundOfItem,
  min,
  creditKeptOf,
  prorationCreditOf,
  instant,
  isForSale,
  isFree,
  itemRefund,
  itemsError,
  mergeCarts,
  offeredVariants,
  orderExpiry,
  orderedOffer,
  ownedVariantIds,
  ownsCollection,
  ownedLicense,
  variantOffer,
  cartItemLabel,
  withoutBasis,
  quoteCart,
  selectOffer,
  sellsCart,
  sum,
  taxRate,
  emptyingOrder,
  ITEM_FACTORS,
} from "@backlot/domain";
import { arbPriceRules } from "@backlot/testing/arbitraries";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const AT = instant(0);
const cart = (more: Partial<Cart> = {}): Cart => ({
  token: "cart",
  user_id: null,
  license_id: null,
  discount_code: null,
  variant_ids: [],
  order_id: null,
  ...more,
});
const arbIds = fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 60 });
const arbPrices = fc.array(fc.integer({ min: 0, max: 90_000 }).map(cents), { minLength: 1, maxLength: 8 });
const quoteOf = (prices: readonly Cents[]) =>
  quoteCart({
    items: prices.map((price, index) => ({ product_id: String(index), name: "x", price })),
    code: null,
    rules: { ...PRICE_RULES, bundle: null },
  });

describe("a cart", () => {
  it("DSC-10 what is too little to charge is taken off, with its tax; the smallest charge is paid", () => {
    const at = (price: number, tax: Ratio) =>
      quoteCart({ rules: PRICE_RULES, items: [{ product_id: "1", name: "x", price: cents(price) }], code: null, tax });
    const small = at(49, NO_TAX);
    expect(small.total).toBe(0);
    expect(small.discounts).toEqual([{ kind: "rest", label: "Too little to charge", amount: 49, note: null }]);
    expect([at(50, NO_TAX).total, at(50, NO_TAX).discounts]).toEqual([50, []]);
    expect(at(0, NO_TAX)).toMatchObject({ total: 0, discounts: [] });
    // 40 + 4 cents of tax is below the minimum charge; 46 + 5 is enough.
    expect(at(40, taxRate(10))).toMatchObject({ total: 0, tax: 0, discounts: [{ amount: 40 }] });
    expect(at(46, taxRate(10))).toMatchObject({ total: 51, tax: 5, discounts: [] });
  });

  it("ORD-01 keeps its own license and code where the visitor has none; a full cart takes no more", () => {
    const own = cart({ user_id: "a", license_id: licenseId(2), discount_code: "OWN", order_id: "o", variant_ids: [1] });
    expect(mergeCarts(own, cart())).toEqual(own);
    const visitors = cart({ license_id: licenseId(3), discount_code: "TEN", variant_ids: [2, 1] });
    expect(mergeCarts(own, visitors)).toEqual({
      ...own,
      license_id: 3,
      discount_code: "TEN",
      variant_ids: [1, 2],
      order_id: null,
    });
    const full = cart({ variant_ids: Array.from({ length: MAX_CART_ITEMS }, (_, n) => n + 1) });
    expect(mergeCarts(full, cart({ variant_ids: [999] })).variant_ids).toEqual(full.variant_ids);
  });

  it("CHK-07 names the order that emptied it, until it is filled again", () => {
    expect([
      emptyingOrder(cart({ order_id: "o" })),
      emptyingOrder(cart({ order_id: "o", variant_ids: [1] })),
      emptyingOrder(cart()),
    ]).toEqual(["o", null, null]);
  });

  it("ORD-03 LIC-11 raises the minimum license of who takes orders over by those that were paid", () => {
    const order = (id: number, _tag: "paid" | "unfulfillable") =>
      ({ license_id: licenseId(id), status: { _tag, at: instant(0) } }) as const;
    expect(minimumAfterOrders(null, [])).toBeNull();
    expect(minimumAfterOrders(null, [order(2, "paid"), order(4, "paid"), order(6, "unfulfillable")])).toBe(4);
    expect(minimumAfterOrders(licenseId(5), [order(2, "paid")])).toBe(5);
  });

  it("ORD-01 keeps its own items first and takes each of the visitor's once, up to what a cart holds", () => {
    fc.assert(
      fc.property(arbIds, arbIds, (own, visitors) => {
        const mine = [...new Set(own)].slice(0, MAX_CART_ITEMS);
        const merged = mergeCarts(cart({ user_id: "ada", variant_ids: mine }), cart({ variant_ids: visitors }));
        expect(merged.variant_ids.slice(0, mine.length)).toEqual(mine);
        expect(new Set(merged.variant_ids).size).toBe(merged.variant_ids.length);
        expect(merged.variant_ids.length).toBe(Math.min(MAX_CART_ITEMS, new Set([...mine, ...visitors]).size));
        expect(merged.user_id).toBe("ada");
      }),
    );
    const chosen = mergeCarts(cart({ license_id: null, discount_code: "MINE" }), cart({ discount_code: "THEIRS" }));
    expect(chosen.discount_code).toBe("THEIRS");
    expect(mergeCarts(cart({ discount_code: "MINE" }), cart()).discount_code).toBe("MINE");
  });

  it("ORD-05 sells what has a price and is not free", () => {
    const priced = { price: cents(100), listed: true };
    expect(isForSale({ free_product: false, listed: true }, priced)).toBe(true);
    expect(isForSale({ free_product: true, listed: true }, priced)).toBe(false);
    expect(isForSale({ free_product: false, listed: true }, { price: ZERO, listed: true })).toBe(false);
    expect(isForSale({ free_product: false, listed: true }, { ...priced, listed: false })).toBe(false);
    expect(isForSale({ free_product: false, listed: false }, priced)).toBe(false);
  });

  it("ORD-03 ORD-05 offers what its buyer does not have, and the cheapest where they name none of it", () => {
    const [small, large] = [
      { id: 11, price: cents(1_000), listed: true },
      { id: 12, price: cents(900), listed: true },
    ];
    const sold = {
      free_product: false,
      listed: true,
      membership_tier: null,
      owned_variants: [],
      collection_variants: [small, large],
    };
    const [smallOffer, largeOffer] = [small, large].map((each) => ({ ...each, raised_from: null }));
    expect(offeredVariants(sold, { plan: "none" }, licenseId(2), ITEM_FACTORS)).toEqual([
      { id: 11, price: 3_000, listed: true, raised_from: null },
      { id: 12, price: 2_700, listed: true, raised_from: null },
    ]);
    const owner = { ...sold, owned_variants: [{ id: 11, license_id: licenseId(1) }] };
    expect(offeredVariants(owner, { plan: "free" }, licenseId(1), ITEM_FACTORS)).toEqual([largeOffer]);
    expect(offeredVariants(owner, { plan: "free" }, licenseId(2), ITEM_FACTORS)).toEqual([
      { id: 11, price: 2_000, listed: true, raised_from: 1 },
      { id: 12, price: 2_700, listed: true, raised_from: null },
    ]);
    expect(offeredVariants({ ...sold, free_product: true }, { plan: "none" }, licenseId(1), ITEM_FACTORS)).toEqual([]);
    const silver = { ...sold, membership_tier: "silver" } as const;
    expect(offeredVariants(silver, { plan: "free" }, licenseId(1), ITEM_FACTORS)).toEqual([smallOffer, largeOffer]);
    expect(offeredVariants(silver, { plan: "paid" }, licenseId(1), ITEM_FACTORS)).toEqual([]);
    const roles = (["Admin", "Artist", "Download Only"] as const).map((role) =>
      offeredVariants(silver, { plan: "free", role }, licenseId(1), ITEM_FACTORS),
    );
    expect(roles).toEqual([[smallOffer, largeOffer], [], []]);
    expect(selectOffer([small, large], 11)).toBe(small);
    for (const asked of [13, 0, Number.NaN]) expect(selectOffer([small, large], asked)).toBe(large);
    expect(selectOffer([small, { ...small, id: 13 }], 0)).toBe(small);
    expect(selectOffer([], 11)).toBeNull();
  });

  const fire = {
    id: 1,
    free_product: false,
    listed: true,
    collection_variants: [
      { id: 11, price: cents(100), listed: true },
      { id: 12, price: ZERO, listed: true },
      { id: 13, price: cents(300), listed: true },
    ],
  } as never;
  const free = {
    id: 2,
    free_product: true,
    listed: true,
    collection_variants: [{ id: 21, price: cents(100), listed: true }],
  } as never;

  it("ORD-01 ORD-05 sells in its own order what is for sale and not owned, at the price of the license", () => {
    const items = (owned: readonly OwnedItem[]) =>
      buyableItems([13, 99, 21, 12, 11], [fire, free], { plan: "free", owned }, licenseId(2), ITEM_FACTORS).map(
        ({ variant, price, raised_from }) => [variant.id, price, raised_from],
      );
    expect(items([])).toEqual([
      [13, 900, null],
      [11, 300, null],
    ]);
    // What they own under a lower license costs the difference. (LIC-13)
    const bought = (collection_variant_id: number | null, license: number): OwnedItem => ({
      collection_id: 1,
      collection_variant_id,
      source: "s",
      license_id: licenseId(license),
      at_upgrade_price: false,
      raised_from: null,
    });
    expect(items([bought(13, 1)])).toEqual([
      [13, 600, 1],
      [11, 300, null],
    ]);
    expect(items([bought(13, 2)])).toEqual([[11, 300, null]]);
    expect(items([bought(13, 1), bought(13, 3)])).toEqual([[11, 300, null]]);
    const silver = { ...(fire as object), membership_tier: "silver" } as never;
    const silverFor = (plan: "none" | "free" | "paid") =>
      buyableItems([13], [silver], { plan, owned: [] }, licenseId(1), ITEM_FACTORS).length;
    // A paid plan includes silver items.
    expect([silverFor("none"), silverFor("free"), silverFor("paid")]).toEqual([1, 1, 0]);
    expect(items([bought(null, 1)])).toEqual([
      [13, 600, 1],
      [11, 200, 1],
    ]);
    expect(items([bought(null, 2)])).toEqual([]);
    expect(areForSale([13, 11], [fire, free])).toBe(true);
    for (const id of [12, 21, 99]) expect(areForSale([13, id], [fire, free])).toBe(false);
  });

  it("ORD-05 ORD-06 an ordered item is gone, theirs, sold as before, or not sold any more", () => {
    const nobody = { plan: "free", owned: [] } as const;
    const silver = { ...(fire as object), membership_tier: "silver" } as never;
    const withdrawn = { ...(fire as object), listed: false } as never;
    const [file, other, free] = [13, 11, 12].map((collection_variant_id) => ({
      collection_variant_id,
      raised_from: null,
    }));
    if (file === undefined || other === undefined || free === undefined) throw new Error("three items");
    expect(orderedOffer(null, file, nobody, licenseId(1))).toBe("gone");
    expect(orderedOffer(fire, file, nobody, licenseId(1))).toBe("sold");
    expect(orderedOffer(fire, free, nobody, licenseId(1))).toBe("not-sold");
    expect(orderedOffer(withdrawn, file, nobody, licenseId(1))).toBe("not-sold");
    expect(orderedOffer(silver, file, nobody, licenseId(1))).toBe("sold");
    expect(orderedOffer(silver, file, { ...nobody, plan: "paid" }, licenseId(1))).toBe("not-sold");
    const owner = {
      ...nobody,
      owned: [
        {
          collection_id: 1,
          collection_variant_id: 13,
          source: "s",
          license_id: licenseId(2),
          at_upgrade_price: false,
          raised_from: null,
        },
      ],
    };
    expect(orderedOffer(withdrawn, file, owner, licenseId(1))).toBe("owned");
    expect(orderedOffer(fire, other, owner, licenseId(1))).toBe("sold");
    // The full price is not for an owner, and a difference only counts from the license that it started from.
    expect(orderedOffer(fire, file, owner, licenseId(3))).toBe("owned");
    const raise = (from: number) => ({ ...file, raised_from: licenseId(from) });
    expect(orderedOffer(fire, raise(2), owner, licenseId(3))).toBe("sold");
    expect(orderedOffer(withdrawn, raise(2), owner, licenseId(3))).toBe("not-sold");
    expect(orderedOffer(fire, raise(1), owner, licenseId(3))).toBe("repriced");
    expect(orderedOffer(fire, raise(1), owner, licenseId(2))).toBe("owned");
    expect(orderedOffer(fire, raise(2), nobody, licenseId(3))).toBe("repriced");
  });

  it("ORD-01 is left without what an order sold and without its code, and keeps the rest", () => {
    const items = [{ kind: "product", collection_variant_id: 11, raised_from: null }] as const;
    const before = cart({ variant_ids: [11, 13], discount_code: "TEN", license_id: licenseId(2) });
    const after = cartAfterOrder(before, { id: "order", items });
    expect(after).toEqual({ ...before, variant_ids: [13], discount_code: null, order_id: "order" });
  });

  it("ORD-03 knows a license that was chosen, that a plan runs under, or that a valid profile confirms", () => {
    const none = { min_license_id: null, current: null, profile: null };
    const profile = { completed: true, invalidated: false, license_id: licenseId(1) };
    expect(isLicenseKnown(none)).toBe(false);
    expect(isLicenseKnown({ ...none, min_license_id: licenseId(1) })).toBe(true);
    expect(isLicenseKnown({ ...none, current: licenseId(3) })).toBe(true);
    expect(isLicenseKnown({ ...none, profile })).toBe(true);
    expect(isLicenseKnown({ ...none, isChosen: true })).toBe(true);
    expect(isLicenseKnown({ ...none, isChosen: false })).toBe(false);
    expect(isLicenseKnown({ ...none, profile: { ...profile, invalidated: true } })).toBe(false);
  });

  it("ORD-06 an item's source names its payment", () => {
    expect(paymentOfItem(itemSource("payment:pi_1", 12))).toBe("payment:pi_1");
    expect([placeOfItem(itemSource("payment:pi_1", 12)), placeOfItem("payment:pi_1:0")]).toEqual([12, 0]);
    const owned = [{ source: itemSource("payment:pi_1", 12) }, { source: itemSource("payment:pi_2", 1) }];
    const places = [12, 1].map((place) => holdsItem(owned, [{ id: "payment:pi_1" }], place));
    expect([...places, holdsItem(owned, [], 12)]).toEqual([true, false, false]);
  });

  it("ORD-06 a buyer has all of an order, a part of it, or nothing", () => {
    expect([heldPart(["held", "held"]), heldPart(["held", "refunded"]), heldPart(["being_refunded"])]).toEqual([
      "all",
      "part",
      "none",
    ]);
  });

  it("ORD-06 an item that its buyer does not have is refunded, or is being refunded", () => {
    const order = { id: "order", payments: [{ id: "payment:pi_1" }] };
    const owned = [{ source: itemSource("payment:pi_1", 0) }];
    const of = (cause: "item" | "unfulfillable", cause_reference: string, status: "due" | "applied" | "failed") =>
      ({ cause, cause_reference, status }) as const;
    const item = (status: "due" | "applied" | "failed") => of("item", itemSource("payment:pi_1", 1), status);
    const rest = (status: "due" | "applied" | "failed") => of("unfulfillable", "order", status);
    const cases = [
      [0, [rest("due"), of("item", itemSource("payment:pi_1", 0), "due")], "held"],
      [1, [], "refunded"],
      [1, [item("due")], "being_refunded"],
      [1, [item("failed")], "being_refunded"],
      [1, [item("applied")], "refunded"],
      [1, [rest("due")], "being_refunded"],
      [1, [rest("applied")], "refunded"],
      [1, [rest("applied"), item("due")], "being_refunded"],
      [1, [rest("due"), item("applied")], "refunded"],
      [2, [item("due")], "refunded"],
      [1, [of("unfulfillable", "another order", "due")], "refunded"],
    ] as const;
    for (const [place, refunds, expected] of cases)
      expect(orderedItemStatus(order, place, owned, refunds), JSON.stringify([place, refunds])).toBe(expected);
  });

  it("ORD-01 is owned as a whole with every variant, or one variant at a time", () => {
    const collection = { id: 1, collection_variants: [{ id: 11 }, { id: 12 }] } as never;
    const owned = (collection_variant_id: number | null, collection_id = 1): OwnedItem => ({
      collection_id,
      collection_variant_id,
      source: "s",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    });
    expect(ownedVariantIds(collection, [owned(12)])).toEqual([12]);
    expect(ownedVariantIds(collection, [owned(null)])).toEqual([11, 12]);
    expect(ownedVariantIds(collection, [owned(null, 2), owned(21, 2)])).toEqual([]);
    expect([ownsCollection(1, [owned(11), owned(12)]), ownsCollection(1, [owned(null)])]).toEqual([false, true]);
  });

  it("ORD-06 CRD-10 a collection at its upgrade price needs a separate purchase of one of its variants", () => {
    const item = (
      collection_id: number,
      collection_variant_id: number | null,
      at_upgrade_price = false,
    ): OwnedItem => ({
      collection_id,
      collection_variant_id,
      source: `${collection_id}:${collection_variant_id}`,
      license_id: LOWEST_LICENSE,
      at_upgrade_price,
      raised_from: null,
    });
    const [upgraded, full] = [item(1, null, true), item(2, null)];
    const files = [item(1, 11), item(1, 12)];
    expect(withoutBasis([upgraded, full, item(2, 21), item(3, 31)])).toEqual([upgraded]);
    for (const file of files) expect(withoutBasis([upgraded, full, file])).toEqual([]);
  });

  it("LIC-13 ORD-06 a license upgrade needs what it upgrades, and upgrades can't justify each other", () => {
    const item = (variant: number | null, license: number, from: number | null = null): OwnedItem => ({
      collection_id: 1,
      collection_variant_id: variant,
      source: `${variant}:${license}`,
      license_id: licenseId(license),
      at_upgrade_price: false,
      raised_from: from === null ? null : licenseId(from),
    });
    const [file, toThree, toFive] = [item(11, 1), item(11, 3, 1), item(11, 5, 3)];
    expect(withoutBasis([file, toThree, toFive])).toEqual([]);
    expect(withoutBasis([toFive, toThree, file])).toEqual([]);
    expect(withoutBasis([toThree, toFive])).toEqual([toThree, toFive]);
    expect(withoutBasis([file, toFive])).toEqual([toFive]);
    expect(withoutBasis([item(12, 1), toThree])).toEqual([toThree]);
    expect(withoutBasis([item(null, 1), toThree])).toEqual([]);
    // A collection at its upgrade price covers the file whose purchase lowered it.
    const collection = { ...item(null, 1), at_upgrade_price: true };
    expect(withoutBasis([file, collection, toThree])).toEqual([]);
    expect(withoutBasis([collection, toThree])).toEqual([collection, toThree]);
    const variant = { collection_id: 1, variant_id: 11 };
    expect(
      [[], [file], [file, toThree], [item(null, 2)], [item(12, 3)]].map((own) => ownedLicense(variant, own)),
    ).toEqual([null, 1, 3, 2, null]);
  });

  it("LIC-13 ORD-05 whatever the steps, a license costs what buying it at once costs", () => {
    const prices = fc.integer({ min: 1, max: 1_000_000 }).map(cents);
    const steps = fc.uniqueArray(fc.constantFrom(...LICENSE_IDS), { minLength: 1 });
    fc.assert(
      fc.property(prices, steps, (price, asked) => {
        const sold = { free_product: false, listed: true, membership_tier: null };
        let owned: LicenseId | null = null;
        let paid = 0;
        for (const license of asked) {
          const offer = variantOffer(sold, { price, listed: true }, { plan: "free", owned }, license, ITEM_FACTORS);
          expect(offer === null).toBe(owned !== null && license <= owned);
          const disputed = { plan: "free", owned, isDisputed: true } as const;
          expect(variantOffer(sold, { price, listed: true }, disputed, license, ITEM_FACTORS)).toBeNull();
          if (offer === null) continue;
          expect([offer.price > 0, offer.raised_from]).toEqual([true, owned]);
          paid += offer.price;
          owned = license;
        }
        expect(paid).toBe(itemPrice(price, owned ?? LOWEST_LICENSE, ITEM_FACTORS));
      }),
    );
    const named = { collection: { name: "Fire" }, variant: { resolution: "2K", format: null } } as const;
    expect(cartItemLabel({ ...named, raised_from: null })).toBe("Fire · 2K");
    expect(cartItemLabel({ ...named, raised_from: licenseId(3) })).toBe(
      "Fire · 2K · License upgrade from Enterprise $3M-$20M",
    );
  });

  it("DSC-10 a code counts as often as it says, for an account and in all", () => {
    const uses = (byAccount: number, inAll: number) => ({ byAccount, inAll });
    const code = { code: "TEN", value: cents(1_000) };
    expect(cartCodeError(code, uses(0, 900))).toBeNull();
    expect(cartCodeError(code, uses(1, 1))).toBe("promo_code_used");
    expect(cartCodeError({ ...code, uses_per_account: 2 }, uses(1, 1))).toBeNull();
    expect(cartCodeError({ ...code, max_uses: 2 }, uses(0, 1))).toBeNull();
    expect(cartCodeError({ ...code, max_uses: 2 }, uses(0, 2))).toBe("promo_code_ended");
  });

  it("DSC-10 an item without a discount costs its price, however high the smallest charge is", () => {
    const priced = (price: number) =>
      quoteCart({
        rules: { bundle: null, smallest_charge: cents(500) },
        items: [{ product_id: "1", name: "x", price: cents(price) }],
        code: null,
      });
    expect(priced(300).total).toBe(300);
    // Providers don't take less than 50 cents.
    expect(priced(49)).toMatchObject({ total: 0, discounts: [{ kind: "rest", amount: 49 }] });
  });

  it("DSC-10 costs nothing where less is left than a card can be charged, and then is free", () => {
    fc.assert(
      fc.property(arbPrices, fc.integer({ min: 1, max: 90_000 }), arbPriceRules, (prices, value, rules) => {
        const quote = quoteCart({
          rules,
          items: prices.map((price, index) => ({ product_id: String(index), name: "x", price })),
          code: { code: "OFF", value: cents(value) },
          tax: { numerator: 19, denominator: 100 },
        });
        // Without a discount, an item costs what its owner asks, if a card can be charged that little.
        const smallest = quote.discount > 0 ? rules.smallest_charge : SMALLEST_CHARGE;
        expect(quote.total === 0 || quote.total >= smallest).toBe(true);
        expect(sum(quote.discounts.map((each) => each.amount))).toBe(quote.discount);
        expect(sum(quote.lines.map((each) => each.net)) + quote.tax).toBe(quote.total);
        for (const line of quote.lines) expect(line.net).toBeGreaterThanOrEqual(0);
        const items = [{ kind: "product", collection_variant_id: 1, raised_from: null }] as const;
        expect(isFree({ items, quote })).toBe(quote.total === 0);
      }),
    );
    const plan = [{ kind: "plan", plan_variant_id: 130 }] as const;
    expect(isFree({ items: plan, quote: quoteOf([ZERO]) })).toBe(false);
  });

  it("ORD-01 is sold alone, one order of it at a time, and a code of few uses is kept for an hour", () => {
    const product = { kind: "product", collection_variant_id: 1, raised_from: null } as const;
    const pack = { kind: "credit-pack", credits: 5 } as never;
    expect(itemsError([product, { ...product, collection_variant_id: 2 }], "paypal")).toBeNull();
    expect(itemsError([product, pack], "stripe")).toBe("products_alone");
    expect([sellsCart({ items: [product] }), sellsCart({ items: [pack] })]).toEqual([true, false]);
    const hours = (limited: boolean): number =>
      (Date.parse(orderExpiry("stripe", AT, { holdsLimitedCode: limited })) - Date.parse(AT)) / 3_600_000;
    expect([hours(false), hours(true)]).toEqual([23, 1]);
  });
});

describe("a refund of a cart", () => {
  it("ORD-06 CHG-07 a quote without a plan returns nothing and keeps no credit", () => {
    const quote = quoteOf([cents(2_400)]);
    expect([prorationCreditOf(quote), creditKeptOf(quote)]).toEqual([0, 0]);
  });

  it("ORD-06 the items cost the whole payment, whatever it was", () => {
    fc.assert(
      fc.property(arbPrices, fc.integer({ min: 0, max: 900_000 }).map(cents), (prices, paid) => {
        const quote = quoteOf(prices);
        const costs = costOfItems(quote, paid);
        expect(sum(costs)).toBe(sum(quote.lines.map(({ net }) => net)) === 0 ? 0 : paid);
        for (const cost of costs) expect(cost).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("ORD-06 CLI-02 one item is refunded at what it cost, or what is left; others at their sum", () => {
    fc.assert(
      fc.property(arbPrices, fc.integer({ min: 0, max: 90_000 }), (prices, reversed) => {
        const quote = quoteOf(prices);
        const items = prices.map((_, id) => ({
          kind: "product" as const,
          collection_variant_id: id,
          raised_from: null,
        }));
        const [first = items[0], ...rest] = items;
        if (first === undefined) return;
        const amount = quote.total;
        const refunded = min(amount, cents(reversed));
        const costs = costOfItems(quote, amount);
        const refund = refundOfItem(quote, 0, amount, cents(amount - refunded));
        expect(refund).toBe(Math.min(costs[0] ?? 0, amount - refunded));
        expect(costOfOthers({ items: [first, ...rest], quote }, [first], amount)).toBe(sum(costs.slice(1)));
        expect(costOfOthers({ items: [first, ...rest], quote }, items, amount)).toBe(0);
      }),
    );
  });

  it("ORD-06 what stays costs no more than the money that stayed and what is unrecovered", () => {
    const arbHeld = fc.constantFrom("yes" as const, "yes" as const, "never" as const);
    const arbItems = fc.array(fc.record({ cost: fc.integer({ min: 0, max: 9_000 }).map(cents), held: arbHeld }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(arbItems, fc.double({ min: 0, max: 1, noNaN: true }), (items, share) => {
        const paid = sum(items.map(({ cost }) => cost));
        const refunded = cents(Math.floor(paid * share));
        const { taken, unrecovered } = itemRefund(items, refunded);
        const after = items.map((item, place) => (taken.includes(place) ? { ...item, held: "taken" as const } : item));
        const held = sum(after.filter(({ held: is }) => is === "yes").map(({ cost }) => cost));
        expect(held).toBeLessThanOrEqual(paid - refunded + unrecovered);
        // The revoked items cost at most the refund, and repeating the same total revokes nothing more.
        expect(sum(taken.map((place) => items[place]?.cost ?? ZERO))).toBeLessThanOrEqual(refunded);
        expect(itemRefund(after, refunded)).toEqual({ taken: [], unrecovered });
        for (const place of taken) expect(items[place]?.held).toBe("yes");
      }),
    );
  });

  it("ORD-06 goes from the last item back, each once it is covered", () => {
    const items = [2_400, 3_600, 1_000].map((cost) => ({ cost: cents(cost), held: "yes" as const }));
    const of = (refunded: number) => itemRefund(items, cents(refunded));
    expect(of(999)).toEqual({ taken: [], unrecovered: 999 });
    expect(of(1_000)).toEqual({ taken: [2], unrecovered: 0 });
    expect(of(4_599)).toEqual({ taken: [2], unrecovered: 3_599 });
    expect(of(7_000)).toEqual({ taken: [2, 1, 0], unrecovered: 0 });
  });
});
