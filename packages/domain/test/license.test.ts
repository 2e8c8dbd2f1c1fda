import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BADGE_VALUES,
  type Cents,
  itemPrice,
  savedPerItem,
  savedPerItemText,
  sum,
  licenseUser,
  tierWorth,
  timesText,
  bandText,
  belowMinimumMessage,
  cents,
  certificateLicenseText,
  certificateNumber,
  certificateRefusalMessage,
  certificateStatus,
  certifiedLicensee,
  type CertifiedProfile,
  type Covered,
  coveredLines,
  highestLicense,
  instant,
  isEnterprise,
  keptLicensee,
  type LicenseId,
  license,
  licenseConfirmationText,
  licenseForItems,
  licenseForRevenue,
  revenueNamed,
  licenseId,
  licenseLabel,
  licenseNamed,
  licenseOfCredits,
  licenseOfProfile,
  LICENSES,
  licenseTypeId,
  licenseTypeName,
  licenseTypeRows,
  lowestLicenseOfType,
  minimumLicense,
  minimumLicenseForUpgrade,
  minimumToOffer,
  needsLicenseConfirmation,
  offeredLicenses,
  offeredTypes,
  type OwnedItem,
  paidLicense,
  planUnavailableMessage,
  raiseMinimumLicense,
  SAVINGS_PER_UNIT,
  statedLicense,
  typeOfLicense,
  withoutRepeats,
  ITEM_FACTORS,
  itemFactor,
} from "@backlot/domain";
import { arbLicense } from "@backlot/testing/arbitraries";

const L = licenseId;

