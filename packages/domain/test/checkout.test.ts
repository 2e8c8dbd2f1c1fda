import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cartCheckoutStep,
  isSameCard,
  CARD_BRANDS,
  CHECKOUT_IDLE,
  afterApprovals,
  cardBrandName,
  cardLabel,
  checkoutRedirect,
  checkoutReducer,
  checkoutReminder,
  defaultCard,
  defaultCardError,
  mayBecomeDefault,
  removeCard,
  distinctCards,
  isCardExpired,
  instantOf,
  licenseId,
  mayPlaceOrder,
  message,
  newApprovals,
  licenseForPlan,
  planCheckoutStep,
  planOptionsToTry,
  planPurchaseError,
  selectCard,
  startApproval,
  type Checkout,
  type CheckoutEvent,
} from "@backlot/domain";
import { arbLicense, arbPlanOffer } from "@backlot/testing/arbitraries";

const L = licenseId;

const FILLED = { isEmpty: false, isLicenseChosen: false };
/** An account without a team that has never chosen a license. */
const NEW_ACCOUNT = { isMember: false, isLicenseKnown: false };

describe("the checkout", () => {
  const asked = {
    variant_id: 130,
    license: L(1),
    is_license_chosen: false,
    minimum: L(1),
    current: null,
    offer: "sold",
  } as const;
  it.each([
    ["a plan that is sold", asked, null],
    ["a license below the minimum", { ...asked, minimum: L(2) }, "/"],
    ["the plan one has", { ...asked, current: { variant_id: 130, license_id: L(1) } }, "/"],
    ["the plan one has, under another license", { ...asked, current: { variant_id: 130, license_id: L(2) } }, null],
    ["another plan than one has", { ...asked, current: { variant_id: 131, license_id: L(1) } }, null],
    ["a variant not sold to Startup", { ...asked, license: L(2), offer: "not-under-this-license" }, "/pricing"],
    [
      "a variant not sold to the first Enterprise band",
      { ...asked, license: L(3), offer: "not-under-this-license" },
      "/pricing/enterprise?license_id=3",
    ],
    [
      "a variant not sold to the last",
      { ...asked, license: L(6), offer: "not-under-this-license" },
      "/pricing/enterprise?license_id=6",
    ],
    ["below the minimum and not sold", { ...asked, minimum: L(2), offer: "not-under-this-license" }, "/"],
    ["128, which can't be loaded", { ...asked, variant_id: 128, offer: "not-loaded" }, "/pricing"],
    ["133, for an Enterprise license", { ...asked, variant_id: 133, license: L(4), offer: "not-loaded" }, "/pricing"],
    [
      "134, which can't be loaded",
      { ...asked, variant_id: 134, offer: "not-loaded" },
      "/pricing/enterprise?license_id=3",
    ],
    [
      "139, for a license of its own",
      { ...asked, variant_id: 139, license: L(5), offer: "not-loaded" },
      "/pricing/enterprise?license_id=5",
    ],
    ["140, which nobody knows", { ...asked, variant_id: 140, offer: "not-loaded" }, "/pricing"],
  ] as const)("PLN-06 %s", (_, request, leadsTo) => {
    expect(checkoutRedirect(request)).toBe(leadsTo);
  });

  it("PLN-06 the prices say so where the license that was chosen does not sell the plan", () => {
    const chosen = { ...asked, is_license_chosen: true, offer: "not-under-this-license" } as const;
    expect(checkoutRedirect(chosen)).toBe("/pricing/individual?plan=unavailable");
    const enterprise = "/pricing/enterprise?license_id=4&plan=unavailable";
    expect(checkoutRedirect({ ...chosen, license: L(4) })).toBe(enterprise);
    expect(checkoutRedirect({ ...chosen, minimum: L(2) })).toBe("/");
    expect(checkoutRedirect({ ...chosen, offer: "sold" })).toBeNull();
  });

  it("PLN-06 what belongs to the customer comes before what is for sale", () => {
    fc.assert(
      fc.property(
        arbLicense,
        arbLicense,
        fc.constantFrom("sold" as const, "not-under-this-license" as const, "not-loaded" as const),
        (license, minimum, offer) => {
          const redirect = checkoutRedirect({ ...asked, license, minimum, offer });
          if (license < minimum) expect(redirect).toBe("/");
          else if (offer === "sold") expect(redirect).toBeNull();
          else expect(redirect).toMatch(/^\/pricing/);
        },
      ),
    );
  });

  it("LIC-03 PLN-06 a plan is bought under no license below the minimum, and under none that does not sell it", () => {
    fc.assert(
      fc.property(arbPlanOffer, arbLicense, arbLicense, (offer, license, minimum) => {
        const isSold = license >= offer.license_from && license <= offer.license_to;
        const refused = license < minimum ? "below_minimum_license" : isSold ? null : "plan_unavailable";
        expect(planPurchaseError(offer, license, minimum)).toBe(refused);
      }),
    );
  });

  it("LIC-03 PLN-06 CHG-03 a plan without a license is bought under the lowest that fits", () => {
    const [asEnterprise, asAnybody] = [{ license_from: L(3) }, { license_from: L(1) }];
    const known = { minimum: L(2), current: null };
    expect(licenseForPlan(asEnterprise, known)).toBe(3);
    expect(licenseForPlan(asAnybody, known)).toBe(2);
    expect(licenseForPlan(asAnybody, { ...known, current: L(4) })).toBe(4);
    expect(licenseForPlan(null, known)).toBe(2);
    fc.assert(
      fc.property(arbPlanOffer, arbLicense, fc.option(arbLicense), arbLicense, (offer, minimum, current, chosen) => {
        const license = licenseForPlan(offer, { minimum, current });
        for (const least of [minimum, current ?? 1, offer.license_from]) expect(license).toBeGreaterThanOrEqual(least);
        expect([minimum, current, offer.license_from]).toContain(license);
        // A chosen license that is too low is rejected later, never replaced.
        expect(licenseForPlan(offer, { minimum, current, chosen })).toBe(chosen);
      }),
    );
  });

  it.each([
    ["a visitor", null, null, "account"],
    ["a team's member", { isMember: true, isLicenseKnown: true, hasPlan: false }, null, "member"],
    ["a team's member that chose", { isMember: true, isLicenseKnown: false, hasPlan: false }, "chosen", "member"],
    ["nobody knows the license", { isMember: false, isLicenseKnown: false, hasPlan: false }, null, "license"],
    ["it was chosen here", { isMember: false, isLicenseKnown: false, hasPlan: false }, "chosen", "new-plan"],
    ["it is chosen again", { isMember: false, isLicenseKnown: true, hasPlan: false }, "open", "license"],
    ["a known license", { isMember: false, isLicenseKnown: true, hasPlan: false }, null, "new-plan"],
    ["a plan runs", { isMember: false, isLicenseKnown: true, hasPlan: true }, null, "change"],
    ["a plan runs, its license stays", { isMember: false, isLicenseKnown: true, hasPlan: true }, "open", "change"],
  ] as const)("ACC-06 ACC-08 the step of a plan's checkout: %s", (_, buyer, choice, step) => {
    expect(planCheckoutStep(buyer, choice)).toBe(step);
  });

  it("DSC-07 of a code and an add-on both are tried, then the code alone, then the add-on alone", () => {
    expect(planOptionsToTry({ promo: "TEN", add_on_credits: 5 })).toEqual([
      { promo: "TEN", add_on_credits: 5 },
      { promo: "TEN", add_on_credits: undefined },
      { promo: null, add_on_credits: 5 },
    ]);
  });

  it("CHK-01 no order without the license confirmed, unless that is not asked for", () => {
    expect(mayPlaceOrder({ confirmationRequired: true, confirmed: false })).toEqual(
      Result.fail({ _tag: "LicenseNotConfirmed" }),
    );
    for (const order of [
      { confirmationRequired: true, confirmed: true },
      { confirmationRequired: false, confirmed: false },
      { confirmationRequired: false, confirmed: true },
    ]) {
      expect(mayPlaceOrder(order)).toEqual(Result.succeed("place"));
    }
  });

  it("CHG-05 CHK-01 nor without the loss of legacy credits acknowledged, which is asked after the license", () => {
    const losing = { confirmationRequired: true, confirmed: true, losesCredits: true };
    expect(mayPlaceOrder(losing)).toEqual(Result.fail({ _tag: "LossNotAcknowledged" }));
    expect(mayPlaceOrder({ ...losing, acknowledged: true })).toEqual(Result.succeed("place"));
    expect(mayPlaceOrder({ ...losing, confirmed: false })).toEqual(Result.fail({ _tag: "LicenseNotConfirmed" }));
  });

  it("CHK-02 goes from idle over loading to an error, again, and to success, which is final", () => {
    const placed = checkoutReducer(CHECKOUT_IDLE, { _tag: "submitted" });
    expect(placed).toEqual({ _tag: "loading" });
    const refused = checkoutReducer(placed, { _tag: "failed", message: "Your card was declined." });
    expect(refused).toEqual({ _tag: "error", message: "Your card was declined." });
    expect(checkoutReducer(refused, { _tag: "edited" })).toEqual({ _tag: "idle" });
    expect(checkoutReducer(checkoutReducer(refused, { _tag: "submitted" }), { _tag: "succeeded" })).toEqual({
      _tag: "success",
    });
  });

  it("CHK-02 what does not belong to a state changes nothing", () => {
    const states: readonly Checkout[] = [
      { _tag: "idle" },
      { _tag: "loading" },
      { _tag: "error", message: "no" },
      { _tag: "success" },
    ];
    const events: readonly CheckoutEvent[] = [
      { _tag: "submitted" },
      { _tag: "failed", message: "x" },
      { _tag: "succeeded" },
      { _tag: "edited" },
      { _tag: "reset" },
    ];
    const moves = states.map((state) => events.map((event) => checkoutReducer(state, event)._tag));
    expect(moves).toEqual([
      ["loading", "idle", "idle", "idle", "idle"],
      ["loading", "error", "success", "loading", "idle"],
      ["loading", "error", "error", "idle", "error"],
      ["success", "success", "success", "success", "success"],
    ]);
    for (const state of states)
      expect(
        checkoutReducer(state, { _tag: "failed", message: "x" })._tag === "error" || state._tag !== "loading",
      ).toBe(true);
  });

  it.each([
    ["empty", null, { isEmpty: true, isLicenseChosen: true }, "payment"],
    ["member", { isMember: true, isLicenseKnown: true }, FILLED, "license"],
    ["payment", null, FILLED, null],
    ["account", null, FILLED, "account"],
    ["license", null, FILLED, "license"],
    ["license", NEW_ACCOUNT, FILLED, null],
    ["license", NEW_ACCOUNT, FILLED, "account"],
    ["payment", NEW_ACCOUNT, FILLED, "payment"],
    ["payment", NEW_ACCOUNT, { ...FILLED, isLicenseChosen: true }, null],
    ["payment", { ...NEW_ACCOUNT, isLicenseKnown: true }, FILLED, null],
    ["license", { ...NEW_ACCOUNT, isLicenseKnown: true }, FILLED, "license"],
  ] as const)(
    "ORD-03 ORD-05 the checkout of a cart is at %s for %j with %j, asked for %s",
    (step, buyer, cart, asked) => {
      expect(cartCheckoutStep(buyer, cart, asked)).toBe(step);
    },
  );

  it("CHK-09 accounts that never confirmed their e-mail are reminded", () => {
    expect([
      checkoutReminder({ confirmed_at: null, email: "ada@example.com" }),
      checkoutReminder({ confirmed_at: "2026-01-01T00:00:00.000Z", email: "ada@example.com" }),
    ]).toEqual([`${message("unconfirmed")} They go to ada@example.com.`, null]);
    expect(message("unconfirmed")).toContain("Confirm your email");
  });
});

