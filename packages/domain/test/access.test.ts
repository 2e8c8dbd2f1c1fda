import { arbDailyDownloads } from "@backlot/testing/arbitraries";
import fc from "fast-check";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";
import {
  LIBRARIES,
  FREE_RESOLUTION,
  accessText,
  alphaText,
  badgesOf,
  cents,
  clipOptions,
  credits,
  countDownload,
  DAILY_DOWNLOADS,
  ITEM_FACTORS,
  downloadsTodayText,
  emailProblem,
  nameProblems,
  passwordProblem,
  fileAction,
  type ItemBuyer,
  itemOffer,
  itemPrice,
  downloadDialog,
  downloadRefusalMessage,
  isToldByMail,
  fileStateText,
  makingText,
  waitText,
  entitledPlan,
  exceedsLimit,
  isDisposableEmail,
  isEmail,
  isLimited,
  joinAddress,
  joinMessages,
  libraryOf,
  licenseId,
  licenseTypeId,
  licenseeProblems,
  lockedMessage,
  loginProblems,
  mayDownload,
  message,
  optionLabel,
  requiredLicenseeFields,
  signupProblems,
  displayPrices,
  spendableCredits,
  takesLegacyCredits,
  tierBadge,
  welcomeText,
  profileProblems,
  reducedPrice,
} from "@backlot/domain";

const disposable = new Set(["mailinator.com", "yopmail.com", "guerrillamail.com"]);
const all = { access: "free", credit_price: null } as const;
const essentials = { access: "essentials", credit_price: null } as const;
const premium = { access: "premium", credit_price: 8 as never } as const;