describe("licenses", () => {
  it.each([
    [1, "Individual", "up to $200k", 1, 1.0, 1],
    [2, "Startup", "under $3M", 3, 1.00001, 2],
    [3, "Enterprise", "$3M-$20M", 6, 1.7, 3],
    [4, "Enterprise", "$21M-$49M", 9, 2.5, 3],
    [5, "Enterprise", "$50M-$99M", 12, 3.0, 3],
    [6, "Enterprise", "Over $100M", 16, 4.0, 3],
  ])("LIC-01 license %i is %s, %s", (id, name, revenue, factor, planFactor, type) => {
    const row = licenseTypeRows(PRICE_RULES).find((each) => each.id === id);
    expect(row).toEqual({
      id,
      name,
      revenue,
      price_factor: factor,
      subscription_price_factor: planFactor,
      type: { id: type, name },
    });
    expect(typeOfLicense(L(id))).toBe(type);
  });

  it("LIC-04 LIC-11 nobody is offered a license or a type below their minimum; Enterprise is always there", () => {
    fc.assert(
      fc.property(arbLicense, (minimum) => {
        const licenses = offeredLicenses(minimum).map(({ id }) => id);
        expect(licenses).toEqual(LICENSES.map(({ id }) => id).filter((id) => id >= minimum));
        const types = offeredTypes(minimum);
        expect(types.at(-1)?.name).toBe("Enterprise");
        for (const { type, license_id } of types) {
          expect(license_id).toBe(licenses.find((id) => typeOfLicense(id) === type));
        }
        expect(types.map(({ type }) => type)).toEqual([...new Set(licenses.map(typeOfLicense))]);
      }),
    );
  });

  it("LIC-01 a text names one of six by its number alone", () => {
    const texts = ["1", "6", "0", "7", "", "1 ", "1.5", "x", null];
    expect(texts.map(licenseNamed)).toEqual([1, 6, null, null, null, null, null, null, null]);
  });

  it("LIC-13 the number of a certificate has the form of a License ID", () => {
    expect(certificateNumber("BL-ABCD-EFGH-JKLM")).toBe("BC-ABCD-EFGH-JKLM");
  });

  it("LIC-01 a type gives only a floor, and leads back to its type", () => {
    for (const type of [1, 2, 3]) expect(typeOfLicense(lowestLicenseOfType(licenseTypeId(type)))).toBe(type);
    expect(licenseTypeName(licenseTypeId(3))).toBe("Enterprise");
    expect(LICENSES.filter((each) => isEnterprise(each.id)).map((each) => each.id)).toEqual([3, 4, 5, 6]);
    for (const wrong of [0, 7, 1.5]) expect(() => L(wrong)).toThrow(RangeError);
    for (const wrong of [0, 4, 2.5]) expect(() => licenseTypeId(wrong)).toThrow(RangeError);
  });

  it.each([
    [0, 1],
    [199_999.99, 1],
    [200_000, 2],
    [2_999_999, 2],
    [3_000_000, 3],
    [20_500_000, 3],
    [20_999_999, 3],
    [21_000_000, 4],
    [49_999_999, 4],
    [50_000_000, 5],
    [99_999_999, 5],
    [100_000_000, 6],
    [5e12, 6],
  ])("LIC-02 a revenue of %d dollars is license %i for one person", (dollars, id) => {
    expect(licenseForRevenue(dollars)).toBe(id);
  });

  it("LIC-02 bands are half-open, and what is no revenue is refused", () => {
    const M = 1_000_000;
    expect(LICENSES.map((each) => [each.from, each.below])).toEqual([
      [0, 200_000],
      [0, 3 * M],
      [3 * M, 21 * M],
      [21 * M, 50 * M],
      [50 * M, 100 * M],
      [100 * M, Number.POSITIVE_INFINITY],
    ]);
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => licenseForRevenue(wrong)).toThrow(`revenue must be 0 or more, got ${wrong}`);
    }
    expect(() => L(7)).toThrow("there is no license 7");
    expect(() => licenseTypeId(4)).toThrow("there is no license type 4");
    expect(() => license(9 as never)).toThrow("there is no license 9");
  });

  it("LIC-03 nothing known is Individual, and gaps in what is known don't count", () => {
    expect([highestLicense([]), highestLicense([null, L(4), undefined, L(2)]), highestLicense([undefined])]).toEqual([
      1, 4, 1,
    ]);
  });

  it("CLI-01 LIC-01 a revenue is read as people write it, and nothing else is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (dollars) => {
        for (const text of [String(dollars), `$${dollars.toLocaleString("en-US")}`, ` ${dollars / 1e6} million `])
          expect(revenueNamed(text), text).toBe(dollars);
      }),
    );
    expect(["$4M", "2.5m", "150k", "1 B", "$ 3 thousand", "99.99"].map(revenueNamed)).toEqual([
      4_000_000, 2_500_000, 150_000, 1_000_000_000, 3_000, 99,
    ]);
    for (const text of ["", "much", "-1", "1,00", "4MM", "4 M €", "1e6", "$", "2 000", "9999b"])
      expect(revenueNamed(text), text).toBeNull();
  });

  it("LIC-02 several people are never an Individual; otherwise they change nothing", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (dollars) => {
        const several = licenseForRevenue(dollars, "several");
        expect(several).toBeGreaterThanOrEqual(2);
        expect(several).toBe(highestLicense([licenseForRevenue(dollars, "one"), L(2)]));
      }),
    );
  });

  it("LIC-02 more revenue never gives a lower license, and no revenue is left without one", () => {
    const dollars = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(dollars, dollars, (a, b) => {
        expect(licenseForRevenue(Math.min(a, b))).toBeLessThanOrEqual(licenseForRevenue(Math.max(a, b)));
      }),
    );
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => licenseForRevenue(wrong)).toThrow(RangeError);
  });

  it("LIC-02 every license has its band's text", () => {
    expect(LICENSES.map((each) => bandText(each.id))).toEqual([
      "up to $200k",
      "under $3M",
      "$3M-$20M",
      "$21M-$49M",
      "$50M-$99M",
      "Over $100M",
    ]);
    expect(licenseLabel(L(1))).toBe("Individual");
    expect(licenseLabel(L(4))).toBe("Enterprise $21M-$49M");
  });

  it("LIC-03 the minimum is the highest of what is known, and a profile counts only while completed and valid", () => {
    const profile = fc.option(
      fc.record({ completed: fc.boolean(), invalidated: fc.boolean(), license_id: arbLicense }),
    );
    fc.assert(
      fc.property(fc.option(arbLicense), profile, fc.option(arbLicense), (own, status, selected) => {
        const minimum = minimumLicense({ min_license_id: own, profile: status, selected });
        const counted = status?.completed && !status.invalidated ? status.license_id : 1;
        expect(minimum).toBe(Math.max(own ?? 1, counted, selected ?? 1));
        expect(licenseOfProfile(status) ?? 1).toBe(counted);
      }),
    );
  });

  it("CHG-03 the minimum for an upgrade counts the running plan's license, and is Enterprise at most", () => {
    const profile = fc.option(
      fc.record({ completed: fc.boolean(), invalidated: fc.boolean(), license_id: arbLicense }),
    );
    fc.assert(
      fc.property(fc.option(arbLicense), profile, arbLicense, (own, status, current) => {
        const known = { min_license_id: own, profile: status, current };
        expect(minimumLicenseForUpgrade(known)).toBe(Math.max(minimumLicense(known), current));
      }),
    );
  });

  it("LIC-08 confirming is needed without a completed and valid profile, and for flagged users", () => {
    const good = { completed: true, invalidated: false, license_id: L(1) };
    expect(needsLicenseConfirmation(good)).toBe(false);
    expect(needsLicenseConfirmation(good, true)).toBe(true);
    expect(needsLicenseConfirmation(null)).toBe(true);
    expect(needsLicenseConfirmation({ ...good, completed: false })).toBe(true);
    expect(needsLicenseConfirmation({ ...good, invalidated: true })).toBe(true);
  });

  it("LIC-11 the minimum never falls", () => {
    fc.assert(
      fc.property(fc.option(arbLicense), arbLicense, (current, asked) => {
        expect(raiseMinimumLicense(current, asked)).toBe(Math.max(current ?? 1, asked));
      }),
    );
  });

  it("LIC-15 every license has its savings and every tier its badge, and more revenue saves more", () => {
    expect(SAVINGS_PER_UNIT.map((row) => row.license_id)).toEqual(LICENSES.map((each) => each.id));
    const amounts = SAVINGS_PER_UNIT.map((row) => row.savings);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    expect(Object.keys(BADGE_VALUES)).toEqual(["silver", "gold", "elite"]);
  });

  it("LIC-12 each type confirms its own thing", () => {
    expect(licenseConfirmationText(L(1))).toBe(
      "I confirm that I am the sole user of these assets and earn under $200K per year.",
    );
    expect(licenseConfirmationText(L(2))).toBe("I confirm that our annual revenue is under $3M.");
    for (const id of [3, 4, 5, 6]) {
      expect(licenseConfirmationText(L(id))).toBe(
        `I confirm that our annual revenue is within the chosen range: ${bandText(L(id))}.`,
      );
    }
    expect(belowMinimumMessage(L(4))).toBe(
      "Your license is Enterprise $21M-$49M. Choose that license or a higher one.",
    );
    expect(planUnavailableMessage(L(2))).toBe("This plan isn't available with the Startup license.");
  });

  it.each([
    [1, 13.8],
    [2, 45.8],
    [3, 91.6],
    [4, 137.4],
    [5, 183.2],
    [6, 229],
  ])("LIC-15 license %i saves %d dollars a unit", (id, dollars) => {
    expect(SAVINGS_PER_UNIT.find((row) => row.license_id === id)?.savings).toBe(Math.round(dollars * 100));
  });

  it.each([
    ["silver", 7_081, 21_243],
    ["gold", 13_562, 40_686],
    ["elite", 19_320, 57_960],
  ] as const)("LIC-15 the %s badge is worth its table's figures", (tier, month, year) => {
    expect(BADGE_VALUES[tier]).toEqual({ month: month * 100, year: year * 100 });
  });
});

