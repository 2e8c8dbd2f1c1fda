import {
  afterLogin,
  afterSignup,
  buyAction,
  cents,
  hidesAddToCart,
  itemPrice,
  licenseId,
  inviteRefusal,
  joinRefusal,
  mayManageSubscription,
  mayManageTeam,
  creditPurchaseError,
  planChangeError,
  message,
  onboardingStep,
  MEMBER_ROLES,
  maySpendCredits,
  memberMay,
  seatsOf,
  type TeamRefusal,
  teamRefusalMessage,
  isTeamMember,
  personName,
  teamName,
  roleOf,
  shopperOf,
  memberAccount,
  newAccount,
  instantOf,
  ITEM_FACTORS,
} from "@backlot/domain";
import { MemberRole } from "@backlot/domain/accounts/account.schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const L = licenseId;

describe("who may do what", () => {
  it("LIC-03 ACC-08 a visitor may buy under every license, has no plan, and is nobody's team member", () => {
    expect(shopperOf(null)).toEqual({ minimum: 1, current: null, role: "Admin" });
    const account = { minimum_license_id: L(2), subscription: null, team: { role_name: "Artist" as const } };
    expect(shopperOf(account)).toEqual({ minimum: 2, current: null, role: "Artist" });
    expect(shopperOf({ ...account, subscription: { license: { id: L(3) } } }).current).toBe(3);
  });

  it("ACC-05 ACC-08 a member's pages show the team's license and plan, and ask nothing of its head", () => {
    const created_at = instantOf("2027-01-05T12:00:00Z");
    const person = (id: string) => ({ id, email: `${id}@example.com`, first_name: id, last_name: "Lens", created_at });
    const own = { ...newAccount(person("artist")), stripe_customer_token: "cus_own", should_see_confirm_license: true };
    const administrator = { ...newAccount(person("boss")), min_license_id: L(3), free_subscriber: false };
    expect(memberAccount(own, { ...administrator, should_see_manage_subscription: true })).toEqual({
      ...own,
      min_license_id: 3,
      free_subscriber: false,
      should_see_confirm_license: false,
      should_see_manage_subscription: false,
      stripe_customer_token: null,
    });
  });

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

  it("ACC-08 a team has the seats of its license, and its administrator and who was invited take theirs", () => {
    const seats = { startup: 5, enterprise: 25 };
    expect([1, 2, 3, 6].map((id) => seatsOf({ license_id: L(id) }, seats))).toEqual([0, 5, 25, 25]);
    expect(seatsOf(null, seats)).toBe(0);
    const invite = (taken: number, of = 5, isMember = false) =>
      inviteRefusal({ isMember, seats: of, taken })?._tag ?? null;
    expect([0, 3, 4, 5].map((taken) => invite(taken))).toEqual([null, null, "TeamFull", "TeamFull"]);
    expect(invite(0, 0)).toBe("PlanHasNoTeam");
    expect(invite(0, 5, true)).toBe("OnlyAdmins");
  });

  it("ACC-08 joins who was invited by their address, and works for nobody and under no plan yet", () => {
    const who = {
      email: "ada@Example.com",
      invited: "Ada@example.com",
      isMember: false,
      hasPlan: false,
      hasTeam: false,
    };
    expect(joinRefusal(who)).toBeNull();
    expect(joinRefusal({ ...who, invited: who.invited.toUpperCase() })).toBeNull();
    expect([roleOf({ team_role: null }), roleOf({ team_role: "Artist" })]).toEqual(["Admin", "Artist"]);
    expect((["Admin", "Artist", "Download Only"] as const).map(isTeamMember)).toEqual([false, true, true]);
    expect(personName({ first_name: null, last_name: "Lens" })).toBe("Lens");
    const ada = { first_name: "Ada", last_name: "Lens" };
    const names = [null, { company_name: null }, { company_name: " " }, { company_name: " ACME " }];
    expect(names.map((profile) => teamName(ada, profile))).toEqual(["Ada Lens", "Ada Lens", "Ada Lens", "ACME"]);
    expect(joinRefusal({ ...who, invited: "eve@example.com" })).toEqual({
      _tag: "InvitedAnother",
      email: "eve@example.com",
    });
    expect(joinRefusal({ ...who, isMember: true })?._tag).toBe("AlreadyInTeam");
    expect(joinRefusal({ ...who, hasPlan: true })?._tag).toBe("HasOwnPlan");
    expect(joinRefusal({ ...who, hasTeam: true })?._tag).toBe("HasOwnPlan");
    const refusals: readonly TeamRefusal[] = [
      { _tag: "OnlyAdmins" },
      { _tag: "PlanHasNoTeam" },
      { _tag: "TeamFull", seats: 5 },
      { _tag: "NotAMember" },
      { _tag: "AlreadyInTeam" },
      { _tag: "HasOwnPlan" },
      { _tag: "InvitedAnother", email: "eve@example.com" },
    ];
    const said = refusals.map(teamRefusalMessage);
    expect(new Set(said).size).toBe(refusals.length);
    expect(said[2]).toContain("All 5 seats");
    expect(said[6]).toContain("eve@example.com");
  });

  it("ACC-08 everybody but who only downloads spends the team's credits", () => {
    expect((["Admin", "Artist", "Download Only"] as const).map(maySpendCredits)).toEqual([true, true, false]);
    expect(MEMBER_ROLES).toEqual(MemberRole.literals);
    expect(MEMBER_ROLES.map(memberMay)).toEqual([
      "Can download items and spend the team's credits",
      "Can download items in the plan and items the team owns",
    ]);
  });

  it("ACC-06 the onboarding opens where it is needed", () => {
    expect([onboardingStep(null), onboardingStep({ license: null }), onboardingStep({ license: L(1) })]).toEqual([
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
    "ORD-03 with %i in the cart, signed in %s, license %s: %s",
    (itemsInCart, signedIn, hasLicense, action) => {
      expect(buyAction({ itemsInCart, signedIn, hasLicense })).toBe(action);
    },
  );

  it.each([
    [1, 1_000],
    [2, 3_000],
    [3, 6_000],
    [4, 9_000],
    [5, 12_000],
    [6, 16_000],
  ])("ORD-05 an item of ten dollars is charged under license %i at %i cents", (id, price) => {
    expect(itemPrice(cents(1_000), L(id), ITEM_FACTORS)).toBe(price);
  });

  it("ORD-03 a cart with something in it takes more, whoever asks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), fc.boolean(), (itemsInCart, signedIn, hasLicense) => {
        expect(buyAction({ itemsInCart, signedIn, hasLicense })).toBe("add-to-cart");
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