describe("access", () => {
  it.each([
    [all, "2K", "free", false, "allowed"],
    [all, "4K", "free", false, "NeedsPlanFor4K"],
    [all, "4K", "paid", false, "allowed"],
    [all, "4K", "free", true, "allowed"],
    [all, "2K", "none", false, "SignInToDownload"],
    [essentials, "2K", "free", false, "NeedsPaidPlan"],
    [essentials, "4K", "paid", false, "allowed"],
    [premium, "2K", "paid", false, "NeedsPurchase"],
    [premium, "4K", "free", true, "allowed"],
    [premium, "2K", "none", true, "SignInToDownload"],
  ] as const)("DWN-04 %o in %s on plan %s, owned %s: %s", (collection, resolution, plan, owns, outcome) => {
    const decided = mayDownload(collection, resolution, { plan, owns });
    expect(Result.isSuccess(decided) ? decided.success : decided.failure._tag).toBe(outcome);
    if (Result.isFailure(decided)) expect(downloadRefusalMessage(decided.failure)).not.toBe("");
  });

  it("DWN-03 above 2K is for paid plans and owners", () => {
    expect(FREE_RESOLUTION).toBe("2K");
    expect(mayDownload(all, "4K", { plan: "free", owns: false })).toEqual(Result.fail({ _tag: "NeedsPlanFor4K" }));
    expect(downloadDialog({ _tag: "NeedsPlanFor4K" }, "subscriber")).toEqual({ _tag: "4k" });
    expect([null, 12, 118].map(fileStateText)).toEqual([
      "Ready",
      "Renders in about 20 seconds",
      "Renders in about 2 minutes",
    ]);
    expect([1, 2, 3, 118].map(makingText)).toEqual([
      "Still rendering",
      "Still rendering",
      "About 3 seconds",
      "About 2 minutes",
    ]);
    expect([1, 45, 90, 91, 600].map(waitText)).toEqual([
      "1 second",
      "50 seconds",
      "90 seconds",
      "2 minutes",
      "10 minutes",
    ]);
    expect([44, 45].map(isToldByMail)).toEqual([false, true]);
    expect(downloadRefusalMessage({ _tag: "NeedsPlanFor4K" })).toBe("You can't access 4K content on your free plan");
  });

  it("DWN-02 at the daily limit guests see what plans give, subscribers come back tomorrow", () => {
    const refusal = { _tag: "DailyLimitReached", used: 11, limit: 10 } as const;
    expect(downloadDialog(refusal, "guest")).toEqual({ _tag: "daily-limit", used: 10, limit: 10, comparison: true });
    expect(downloadDialog({ ...refusal, used: 3 }, "subscriber")).toEqual({
      _tag: "daily-limit",
      used: 3,
      limit: 10,
      comparison: false,
    });
    expect(downloadDialog({ _tag: "SignInToDownload" }, "guest")).toEqual({ _tag: "account" });
    for (const none of [
      { _tag: "PaymentDisputed" },
      { _tag: "NeedsPaidPlan" },
      { _tag: "NeedsPurchase", credits: 3 },
    ] as const) {
      expect(downloadDialog(none, "guest")).toBeNull();
    }
    expect(message("come_back_tomorrow")).toBe("Come back tomorrow for more free downloads.");
  });

  it("DWN-04 downloads go by the plan that is paid for, and a refusal says what would work", () => {
    expect([
      entitledPlan({ signedIn: false, paidSubscription: true }),
      entitledPlan({ signedIn: true, paidSubscription: false }),
      entitledPlan({ signedIn: true, paidSubscription: true }),
    ]).toEqual(["none", "free", "paid"]);
    expect(downloadRefusalMessage({ _tag: "SignInToDownload" })).toBe("You must be logged in to access this feature.");
    expect(downloadRefusalMessage({ _tag: "NeedsPaidPlan" })).toBe(
      "This item is included with every paid plan. Choose a plan to download it.",
    );
    expect(downloadRefusalMessage({ _tag: "NeedsPurchase", credits: 8 })).toBe(
      "Get this item for 8 credits to download it.",
    );
    expect(downloadRefusalMessage({ _tag: "NeedsPurchase", credits: null })).toBe("Buy this item to download it.");
  });

  it("DWN-02 a limit lets exactly as many through, 0 none, and none at all is no limit", () => {
    expect(DAILY_DOWNLOADS).toEqual({ free: 10, paid: 20 });
    expect([downloadsTodayText(2, 10), downloadsTodayText(11, 10)]).toEqual([
      "2 of 10 downloads today",
      "10 of 10 downloads today",
    ]);
    expect([
      exceedsLimit(10, 10),
      exceedsLimit(11, 10),
      exceedsLimit(1, 0),
      exceedsLimit(999, null),
      exceedsLimit(999, undefined),
    ]).toEqual([false, true, true, false, false]);
    expect([isLimited(0), isLimited(null), isLimited(undefined)]).toEqual([true, false, false]);
    expect(downloadRefusalMessage({ _tag: "DailyLimitReached", used: 11, limit: 10 })).toBe(
      "You've reached your daily download limit",
    );
  });

  it("DWN-02 the same file counts once a day, what is owned never, and nothing goes past the limit", () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.boolean(),
        fc.constantFrom("free" as const, "paid" as const),
        fc.boolean(),
        arbDailyDownloads,
        (before, again, plan, owns, daily) => {
          const limit = owns ? null : daily[plan];
          const isNew = !again && !owns;
          const refused = Result.fail({ _tag: "DailyLimitReached", used: before, limit });
          const allowed = Result.succeed({ limit, downloads_today: isNew ? before + 1 : before, counts: !owns });
          const isFull = isNew && before >= daily[plan];
          expect(countDownload({ before, again }, { plan, owns }, daily)).toEqual(isFull ? refused : allowed);
        },
      ),
    );
  });

  it.each([
    [null, false, false, "download"],
    ["SignInToDownload", true, false, "download"],
    ["NeedsPlanFor4K", true, false, "download"],
    ["SignInToDownload", false, true, "nothing"],
    ["SignInToDownload", false, false, "plans"],
    ["NeedsPurchase", false, true, "nothing"],
    ["NeedsPaidPlan", false, false, "nothing"],
    ["PaymentDisputed", false, false, "plans"],
  ] as const)("DWN-01 DWN-03 beside a file that is refused with %s, free %s, offered %s: %s", (...row) => {
    const [refusal, isFree, isOffered, action] = row;
    expect(fileAction(refusal, { isFree, isOffered })).toBe(action);
  });

  it("CAT-03 CRD-10 ACC-08 ORD-06 an item is offered for what its buyer has, may spend, and does not own yet", () => {
    const premium = {
      access: "premium",
      listed: true,
      credit_price: credits(8),
      upgrade_credit_price: null,
      owned: false,
    } as const;
    const buyer = { plan: "paid", role: "Admin", isDisputed: false, credits: credits(10) } as const;
    expect(itemOffer(premium, buyer)).toEqual({ _tag: "purchase", cost: 8, remainingCredits: 2 });
    expect(itemOffer({ ...premium, upgrade_credit_price: credits(3) }, buyer)).toMatchObject({
      cost: 3,
      remainingCredits: 7,
    });
    const lacking = { _tag: "more-credits", cost: 8, lacking: 3 };
    const poorer = (who: Partial<ItemBuyer>) => itemOffer(premium, { ...buyer, credits: credits(5), ...who });
    expect(poorer({})).toEqual({ ...lacking, mayGetMore: true });
    expect(poorer({ role: "Artist" })).toEqual({ ...lacking, mayGetMore: false });
    expect(itemOffer(premium, { ...buyer, plan: "none" })).toEqual({ _tag: "account", cost: 8 });
    const refused = (reason: string) => ({ _tag: "refused", reason });
    const poor = { ...buyer, credits: credits(0) };
    for (const member of [buyer, poor]) {
      expect(itemOffer(premium, { ...member, role: "Download Only" })).toEqual(refused("team_may_not_spend"));
      expect(itemOffer(premium, { ...member, isDisputed: true })).toEqual(refused("dispute_open"));
    }
    expect(itemOffer(premium, { ...buyer, role: "Artist" })._tag).toBe("purchase");
    const essentials = { ...premium, access: "essentials", credit_price: null } as const;
    expect([itemOffer(essentials, buyer)._tag, itemOffer(essentials, { ...buyer, plan: "free" })._tag]).toEqual([
      "nothing",
      "plan",
    ]);
    const nothing = [
      { ...premium, owned: true },
      { ...premium, credit_price: null },
      { ...premium, listed: false },
      { ...premium, access: "free" as const },
    ];
    expect(nothing.map((item) => itemOffer(item, buyer)._tag)).toEqual(["nothing", "nothing", "nothing", "nothing"]);
  });

  it("CAT-03 states a clip's options in their order, alpha in its own words", () => {
    const option = (type: string, value: string, position: number, disclaimer: string | null = null) => ({
      full_type: `${type} of it`,
      type,
      value,
      position,
      disclaimer,
      base_value: null,
    });
    const clip = {
      collection_id: 1,
      optionables: [
        option("Frame rate", "24", 3),
        option("Alpha", "true", 1),
        option("alpha", " Not Included ", 2, "matte only"),
      ],
      product_attributes: [{ name: "Camera", value: "Red" }],
    };
    expect(clipOptions(clip)).toEqual([
      { label: "Alpha of it", text: "Included", disclaimer: null },
      { label: "alpha of it", text: "Not Included", disclaimer: "matte only" },
      { label: "Frame rate of it", text: "24", disclaimer: null },
      { label: "Camera", text: "Red", disclaimer: null },
    ]);
    expect(clip.optionables[0]?.type).toBe("Frame rate");
    for (const no of ["", "0", "false", "No", "NONE", "not included"])
      expect(optionLabel({ type: "ALPHA", value: no }), no).toBe("Not Included");
    for (const yes of ["1", "yes", "Included", "straight"])
      expect(optionLabel({ type: "alpha", value: yes }), yes).toBe("Included");
    expect([alphaText(true), alphaText(false)]).toEqual(["Included", "Not Included"]);
  });

  it("CAT-03 states an original price where it was higher, and an upgrade where it is cheaper", () => {
    const prices = {
      price: cents(1_000),
      original_price: cents(1_500),
      credit_price: credits(8),
      upgrade_credit_price: credits(5),
    };
    expect(displayPrices(prices)).toEqual(prices);
    expect(displayPrices({ ...prices, original_price: cents(1_000), upgrade_credit_price: credits(8) })).toEqual({
      ...prices,
      original_price: null,
      upgrade_credit_price: null,
    });
    expect(displayPrices({ ...prices, original_price: null, upgrade_credit_price: null })).toMatchObject({
      original_price: null,
      upgrade_credit_price: null,
    });
    expect(displayPrices({ ...prices, credit_price: null }).upgrade_credit_price).toBeNull();
  });

  it("CAT-03 ORD-05 states what a file cost before, under one's license, to whoever is offered it", () => {
    const item = { price: cents(1_000), original_price: cents(1_500) };
    const [artist, enterprise] = [licenseId(1), licenseId(3)];
    const now = itemPrice(item.price, enterprise, ITEM_FACTORS);
    expect(now).toBeGreaterThan(item.price);
    expect(reducedPrice(item, artist, [cents(1_000), cents(2_500)], ITEM_FACTORS)).toEqual({
      now: 1_000,
      before: 1_500,
    });
    expect(reducedPrice(item, enterprise, [now], ITEM_FACTORS)).toEqual({
      now,
      before: itemPrice(item.original_price, enterprise, ITEM_FACTORS),
    });
    // An owner of the cheapest file is only offered the others.
    expect(reducedPrice(item, artist, [cents(2_500)], ITEM_FACTORS)).toBeNull();
    expect(reducedPrice(item, enterprise, [item.price], ITEM_FACTORS)).toBeNull();
    expect(reducedPrice({ ...item, original_price: null }, artist, [item.price], ITEM_FACTORS)).toBeNull();
  });

  it("CAT-04 carries its badges in one order; a tier's only for silver, gold and elite", () => {
    const plain = { free_product: false, membership_tier: null, tags: [] };
    expect(badgesOf(plain)).toEqual([]);
    expect(
      badgesOf({
        free_product: true,
        membership_tier: "gold",
        tags: ["avfx +", "smoke", "trending", "new", "variety", "+silver", "free"],
      }),
    ).toEqual(["new", "free", "variety", "trending", "+gold", "avfx +"]);
    expect(badgesOf({ ...plain, tags: ["free", "+elite"] })).toEqual([]);
    expect(
      (["silver", "gold", "elite"] as const).map((membership_tier) => badgesOf({ ...plain, membership_tier })),
    ).toEqual([["+silver"], ["+gold"], ["+elite"]]);
    expect([tierBadge("gold"), tierBadge(null)]).toEqual(["+gold", null]);
  });

  it("CAT-01 names libraries and access", () => {
    expect(LIBRARIES.map((each) => [each.id, each.name, each.searchName])).toEqual([
      [1, "2D Elements", "2D"],
      [2, "Practice Footage", "Pre-keyed"],
      [3, "3D Assets", "3D"],
    ]);
    expect(libraryOf(2 as never).name).toBe("Practice Footage");
    expect(() => libraryOf(9 as never)).toThrow("there is no library 9");
    expect((["free", "essentials", "premium"] as const).map(accessText)).toEqual(["Free", "Essentials", "Premium"]);
  });

  it("CRD-09 legacy credits reach only the provider's own 2D collections", () => {
    expect(takesLegacyCredits({ library_id: 1 as never, made_by_provider: true })).toBe(true);
    expect(takesLegacyCredits({ library_id: 1 as never, made_by_provider: false })).toBe(false);
    expect(takesLegacyCredits({ library_id: 3 as never, made_by_provider: true })).toBe(false);
    const account = { current_credit_balance: credits(5), legacy_current_credit_balance: credits(7) };
    expect(spendableCredits({ library_id: 1 as never, made_by_provider: true }, account)).toBe(12);
    expect(spendableCredits({ library_id: 1 as never, made_by_provider: false }, account)).toBe(5);
    expect(spendableCredits({ library_id: 1 as never, made_by_provider: true }, null)).toBe(0);
  });
});