describe("the licenses compared", () => {
  it("LIC-12 says whom each is for, and what its files cost", () => {
    expect(LICENSES.map(({ id }) => [licenseUser(id), timesText(itemFactor(ITEM_FACTORS, id))])).toEqual([
      ["One person", "List price"],
      ["A company, a team, or a person with a higher income", "3× list price"],
      ["A company, a team, or a person with a higher income", "6× list price"],
      ["A company, a team, or a person with a higher income", "9× list price"],
      ["A company, a team, or a person with a higher income", "12× list price"],
      ["A company, a team, or a person with a higher income", "16× list price"],
    ]);
  });
});

describe("the worth of Essentials", () => {
  const tierStock = fc.record({
    tier: fc.constantFrom("silver" as const, "gold" as const, "elite" as const),
    items: fc.integer({ min: 1, max: 5_000 }),
    price: fc.integer({ min: 0, max: 20_000_000 }).map(cents),
  });
  const under = fc.record({
    interval: fc.constantFrom("month" as const, "year" as const),
    license: fc.constantFrom(...LICENSES.map(({ id }) => id)),
  });
  const costUnder = (price: Cents, id: LicenseId): Cents => itemPrice(price, id, ITEM_FACTORS);

  it("LIC-15 is the badge's value, but never more than the store's items cost", () => {
    fc.assert(
      fc.property(tierStock, under, (stock, { interval, license: id }) => {
        const { amount, per } = tierWorth(stock, { interval, license: id }, ITEM_FACTORS);
        const cost = costUnder(stock.price, id);
        const claimed = BADGE_VALUES[stock.tier][interval];
        expect(amount).toBe(Math.min(cost, claimed));
        expect(per).toBe(cost >= claimed ? `a ${interval}` : "if bought separately");
      }),
    );
  });

  it("LIC-15 an item saves no more on average than it costs", () => {
    fc.assert(
      fc.property(fc.array(tierStock, { minLength: 1, maxLength: 3 }), under, (stock, { license: id }) => {
        expect(savedPerItem([], id, ITEM_FACTORS)).toBeNull();
        const saved = savedPerItem(stock, id, ITEM_FACTORS);
        const items = stock.reduce((count, each) => count + each.items, 0);
        const cost = costUnder(sum(stock.map(({ price }) => price)), id);
        expect((saved ?? 0) * items).toBeLessThanOrEqual(cost);
        expect(saved).toBeLessThanOrEqual(SAVINGS_PER_UNIT.find((row) => row.license_id === id)?.savings ?? 0);
      }),
    );
  });

  it("LIC-15 says what it is based on", () => {
    const options = { interval: "year", license: L(1) } as const;
    expect(tierWorth({ tier: "silver", items: 1, price: cents(1_200) }, options, ITEM_FACTORS)).toEqual({
      tier: "silver",
      amount: 1_200,
      per: "if bought separately",
      basis: "1 item",
    });
    expect(tierWorth({ tier: "elite", items: 2_400, price: cents(6_000_000) }, options, ITEM_FACTORS)).toEqual({
      tier: "elite",
      amount: 5_796_000,
      per: "a year",
      basis: "2,400 items to download",
    });
    expect(savedPerItemText(cents(1_380), "Individual")).toBe(
      "Every paid plan includes Essentials. On average, each item you download saves you at least $13.80 with the " +
        "Individual license.",
    );
  });
});

