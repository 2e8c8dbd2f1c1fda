import { PLAN_OFFERS, PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import { NEW_SHOP, instant, monthsAfter } from "@backlot/domain";
import type { Repositories, StoredLegalText, Transactions } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWN_PRICES } from "../own-prices.ts";

const AT = instant(Date.UTC(2026, 10, 21, 6, 50));

/** Declares the tests that every adapter of the repositories of what an owner sets must pass. */
export const ownersDataContract = (
  name: string,
  open: () => Promise<{ readonly transactions: Transactions; readonly close: () => Promise<void> }>,
): void => {
  describe(`what an owner sets, on ${name}`, { shuffle: false }, () => {
    // `read` can also write outside transactions, which the suite uses to set up its rows.
    let read: Repositories["Service"];
    let close: () => Promise<void>;
    const run = Effect.runPromise;
    beforeAll(async () => {
      const opened = await open();
      read = opened.transactions.read as Repositories["Service"];
      close = opened.close;
    });
    afterAll(() => close?.());

    const version = () => run(read.storefront.version(AT));
    /** Expects that something changes what all visitors see, so that kept pages are rendered again. */
    const changesPages = async (work: Effect.Effect<unknown>): Promise<void> => {
      const before = await version();
      await run(work);
      expect(await version()).not.toBe(before);
    };

    it("PLN-01 keeps plans whole, and lists those on sale and all there were", async () => {
      const [essentials, yearly, , , , , enterprise] = PLAN_OFFERS;
      if (!essentials || !yearly || !enterprise) throw new Error("a new store sells no plans");
      await changesPages(read.plans.put({ ...essentials, badge: "Most popular" }));
      await run(read.plans.put(enterprise));
      await changesPages(read.plans.put({ ...yearly, retired: true }));
      expect(await run(read.plans.all())).toEqual([{ ...essentials, badge: "Most popular" }, enterprise]);
      expect(await run(read.plans.allEver())).toEqual([
        { ...essentials, badge: "Most popular" },
        { ...yearly, retired: true },
        enterprise,
      ]);
      expect(await run(read.plans.get(yearly.id))).toEqual({ ...yearly, retired: true });
      await run(read.plans.put(yearly));
      expect(await run(read.plans.get(yearly.id))).toEqual(yearly);
    });

    it("PLN-01 has the price rules of a new store until the owner's are put, on pages, too", async () => {
      expect(await run(read.priceRules.current())).toEqual(PRICE_RULES);
      expect((await run(read.storefront.announced(AT))).prices).toEqual(PRICE_RULES);
      const { plans: _, packs: __, ...rules } = OWN_PRICES;
      await changesPages(read.priceRules.put(rules));
      await run(read.priceRules.put({ ...rules, bundle: null }));
      expect(await run(read.priceRules.current())).toEqual({ ...rules, bundle: null });
      expect((await run(read.storefront.announced(AT))).prices).toEqual({ ...rules, bundle: null });
    });

    it("has the name of a new store until another is put, on pages, too, and keeps its logos", async () => {
      expect(await run(read.shop.current())).toEqual(NEW_SHOP);
      expect(await run(read.shop.logo("light"))).toBeNull();
      const logo = { type: "image/png", data: "iVBORw0KGgo=", version: "v1" } as const;
      await changesPages(read.shop.change({ name: "Nordlys & Sønn" }));
      await changesPages(read.shop.putLogo("light", logo));
      await changesPages(read.shop.putLogo("light", { ...logo, version: "v2" }));
      expect(await run(read.shop.logo("light"))).toEqual({ ...logo, version: "v2" });
      const shop = await run(read.shop.current());
      expect(shop).toMatchObject({ name: "Nordlys & Sønn", logos: { light: "/shop/logo/light?v=v2", dark: null } });
      expect((await run(read.storefront.announced(AT))).shop).toEqual(shop);
      await run(read.shop.change({ accent: "#0b5fff" }));
      await run(read.shop.change({ seller_address: ["1 Main Street"], accent: "#ff8800" }));
      expect(await run(read.shop.current())).toMatchObject({
        ...{ name: "Nordlys & Sønn", accent: "#ff8800" },
        seller: { address: ["1 Main Street"] },
      });
      await run(read.shop.change({ name: null, accent: null }));
      expect(await run(read.shop.current())).toMatchObject({ name: NEW_SHOP.name, accent: NEW_SHOP.accent });
      expect(await run(read.shop.removeLogo("light"))).toBe(true);
      expect(await run(read.shop.removeLogo("light"))).toBe(false);
    });

    it("keeps every version of a legal text, the newest first, and never replaces one", async () => {
      const text: StoredLegalText = {
        ...{ slug: "license", version: "2026-11-21", title: "License", description: "What you may do." },
        ...{ source: "Use it.", body: "<p>Use it.</p>", published_at: AT },
      };
      await changesPages(read.legalTexts.publish(text));
      const later = { ...text, version: "2026-12-21", published_at: monthsAfter(AT, 1) };
      await run(read.legalTexts.publish(later));
      expect(await run(read.legalTexts.versions("license"))).toEqual([
        { version: "2026-12-21", published_at: later.published_at },
        { version: "2026-11-21", published_at: AT },
      ]);
      expect(await run(read.legalTexts.versions("privacy-policy"))).toEqual([]);
      expect(await run(read.legalTexts.find("license", "2026-11-21"))).toEqual(text);
      expect(await run(read.legalTexts.find("license", "2026-11-22"))).toBeNull();
      await expect(run(read.legalTexts.publish({ ...text, body: "Another." }))).rejects.toThrow();
    });

    it("CLI-03 reports nothing before anything happened", async () => {
      const [month] = await run(read.reports.months(["2026-11"]));
      expect(month).toMatchObject({ month: "2026-11", paid: 0, net: 0, subscribers: 0, credits_left: 0 });
      expect((await run(read.reports.plans())).map(({ subscribers }) => subscribers)).toEqual([0, 0, 0]);
      expect(await run(read.reports.taxes({ from: AT, before: monthsAfter(AT, 1) }))).toEqual([]);
      expect(await run(read.reports.items({ from: AT, before: monthsAfter(AT, 1) }, 5))).toEqual([]);
      expect(await run(read.records.subscribersByPlan(AT))).toEqual([]);
    });
  });
};