describe("saved cards and PayPal", () => {
  it("CHK-05 a number with another month or year is another card, and so is one without a mark", () => {
    const card = (exp_month: number, exp_year: number, fingerprint: string | null = "f") => ({
      id: "pm",
      fingerprint,
      card: { exp_month, exp_year },
    });
    expect(isSameCard(card(1, 2030), card(1, 2030))).toBe(true);
    expect(isSameCard(card(1, 2030), card(2, 2030))).toBe(false);
    expect(isSameCard(card(1, 2030), card(1, 2031))).toBe(false);
    expect(isSameCard(card(1, 2030), card(1, 2030, "g"))).toBe(false);
    expect(isSameCard(card(1, 2030, null), card(1, 2030, null))).toBe(false);
  });

  it("CHK-05 the default card is offered first, else the first one, and never one that has expired", () => {
    const card = (id: string, is_default = false, is_expired = false) => ({ id, is_default, is_expired });
    expect(defaultCard([card("a"), card("b", true)])?.id).toBe("b");
    expect(defaultCard([card("a"), card("b")])?.id).toBe("a");
    expect(defaultCard([card("a", true, true), card("b")])?.id).toBe("b");
    expect(defaultCard([card("a", true, true)])).toBeNull();
    expect(defaultCard([])).toBeNull();
  });

  it("CHK-05 of the cards that are left one is offered first, and pays the plan of the one that goes", () => {
    const card = (id: string, more: object = {}) => ({
      id,
      is_default: false,
      is_expired: false,
      pays_plan: false,
      ...more,
    });
    const paying = card("a", { is_default: true, pays_plan: true });
    const moved = { ...card("b"), is_default: true, pays_plan: true };
    expect(removeCard([paying, card("b")], "a")).toEqual(Result.succeed({ pays: "b", cards: [moved] }));
    expect(removeCard([paying], "a")).toEqual(Result.fail("payment_method_in_use"));
    expect(removeCard([paying, card("b", { is_expired: true })], "a")).toEqual(Result.fail("payment_method_in_use"));
    // Removing a card that pays for nothing doesn't move the plan.
    expect(removeCard([paying, card("b")], "b")).toEqual(Result.succeed({ pays: null, cards: [paying] }));
    const first = card("a", { is_default: true });
    expect(removeCard([first, card("b")], "a")).toEqual(
      Result.succeed({ pays: null, cards: [card("b", { is_default: true })] }),
    );
    expect([defaultCardError(card("a")), defaultCardError(card("a", { is_expired: true }))]).toEqual([
      null,
      "card_expired",
    ]);
    // Making a card the default moves the plan to it, so that is offered while another card pays.
    const rest = card("b", { is_default: true });
    const expired = card("c", { is_expired: true });
    const mayBe = (cards: readonly ReturnType<typeof card>[]) => cards.map((each) => mayBecomeDefault(each, cards));
    expect(mayBe([card("a", { pays_plan: true }), rest, expired])).toEqual([true, true, false]);
    expect(mayBe([paying, card("b")])).toEqual([false, true]);
    expect(mayBe([first, card("b")])).toEqual([false, true]);
  });

  it("CHK-05 a card is good until the end of its month", () => {
    const card = { exp_month: 12, exp_year: 2026 };
    expect(isCardExpired(card, instantOf("2026-12-31T23:59:59.999Z"))).toBe(false);
    expect(isCardExpired(card, instantOf("2027-01-01T00:00:00Z"))).toBe(true);
    expect(isCardExpired({ exp_month: 1, exp_year: 2027 }, instantOf("2027-01-31T12:00:00Z"))).toBe(false);
    expect(isCardExpired({ exp_month: 11, exp_year: 2026 }, instantOf("2026-12-01T00:00:00Z"))).toBe(true);
  });

  it("CHK-05 of cards with one number one is left: the preferred one, else the first", () => {
    const date = { exp_month: 12, exp_year: 2030 };
    const card = (id: string, fingerprint: string | null, exp_year = 2030) => ({
      id,
      fingerprint,
      card: { ...date, exp_year },
    });
    const again = [card("old", "x", 2025), card("new", "x")];
    expect(distinctCards(again, ["old"])).toEqual(again);
    const cards = [card("a", "x"), card("b", "y"), card("c", "x"), card("d", null), card("e", null)];
    const ids = (preferred: readonly (string | null)[]) => distinctCards(cards, preferred).map(({ id }) => id);
    expect(ids([])).toEqual(["a", "b", "d", "e"]);
    expect(ids(["c"])).toEqual(["b", "c", "d", "e"]);
    expect(ids([null, "a", "c"])).toEqual(["a", "b", "d", "e"]);
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            id: fc.string(),
            fingerprint: fc.option(fc.constantFrom("x", "y", "z")),
            card: fc.constant(date),
          }),
          {
            selector: ({ id }) => id,
          },
        ),
        fc.array(fc.string()),
        (all, preferred) => {
          const left = distinctCards(all, preferred);
          const marks = left.flatMap(({ fingerprint }) => (fingerprint === null ? [] : [fingerprint]));
          expect(new Set(marks)).toEqual(new Set(all.flatMap(({ fingerprint }) => fingerprint ?? [])));
          expect(marks).toHaveLength(new Set(marks).size);
          expect(left.filter(({ fingerprint }) => fingerprint === null)).toEqual(
            all.filter(({ fingerprint }) => fingerprint === null),
          );
        },
      ),
    );
  });

  const cards = [{ id: "a" }, { id: "b" }, { id: "c" }];
  it("CHK-05 the chosen card pays, else the default, else the first", () => {
    expect(selectCard(cards, { chosen: "c", standard: "b" })).toEqual({ id: "c" });
    expect(selectCard(cards, { chosen: "gone", standard: "b" })).toEqual({ id: "b" });
    expect(selectCard(cards, { chosen: null, standard: "gone" })).toEqual({ id: "a" });
    expect(selectCard([], { chosen: "a", standard: "b" })).toBeNull();
  });

  it("CHK-05 names eight brands; another is a card", () => {
    expect(Object.entries(CARD_BRANDS)).toEqual([
      ["american_express", "American Express"],
      ["diners_club", "Diners Club"],
      ["discover", "Discover"],
      ["eftpos_australia", "eftpos Australia"],
      ["jcb", "JCB"],
      ["mastercard", "Mastercard"],
      ["union_pay", "UnionPay"],
      ["visa", "Visa"],
    ]);
    expect([cardBrandName("visa"), cardBrandName("other"), cardBrandName("toString")]).toEqual([
      "Visa",
      "Card",
      "Card",
    ]);
    expect(cardLabel({ display_brand: "visa", last4: "4242", exp_month: 3, exp_year: 2030 })).toBe(
      "Visa ending in 4242, expires 03/2030",
    );
  });

  it("CHK-04 PayPal opens straight away; with an add-on both flows open, then it goes home", () => {
    const alone = newApprovals(false);
    expect(alone).toEqual({ subscription: "waiting", addOn: "none" });
    expect(afterApprovals(alone)).toBe("redirect");
    expect(startApproval(alone, "addOn")).toBe(alone);
    expect(afterApprovals(startApproval(alone, "subscription"))).toBe("home");
    const both = newApprovals(true);
    expect(both).toEqual({ subscription: "waiting", addOn: "waiting" });
    expect(afterApprovals(both)).toBe("choose-flow");
    for (const [first, second] of [
      ["subscription", "addOn"],
      ["addOn", "subscription"],
    ] as const) {
      const once = startApproval(both, first);
      expect(afterApprovals(once)).toBe("choose-flow");
      expect(startApproval(once, first)).toEqual(once);
      expect(afterApprovals(startApproval(once, second))).toBe("home");
    }
    expect([message("subscription_purchase"), message("addon_purchase")]).toEqual([
      "Subscription purchase",
      "Add-on purchase",
    ]);
  });
});
