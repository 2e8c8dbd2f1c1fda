import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CollectionVariant, isAboveFree, likelyFiles, RESOLUTIONS } from "@backlot/domain";

describe("the files that are made ahead", () => {
  const variant = fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    resolution: fc.constantFrom(...RESOLUTIONS),
    listed: fc.boolean(),
  }) as unknown as fc.Arbitrary<CollectionVariant>;
  const collections = fc.array(
    fc.array(variant, { maxLength: 4 }).map((collection_variants) => ({ collection_variants })),
    { maxLength: 5 },
  );

  it("DWN-01 are those in carts, then the small ones, the home page's first, and each once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), collections, collections, (inCarts, atHome, others) => {
        const order = likelyFiles({ inCarts, atHome, others });
        expect(new Set(order).size).toBe(order.length);
        expect(order.slice(0, new Set(inCarts).size)).toEqual([...new Set(inCarts)]);
        const listed = (each: typeof atHome) =>
          each.flatMap(({ collection_variants }) => collection_variants).filter((one) => one.listed);
        const all = [...listed(atHome), ...listed(others)];
        expect(new Set(order)).toEqual(new Set([...inCarts, ...all.map(({ id }) => id)]));
        const place = ({ id }: CollectionVariant): number => order.indexOf(id);
        const isSmall = ({ resolution }: CollectionVariant): boolean => !isAboveFree(resolution);
        const smallIds = new Set(all.filter(isSmall).map(({ id }) => id));
        const large = all.filter((one) => !smallIds.has(one.id) && !inCarts.includes(one.id));
        for (const one of all.filter(isSmall)) for (const other of large) expect(place(one)).toBeLessThan(place(other));
      }),
    );
  });
});
