import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ITEM_FACTORS,
  LICENSE_IDS,
  type ProductViewer,
  cents,
  credits,
  itemPrice,
  licenseId,
  productOffer,
} from "../src/index.ts";

const variant = (id: number, price: number) => ({
  id,
  price: cents(price),
  listed: true,
  resolution: "2K" as const,
  format: "MOV",
  file_name: `${id}.zip`,
});

const PREMIUM = {
  access: "premium",
  free_product: false,
  listed: true,
  membership_tier: "gold",
  price: cents(1_000),
  original_price: cents(1_500),
  credit_price: credits(8),
  upgrade_credit_price: null,
  owned: false,
  owned_variants: [],
  collection_variants: [variant(1, 1_000), variant(2, 2_000)],
} as unknown as Parameters<typeof productOffer>[0];

const VIEWER: ProductViewer = {
  plan: "paid",
  role: "Admin",
  isDisputed: false,
  credits: credits(10),
  license: licenseId(1),
  minimum: licenseId(1),
  current: null,
  payers: ["stripe", "paypal"],
};

const offered = (product: Partial<typeof PREMIUM>, viewer: Partial<ProductViewer> = {}) =>
  productOffer({ ...PREMIUM, ...product }, { ...VIEWER, ...viewer }, ITEM_FACTORS);

describe("what a product page offers", () => {
  it("is the purchase with credits, and each file at its price under the license", () => {
    const { offer, refusal, files, prices, reduced } = offered({});
    expect([offer._tag, refusal]).toEqual(["purchase", null]);
    expect(files.map(({ id, owned, refusal: reason }) => [id, owned, reason])).toEqual([
      [1, null, "NeedsPurchase"],
      [2, null, "NeedsPurchase"],
    ]);
    expect(prices).toEqual([1_000, 2_000]);
    expect(reduced).toEqual({ now: 1_000, before: 1_500 });
  });

  it("LIC-13 an owned file can be downloaded; its license upgrade is offered, but is no price of the product", () => {
    const owned_variants = [{ id: 1, license_id: licenseId(1) }];
    const { files, prices, reduced } = offered({ owned_variants }, { license: licenseId(3) });
    const raised = itemPrice(cents(1_000), licenseId(3), ITEM_FACTORS) - 1_000;
    expect(files[0]).toMatchObject({ owned: 1, refusal: null, offer: { price: raised, raised_from: 1 } });
    expect(prices).toEqual([itemPrice(cents(2_000), licenseId(3), ITEM_FACTORS)]);
    expect(reduced).toBeNull();
  });

  it("an unlisted product has only the files that the viewer owns, and sells none", () => {
    const owned_variants = [{ id: 2, license_id: licenseId(1) }];
    expect(offered({ listed: false })).toMatchObject({ files: [], prices: [] });
    expect(offered({ listed: false, owned_variants }).files).toMatchObject([{ id: 2, offer: null, refusal: null }]);
  });

  it("ORD-06 a team member and a disputed customer are told why they can't buy", () => {
    const member = offered({}, { role: "Download Only" });
    expect(member.refusal).toBe("team_may_not_spend");
    expect(offered({}, { role: "Artist", credits: credits(0) }).refusal).toBe("team_may_not_buy_credits");
    const disputed = offered({}, { isDisputed: true });
    expect(disputed.refusal).toBe("dispute_open");
    for (const { files, prices } of [member, disputed])
      expect([files.map((file) => file.offer), prices]).toEqual([[null, null], []]);
  });

  it("a free product states a price of zero for each file, to everyone", () => {
    const free = { free_product: true, access: "free", credit_price: null } as const;
    for (const plan of ["none", "free", "paid"] as const)
      expect(offered(free, { plan })).toMatchObject({ offer: { _tag: "nothing" }, prices: [0, 0] });
  });

  it("LIC-13 prices rise with the license", () => {
    fc.assert(
      fc.property(fc.constantFrom(...LICENSE_IDS), fc.constantFrom(...LICENSE_IDS), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map(
          (id) => offered({}, { license: licenseId(id) }).prices,
        );
        for (const [at, price] of (low ?? []).entries()) expect(price).toBeLessThanOrEqual(high?.[at] ?? 0);
      }),
    );
  });
});