describe("the license of an item", () => {
  it("CRD-04 LIC-03 is the highest of the minimum, the running plan's and the chosen one", () => {
    fc.assert(
      fc.property(arbLicense, fc.option(arbLicense), fc.option(arbLicense), (minimum, current, chosen) => {
        const license = licenseForItems({ minimum, current, chosen });
        const known = [minimum, current, chosen].filter((each) => each !== null);
        expect(known).toContain(license);
        for (const each of known) expect(license).toBeGreaterThanOrEqual(each);
      }),
    );
  });
});

describe("who a certificate names", () => {
  const profile = {
    completed: true,
    invalidated: false,
    license_id: L(2),
    token: "BL-1",
    company_name: "Møller Film",
    first_name: null,
    last_name: "Ada",
    address: "1 Mill St",
  };
  const said = (changed: Partial<CertifiedProfile> | null, paid: number) => {
    const stated = certifiedLicensee(changed === null ? null : { ...profile, ...changed }, L(paid));
    return Result.isSuccess(stated) ? stated.success : certificateRefusalMessage(stated.failure);
  };

  it("LIC-13 the licensee of a confirmed profile whose license was paid for", () => {
    expect(said({}, 4)).toEqual({
      license_token: "BL-1",
      company_name: "Møller Film",
      name: "Ada",
      address: "1 Mill St",
    });
    expect(said({ last_name: null }, 2)).toMatchObject({ name: null });
    // Composed, without what is invisible: the letters that the paper and the signed address state.
    expect(said({ company_name: "C\u030Cesky\u0301\u200b  film", address: "1 Mill St\nLondon" }, 2)).toMatchObject({
      company_name: "Český film",
      address: "1 Mill St London",
    });
    // Support requested that the license be confirmed again.
    expect(certifiedLicensee(profile, L(4), true)).toEqual(Result.fail({ reason: "license_not_confirmed" }));
  });

  it("LIC-13 states for each item the license under which it was bought, and none that is higher as a whole", () => {
    const item = (label: string, id: number): Covered => ({
      kind: "item",
      label,
      source: label,
      license_id: L(id),
    });
    const of = (...covered: readonly Covered[]) => ({ covered, license_id: statedLicense(covered) });
    const mixed = of(item("Fire", 1), item("Smoke", 5));
    expect(coveredLines(mixed)).toEqual(["Fire: Individual license", "Smoke: Enterprise $50M-$99M license"]);
    expect([mixed.license_id, certificateLicenseText(mixed)]).toEqual([1, "As stated for each item below"]);
    expect(certificateLicenseText(of(item("Fire", 2), item("Smoke", 2)))).toMatch(/^Startup\. /);
    expect(coveredLines(of())).toEqual(["Free library items downloaded with this account: Individual license"]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (ids) => {
        const { license_id } = of(...ids.map((id, place) => item(`${place}`, id)));
        expect(ids.every((id) => license_id <= id) && ids.includes(license_id)).toBe(true);
      }),
    );
  });

  it("LIC-13 credits buy under the running plan's license, but none higher than that of the credits", () => {
    expect(licenseOfCredits(L(5), [L(1), L(5)])).toBe(1);
    expect(licenseOfCredits(L(2), [L(5), null])).toBe(2);
    expect(licenseOfCredits(L(3), [null])).toBe(3);
    expect([licenseOfCredits(null, [L(5), L(4)]), licenseOfCredits(null, [null])]).toEqual([4, 1]);
  });

  it("LIC-13 ORD-03 of several purchases of an item counts the one under the highest license", () => {
    const owned = (collection_variant_id: number | null, id: number, source: string): OwnedItem => ({
      collection_id: 1,
      collection_variant_id,
      source,
      license_id: L(id),
      at_upgrade_price: false,
      raised_from: null,
    });
    const items = [owned(11, 1, "a"), owned(11, 3, "c"), owned(11, 3, "b"), owned(12, 2, "d"), owned(null, 1, "e")];
    expect(withoutRepeats(items).map(({ source }) => source)).toEqual(["b", "d", "e"]);
  });

  it("LIC-13 ORD-06 is revoked once a plan's whole payment, or an item, was taken back; a part revokes nothing", () => {
    const paid = (refunded: number, disputed: number, amount = 4_900) => ({
      payments: [{ amount: cents(amount), refunded: cents(refunded), disputed: cents(disputed) }],
      items: [{ held: true }],
    });
    const valid = [paid(0, 0), paid(4_899, 0), paid(0, 4_899), paid(0, 0, 0), { payments: [], items: [] }];
    expect(valid.map((behind) => certificateStatus({ superseded: false }, behind))).toEqual(valid.map(() => "valid"));
    const revoked = [paid(4_900, 0), paid(0, 4_900), paid(3_900, 1_000), { payments: [], items: [{ held: false }] }];
    expect(revoked.map((behind) => certificateStatus({ superseded: true }, behind))).toEqual(
      revoked.map(() => "revoked"),
    );
    expect(certificateStatus({ superseded: true }, paid(1, 1))).toBe("superseded");
  });

  it("LIC-08 LIC-13 nobody whose license is not confirmed, not paid for, or whose name can't be printed", () => {
    const notConfirmed = "Confirm your license first. The certificate names the licensee.";
    expect([said(null, 6), said({ completed: false }, 6), said({ invalidated: true }, 6)]).toEqual(
      [1, 2, 3].map(() => notConfirmed),
    );
    expect(said({}, 1)).toBe(
      "Certificates cover only licenses that you've paid for. Choose a plan with the Startup license, or upgrade " +
        "the license on your files.",
    );
    // An invisible name or address licenses nobody.
    const blank = [{ company_name: "\u200b", first_name: " ", last_name: "\u3164" }, { address: "\u2060\n" }];
    expect(blank.map((changed) => said(changed, 2))).toEqual(
      [1, 2].map(() => "The licensee's name or address is blank. Enter both in your profile, then try again."),
    );
  });

  it("CHG-03 LIC-03 no license is offered below the minimum or the running plan's", () => {
    const offered = (minimum: number, current: number | null) =>
      minimumToOffer({ minimum: licenseId(minimum), current: current === null ? null : licenseId(current) });
    expect([offered(1, null), offered(1, 3), offered(4, 3)]).toEqual([1, 3, 4]);
  });

  it("LIC-09 LIC-10 a licensee is kept without space around it, and without what is empty", () => {
    const sent = { company_name: " ACME ", first_name: " ", email: " a@b.co ", address: " 1 Mill St " };
    expect(keptLicensee(sent)).toEqual({
      company_name: "ACME",
      first_name: null,
      last_name: null,
      email: "a@b.co",
      phone: null,
      address: "1 Mill St",
    });
  });

  it("LIC-13 ORD-06 a license is paid under by what was bought and not refunded whole, or by the running plan", () => {
    const order = (id: string, license_id: number) =>
      ({ id, license_id: licenseId(license_id), status: { _tag: "paid", at: instant(0) } }) as const;
    const payment = (order_id: string, refunded: number, disputed = 0, amount = 2_400) =>
      ({ order_id, amount: cents(amount), refunded: cents(refunded), disputed: cents(disputed) }) as const;
    const orders = [order("startup", 2), order("large", 4)];
    const paid = (...payments: readonly ReturnType<typeof payment>[]) => paidLicense(orders, payments, null);
    expect(paid()).toBe(4);
    expect(paid(payment("large", 0))).toBe(4);
    expect(paid(payment("large", 2_399))).toBe(4);
    expect(paid(payment("large", 2_400))).toBe(2);
    expect(paid(payment("large", 1_400, 1_000))).toBe(2);
    expect(paid(payment("large", 2_400), payment("startup", 2_400))).toBe(1);
    expect(paid(payment("large", 0, 0, 0))).toBe(4);
    expect(paidLicense(orders, [payment("large", 2_400)], licenseId(3))).toBe(3);
    expect(paidLicense([{ ...order("large", 4), status: { _tag: "pending" } }], [], null)).toBe(1);
  });
});
