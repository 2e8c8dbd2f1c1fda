import {
  afterLogin,
  afterSignup,
  buyAction,
  cents,
  hidesAddToCart,
  itemPrice,
  licenceId,
  mayInvite,
  mayManageSubscription,
  mayManageTeam,
  creditPurchaseError,
  planChangeError,
  message,
  onboardingStep,
  removeMember,
  teamRefusalMessage,
  isPayPalAllowed,
} from "@backlot/domain";
import { arbLicence } from "@backlot/testing/arbitraries";
import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const L = licenceId;

describe("who may do what", () => {
  it("CHG-06 artists and downloaders don't change the team's plan", () => {
    expect((["Admin", "Artist", "Download Only"] as const).map(planChangeError)).toEqual([
      null,
      "team_may_not_change_plan",
      "team_may_not_change_plan",
    ]);
    expect(message("team_may_not_change_plan")).toContain("not authorized to buy make subscription changes");
  });

  it("CRD-07 they don't buy credits either, and nobody does on a legacy plan that counts in credits", () => {
    const buyer = (role: "Admin" | "Artist" | "Download Only", is_credit_based_legacy = false) =>
      creditPurchaseError({ role, is_credit_based_legacy });
    expect([
      buyer("Admin"),
      buyer("Artist"),
      buyer("Download Only"),
      buyer("Admin", true),
      buyer("Artist", true),
    ]).toEqual([
      null,
      "team_may_not_buy_credits",
      "team_may_not_buy_credits",
      "legacy_may_not_buy_credits",
      "team_may_not_buy_credits",
    ]);
  });

  it("ACC-08 Manage Team is for plans from Startup on, Manage Subscription for the flagged who have one", () => {
    expect([mayManageTeam(null), mayManageTeam({ license_id: L(1) }), mayManageTeam({ license_id: L(2) })]).toEqual([
      false,
      false,
      true,
    ]);
    expect([
      mayManageSubscription(null, true),
      mayManageSubscription({}, false),
      mayManageSubscription({}, true),
    ]).toEqual([false, false, true]);
  });

  it("LIC-14 PayPal is offered below Enterprise only, and where nothing hides it", () => {
    fc.assert(
      fc.property(fc.boolean(), arbLicence, fc.option(arbLicence), arbLicence, (hidden, minimum, current, purchase) => {
        expect(isPayPalAllowed({ hidden, minimum, current, purchase })).toBe(
          !hidden && minimum < 3 && (current ?? 1) < 3 && purchase < 3,
        );
      }),
    );
  });

  it("ACC-08 administrators of plans with a team invite and remove, and the last of them stays", () => {
    const admin = { user_id: "a", role: "Admin" } as const;
    const artist = { user_id: "b", role: "Artist" } as const;
    const loader = { user_id: "c", role: "Download Only" } as const;
    const startup = { license_id: L(2) };
    const no = (tag: string) => Result.fail({ _tag: tag });
    expect(mayInvite(admin, startup)).toEqual(Result.succeed("invite"));
    expect(mayInvite(artist, startup)).toEqual(no("OnlyAdmins"));
    expect(mayInvite(loader, startup)).toEqual(no("OnlyAdmins"));
    expect(mayInvite(admin, { license_id: L(1) })).toEqual(no("PlanHasNoTeam"));
    expect(mayInvite(admin, null)).toEqual(no("PlanHasNoTeam"));
    const team = [admin, artist, loader];
    expect(removeMember(admin, startup, team, "b")).toEqual(Result.succeed([admin, loader]));
    expect(removeMember(admin, startup, team, "a")).toEqual(no("LastAdmin"));
    expect(removeMember(admin, startup, [...team, { user_id: "d", role: "Admin" }], "a")).toEqual(
      Result.succeed([artist, loader, { user_id: "d", role: "Admin" }]),
    );
    expect(removeMember(admin, startup, team, "x")).toEqual(no("NotAMember"));
    expect(removeMember(artist, startup, team, "c")).toEqual(no("OnlyAdmins"));
    expect(removeMember(admin, null, team, "c")).toEqual(no("PlanHasNoTeam"));
    expect(
      (["OnlyAdmins", "PlanHasNoTeam", "LastAdmin", "NotAMember"] as const).map((_tag) => teamRefusalMessage({ _tag })),
    ).toEqual([
      "Only an administrator of the team can do that.",
      "Your plan has no team. Choose a plan of a Startup or Enterprise license to invite others.",
      "A team keeps at least one administrator. Make somebody else one first.",
      "That person is not in your team.",
    ]);
  });

  it("ACC-06 the onboarding opens where it is needed", () => {
    expect([onboardingStep(null), onboardingStep({ licence: null }), onboardingStep({ licence: L(1) })]).toEqual([
      0, 1, 2,
    ]);
  });

  it("ACC-03 pages that show prices or access load again after a login, unless that is postponed", () => {
    for (const page of [
      "/collections",
      "/collections/x",
      "/3d",
      "/3d/y",
      "/products",
      "/checkout/132",
      "/pricing",
      "/pricing/studio",
    ]) {
      expect(afterLogin(page, false), page).toBe("reload");
      expect(afterLogin(page, true), page).toBe("refresh-and-greet");
    }
    expect(afterLogin("/checkout", false)).toBe("reload");
    expect(afterSignup("/blog/pricing")).toBeNull();
    for (const page of [
      "/",
      "/about-us",
      "/pricing-of-old",
      "/practice-footage",
      "/a/collections",
      "/a/3d",
      "/a/products",
      "/a/checkout",
      "/a/pricing",
    ])
      expect(afterLogin(page, false), page).toBe("refresh-and-greet");
    expect([afterSignup("/pricing"), afterSignup("/pricing/studio"), afterSignup("/")]).toEqual([
      "/subscribed-to-free-plan",
      "/subscribed-to-free-plan",
      null,
    ]);
  });

  it.each([
    [2, false, false, "add-to-cart"],
    [1, true, false, "add-to-cart"],
    [0, true, true, "add-to-cart"],
    [0, true, false, "nothing"],
    [0, false, false, "instant-purchase"],
  ] as const)(
    "ORD-03 with %i in the cart, signed in %s, licence %s: %s",
    (itemsInCart, signedIn, hasLicence, action) => {
      expect(buyAction({ itemsInCart, signedIn, hasLicence })).toBe(action);
    },
  );

  it.each([
    [1, 1_000],
    [2, 3_000],
    [3, 6_000],
    [4, 9_000],
    [5, 12_000],
    [6, 16_000],
  ])("ORD-05 an item of ten dollars is charged under licence %i at %i cents", (id, price) => {
    expect(itemPrice(cents(1_000), L(id))).toBe(price);
  });

  it("ORD-03 a cart with something in it takes more, whoever asks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), fc.boolean(), (itemsInCart, signedIn, hasLicence) => {
        expect(buyAction({ itemsInCart, signedIn, hasLicence })).toBe("add-to-cart");
      }),
    );
  });

  it("ORD-05 Add to Cart is hidden for what one has for nothing", () => {
    const item = { free_product: false, membership_tier: null };
    const silver = { free_product: false, membership_tier: "silver" as const };
    const nobody = { plan: "none" as const, owns: false };
    expect(hidesAddToCart(item, nobody)).toBe(false);
    expect(hidesAddToCart({ ...item, free_product: true }, nobody)).toBe(true);
    expect(hidesAddToCart(item, { plan: "paid", owns: true })).toBe(true);
    expect([
      hidesAddToCart(silver, nobody),
      hidesAddToCart(silver, { plan: "free", owns: false }),
      hidesAddToCart(silver, { plan: "paid", owns: false }),
    ]).toEqual([false, false, true]);
    expect(hidesAddToCart({ ...item, membership_tier: "gold" }, { plan: "paid", owns: false })).toBe(false);
  });
});