describe("people", () => {
  it("ACC-02 a signup gets all its errors at once", () => {
    expect(
      joinMessages(
        signupProblems({ first_name: "", last_name: " ", email: "x@mailinator.com", password: "12345" }, disposable),
      ),
    ).toBe(
      "Temporary email accounts are not allowed, please register using an appropriate email address./ " +
        "Passwords are not long enough/ First name is required/ Last name is required",
    );
    expect(
      joinMessages(signupProblems({ first_name: "A", last_name: "B", email: "", password: "open 7" }, disposable)),
    ).toBe("Email is required");
    expect(signupProblems({ first_name: " ", last_name: "B", email: " ", password: "open 7" }, disposable)).toEqual([
      "first_name_required",
      "email_required",
    ]);
    expect(
      signupProblems({ first_name: "A", last_name: "B", email: " a@b.co ", password: "open 7" }, disposable),
    ).toEqual([]);
    expect(
      signupProblems({ first_name: "A", last_name: "B", email: "nonsense", password: "open 7" }, disposable),
    ).toEqual(["invalid_email"]);
    expect(signupProblems({ first_name: "A", last_name: "B", email: "a@b.co", password: null }, disposable)).toEqual(
      [],
    );
    expect(
      signupProblems({ first_name: "A", last_name: "B", email: "a@b.co", password: "open 7" }, disposable),
    ).toEqual([]);
  });

  it("ACC-02 throw-away domains are known in any case and below a subdomain", () => {
    expect(
      ["a@MAILINATOR.com", "a@eu.yopmail.com", " a@guerrillamail.com "].map((email) =>
        isDisposableEmail(email, disposable),
      ),
    ).toEqual([true, true, true]);
    expect(
      ["a@example.com", "a@notmailinator.com.au", "a"].map((email) => isDisposableEmail(email, disposable)),
    ).toEqual([false, false, false]);
  });

  it("ACC-03 a login says what is missing, and greets", () => {
    const passwords = ["12345", "open 7", "xy".repeat(64), `${"xy".repeat(64)}x`];
    expect(passwords.map((password) => passwordProblem(password, "a@b.co"))).toEqual([
      "password_too_short",
      null,
      null,
      "password_refused",
    ]);
    expect([" ", "nonsense", " a@b.co "].map(emailProblem)).toEqual(["email_required", "invalid_email", null]);
    expect(nameProblems({ first_name: " ", last_name: "" })).toEqual(["first_name_required", "last_name_required"]);
    expect(nameProblems({ first_name: "A", last_name: "B" })).toEqual([]);
    expect(loginProblems({ email: "", password: "" })).toEqual(["email_required", "password_required"]);
    expect(loginProblems({ email: " ", password: " " })).toEqual(["email_required"]);
    expect(loginProblems({ email: "a@b.co", password: "x" })).toEqual([]);
    expect([welcomeText(null), welcomeText({ first_name: "" }), welcomeText({ first_name: "Ada" })]).toEqual([
      "Welcome",
      "Welcome",
      "Welcome back, Ada",
    ]);
    expect(lockedMessage("help@backlot.example")).toBe(
      "Your account is currently locked. To regain access, please contact our team at help@backlot.example.",
    );
    expect(message("wrong_password")).toBe("Incorrect email and password combination.");
  });

  it("LIC-09 each type asks for its own fields, the short Enterprise form for a phone", () => {
    const address = ["addressLine1", "city", "state", "zip", "country"];
    expect(requiredLicenseeFields(licenseTypeId(1))).toEqual(["first_name", "last_name", "email", ...address]);
    expect(requiredLicenseeFields(licenseTypeId(2))).toEqual(["company_name", "email", ...address]);
    expect(requiredLicenseeFields(licenseTypeId(3))).toEqual(["company_name", "email", ...address]);
    expect(requiredLicenseeFields(licenseTypeId(3), "minimal")).toEqual(["company_name", "email", "phone", ...address]);
    expect(requiredLicenseeFields(licenseTypeId(2), "minimal")).not.toContain("phone");
  });

  it("LIC-09 gives each field its message and joins the address", () => {
    const form = {
      first_name: "Ada",
      last_name: "L",
      email: "ada@",
      addressLine1: "1 Mill St",
      addressLine2: " ",
      city: "London",
      state: "LDN",
      zip: "",
      country: "UK",
      agreed: false,
    };
    expect(licenseeProblems(form, licenseTypeId(1))).toEqual({
      zip: "field_required",
      email: "invalid_email_address",
      agreed: "must_agree",
    });
    expect(licenseeProblems({ ...form, email: "ada@x.co", zip: "N1", agreed: true }, licenseTypeId(1))).toEqual({});
    expect(licenseeProblems({ agreed: true }, licenseTypeId(3)).email).toBe("field_required");
    expect(joinAddress({ ...form, zip: "N1" })).toBe("1 Mill St, London, LDN, N1, UK");
    expect([message("field_required"), message("invalid_email_address"), message("must_agree")]).toEqual([
      "This field is required",
      "Invalid email address",
      "You must agree to the terms",
    ]);
  });

  it("LIC-09 spaces around what is typed don't count, and missing parts are missing", () => {
    const form = {
      first_name: " ",
      last_name: "L",
      email: " ada@x.co ",
      addressLine1: "1 Mill St",
      city: "London",
      state: "LDN",
      zip: "N1",
      country: "UK",
      agreed: true,
    };
    expect(licenseeProblems(form, licenseTypeId(1))).toEqual({ first_name: "field_required" });
    expect(licenseeProblems({ ...form, company_name: "Ash" }, licenseTypeId(3))).toEqual({});
    expect(licenseeProblems({ ...form, company_name: "Ash" }, licenseTypeId(3), "minimal")).toEqual({
      phone: "field_required",
    });
    expect(joinAddress({ city: "London" })).toBe("London");
    expect(["a@b.co", "a@b.co x", "x a@b.co", "a@b", "@b.co"].map(isEmail)).toEqual([true, false, false, false, false]);
  });

  it("LIC-10 a profile as it is sent has who its type asks for, an address and an e-mail", () => {
    const sent = { license_id: licenseId(1), first_name: "Ada", last_name: "L", email: "a@b.co", address: "1 Mill St" };
    expect(profileProblems(sent)).toEqual([]);
    expect(profileProblems({ ...sent, first_name: " ", address: "", email: "a" })).toEqual([
      { field: "first_name", problem: "field_required" },
      { field: "address", problem: "field_required" },
      { field: "email", problem: "invalid_email_address" },
    ]);
    for (const id of [2, 3, 6])
      expect(profileProblems({ ...sent, license_id: licenseId(id) })).toEqual([
        { field: "company_name", problem: "field_required" },
      ]);
    expect(profileProblems({ ...sent, license_id: licenseId(4), company_name: "Ash", first_name: null })).toEqual([]);
  });
});
