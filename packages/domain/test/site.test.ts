import * as Schema from "effect/Schema";
import { AnalyticsEvent as AnalyticsEventSchema } from "@backlot/domain/engagement/analytics.schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  USUAL_CLAIMS,
  DEFAULT_SEARCH_LIBRARY,
  EMPTY_SEARCH,
  FINGERPRINT_COOKIE_DAYS,
  LIST_STATUS_SUBSCRIBED,
  MIN_FINGERPRINT_LENGTH,
  NO_SUGGESTIONS,
  REFUSED_CONSENT,
  type Newsletter,
  type NewsletterEvent,
  type NewsletterFailure,
  SEARCH_QUIET_MS,
  type SearchResult,
  addedTo,
  analyticsUser,
  chooseLibrary,
  consentOf,
  givenConsent,
  quotePack,
  type Order,
  creditsPurchasedMessage,
  eventsOfVisit,
  groupSuggestions,
  instantOf,
  isPaymentAsked,
  overduePayer,
  mayStillChange,
  cents,
  creditForNextPayment,
  nextPaymentText,
  planEnd,
  purchaseEvent,
  recordedFingerprint,
  searchThatLedTo,
  scheduledChangeText,
  stockOf,
  renewalItem,
  maySubmitNewsletter,
  mayRecord,
  mayRecordResults,
  message,
  newsletterReducer,
  refusedStep,
  homeClaims,
  newsletterFailureMessage,
  newsletterProblems,
  searchAnswered,
  markSearched,
  showsFieldError,
  onType,
  credits,
} from "@backlot/domain";

const result = (type: SearchResult["type"], value: string): SearchResult => ({
  type,
  value,
  path: `/${value}`,
  thumbnail: null,
});

describe("search", () => {
  it("SRC-01 sorts results into keywords, collections and categories, each once, in their order", () => {
    const results = [
      result("Collection", "fire"),
      result("Keyword", "fire"),
      result("Category", "smoke"),
      result("Collection", "ash"),
      result("Keyword", "fire"),
    ];
    expect(groupSuggestions(results)).toEqual({
      keywords: [result("Keyword", "fire")],
      collections: [result("Collection", "fire"), result("Collection", "ash")],
      categories: [result("Category", "smoke")],
    });
    expect(groupSuggestions([])).toEqual(NO_SUGGESTIONS);
    // Two results that differ, but whose text and path are the same when joined.
    const [one, other] = [result("Category", "ash wind"), { ...result("Category", "wind"), path: "/x ash" }];
    const alike = { ...one, path: "/x" };
    expect(groupSuggestions([alike, other, alike]).categories).toEqual([alike, other]);
  });

  it("SRC-01 no result is lost and none appears in two groups", () => {
    const arb = fc.record({
      type: fc.constantFrom("Keyword" as const, "Collection" as const, "Category" as const),
      value: fc.string({ maxLength: 3 }),
      path: fc.string({ maxLength: 3 }),
      thumbnail: fc.constant(null),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(arb, { selector: (each) => JSON.stringify([each.type, each.path, each.value]), maxLength: 12 }),
        (results) => {
          const groups = groupSuggestions(results);
          expect(groups.keywords.length + groups.collections.length + groups.categories.length).toBeLessThanOrEqual(
            results.length,
          );
          for (const each of results)
            expect([...groups.keywords, ...groups.collections, ...groups.categories]).toContainEqual(each);
        },
      ),
    );
  });

  it("SRC-01 a search is due 750 ms after the last key, once", () => {
    expect([SEARCH_QUIET_MS, DEFAULT_SEARCH_LIBRARY, EMPTY_SEARCH.library_id]).toEqual([750, 1, 1]);
    const first = onType(EMPTY_SEARCH, "fi", 1_000);
    const second = onType(first, "fire", 1_500);
    expect([EMPTY_SEARCH, first, second, markSearched(second)].map(({ dueAt }) => dueAt)).toEqual([
      null,
      1_750,
      2_250,
      null,
    ]);
    expect(second.text).toBe("fire");
  });

  it("SRC-02 empty text clears at once; another library searches again; late answers are let go", () => {
    const box = searchAnswered(markSearched(onType(EMPTY_SEARCH, "fire", 0)), "fire", [result("Keyword", "fire")]);
    expect(box.suggestions.keywords).toHaveLength(1);
    expect(onType(box, "  ", 100)).toEqual({ ...box, text: "  ", suggestions: NO_SUGGESTIONS, dueAt: null });
    expect(searchAnswered(onType(box, "", 100), "", [result("Keyword", "x")]).suggestions).toEqual(NO_SUGGESTIONS);
    expect(searchAnswered(onType(box, "fires", 100), "fire", [])).toEqual(onType(box, "fires", 100));
    const elsewhere = chooseLibrary(box, 3 as never, 500);
    expect(elsewhere).toEqual({ text: "fire", library_id: 3, suggestions: NO_SUGGESTIONS, dueAt: 1_250 });
    expect(chooseLibrary(EMPTY_SEARCH, 2 as never, 500)).toEqual({ ...EMPTY_SEARCH, library_id: 2 });
  });
});

describe("the first page", () => {
  it("SHL-09 claims what is true of the store, in the owner's figures where it has as much", () => {
    expect(homeClaims({ elements: 10_000, clips: 501 }, USUAL_CLAIMS)).toEqual([
      "10,000+ stock elements",
      "500+ practice clips",
    ]);
    expect(homeClaims({ elements: 9_999, clips: 499 }, USUAL_CLAIMS)).toEqual([
      "9,900+ stock elements",
      "490+ practice clips",
    ]);
    expect(homeClaims({ elements: 309, clips: 299 }, USUAL_CLAIMS)).toEqual(["300+ stock elements"]);
    expect(homeClaims(stockOf(new Map()), USUAL_CLAIMS)).toEqual([]);
    expect(
      stockOf(
        new Map([
          [2, 9],
          [1, 44],
          [3, 6],
        ]),
      ),
    ).toEqual({ elements: 44, clips: 9 });
    // Figures below ten are not advertised.
    expect(homeClaims({ elements: 44, clips: 20 }, { elements: 0, clips: 9 })).toEqual([]);
    expect(homeClaims({ elements: 44, clips: 20 }, { elements: 30, clips: 20 })).toEqual([
      "30+ stock elements",
      "20+ practice clips",
    ]);
  });
});

describe("the newsletter", () => {
  const form = { firstName: "Ada", lastName: "L", email: "ada@example.com" };
  it("NWS-01 asks for both names and an e-mail address, and for the captcha", () => {
    expect(newsletterProblems(form)).toEqual({});
    expect(newsletterProblems({ firstName: " ", lastName: "\t", email: " " })).toEqual({
      firstName: "first_name_required",
      lastName: "last_name_required",
      email: "email_required",
    });
    expect(newsletterProblems({ ...form, email: "ada@" })).toEqual({ email: "invalid_email_address" });
    expect(newsletterProblems({ ...form, email: " ada@example.com " })).toEqual({});
    expect([
      maySubmitNewsletter(form, true),
      maySubmitNewsletter(form, false),
      maySubmitNewsletter({ ...form, email: "" }, true),
    ]).toEqual([true, false, false]);
  });

  it("NWS-01 a field has its red border once it was in focus", () => {
    const wrong = { ...form, lastName: "" };
    expect(showsFieldError(wrong, "lastName", new Set())).toBe(false);
    expect(showsFieldError(wrong, "lastName", new Set(["email"] as const))).toBe(false);
    expect(showsFieldError(wrong, "lastName", new Set(["lastName"] as const))).toBe(true);
    expect(showsFieldError(form, "lastName", new Set(["lastName"] as const))).toBe(false);
  });

  const failure = { _tag: "ContactFailed" } as const;
  const made = { contact: "7", email: form.email };
  it("NWS-01 goes captcha, contact, list, thanks; a failed step can be sent again", () => {
    const states: readonly Newsletter[] = [
      { _tag: "form" },
      { _tag: "checking-captcha" },
      { _tag: "creating-contact" },
      { _tag: "adding-to-list", ...made },
      { _tag: "failed", failure, unlisted: null },
      { _tag: "done" },
    ];
    const events: readonly NewsletterEvent[] = [
      { _tag: "submit", form, captchaPassed: true },
      { _tag: "captcha-valid" },
      { _tag: "contact-created", ...made },
      { _tag: "added-to-list" },
      { _tag: "failed", failure },
    ];
    expect(states.map((state) => events.map((event) => newsletterReducer(state, event)._tag))).toEqual([
      ["checking-captcha", "form", "form", "form", "form"],
      ["checking-captcha", "creating-contact", "checking-captcha", "checking-captcha", "failed"],
      ["creating-contact", "creating-contact", "adding-to-list", "creating-contact", "failed"],
      ["adding-to-list", "adding-to-list", "adding-to-list", "done", "failed"],
      ["checking-captcha", "failed", "failed", "failed", "failed"],
      ["done", "done", "done", "done", "done"],
    ]);
    expect(newsletterReducer({ _tag: "creating-contact" }, { _tag: "contact-created", ...made })).toEqual({
      _tag: "adding-to-list",
      ...made,
    });
    expect(newsletterReducer({ _tag: "creating-contact" }, { _tag: "failed", failure })).toEqual({
      _tag: "failed",
      failure,
      unlisted: null,
    });
    expect(newsletterReducer({ _tag: "form" }, { _tag: "submit", form, captchaPassed: false })).toEqual({
      _tag: "form",
    });
    expect(message("newsletter_done")).toBe("Thanks for signing up!");
    expect(LIST_STATUS_SUBSCRIBED).toBe(1);
  });

  it("NWS-01 a contact whose list was not reached waits for it alone, unless the address is another one", () => {
    const adding: Newsletter = { _tag: "adding-to-list", ...made };
    const unlisted = newsletterReducer(adding, { _tag: "failed", failure: { _tag: "ListFailed" } });
    expect(unlisted).toEqual({ _tag: "failed", failure: { _tag: "ListFailed" }, unlisted: adding });
    const again = (email: string) =>
      newsletterReducer(unlisted, { _tag: "submit", form: { ...form, email }, captchaPassed: true });
    expect([again(form.email), again("bob@example.com")]).toEqual([adding, { _tag: "checking-captcha" }]);
    // A contact that the store no longer knows is created again.
    const over = newsletterReducer(adding, { _tag: "failed", failure: { _tag: "ContactRefused", message: "over" } });
    expect(over).toMatchObject({ unlisted: null });
  });

  it("NWS-01 a refusal is told in the store's words where they help, else the step may be tried again", () => {
    for (const code of ["forbidden", "invalid_request", "too_many_attempts"])
      expect(refusedStep({ code, message: "words" }, "ListFailed")).toEqual({
        _tag: "ContactRefused",
        message: "words",
      });
    expect(refusedStep({ code: "provider_unreachable", message: "words" }, "ListFailed")).toEqual({
      _tag: "ListFailed",
    });
    expect(refusedStep({ code: "unreachable", message: "words" }, "ContactFailed")).toEqual({ _tag: "ContactFailed" });
  });

  it.each([
    [{ _tag: "CaptchaRefused", message: "timeout" }, "reCAPTCHA verification failed: timeout"],
    [{ _tag: "ContactRefused", message: "Email is not valid" }, "Email is not valid"],
    [{ _tag: "CaptchaUnreachable", message: "offline" }, "Error during reCAPTCHA verification: offline"],
    [
      { _tag: "AlreadySubscribed" },
      "Congratulations, you already are an Backlot Subscriber! This email address exists in our Subscribers list.",
    ],
    [{ _tag: "ContactFailed" }, "Something went wrong! Please try again"],
    [
      { _tag: "ListFailed" },
      "You were successfully onboarded, but something went wrong while adding you to the Backlot Subscribers.",
    ],
  ] as readonly [NewsletterFailure, string][])("NWS-01 $0._tag is told in its own words", (explainEntry, words) => {
    expect(newsletterFailureMessage(explainEntry, "Backlot")).toBe(words);
  });
});

describe("the subscription's page", () => {
  it("CHK-07 CHG-08 asks for an overdue payment unless the plan was canceled since, and names its end", () => {
    const shown = (status: "active" | "past_due" | "ended", cancel_at_period_end: boolean) => [
      isPaymentAsked({ status, cancel_at_period_end }),
      mayStillChange({ status, cancel_at_period_end }),
    ];
    expect([shown("active", false), shown("active", true)]).toEqual([
      [false, true],
      [false, true],
    ]);
    expect([shown("past_due", false), shown("past_due", true)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const [end, grace] = [instantOf("2026-12-01T00:00:00.000Z"), instantOf("2026-12-08T00:00:00.000Z")];
    expect(planEnd({ current_period_end: end, grace_ends: null })).toBe(end);
    expect(planEnd({ current_period_end: end, grace_ends: grace })).toBe(grace);
  });

  it("CHG-02 CHG-08 says what waits for the end of the period, and what comes with an overdue payment", () => {
    const [end, grace] = [instantOf("2026-12-01T00:00:00.000Z"), instantOf("2026-12-08T00:00:00.000Z")];
    const shown = {
      status: "active",
      cancel_at_period_end: false,
      current_period_end: end,
      grace_ends: null,
      scheduled_plan_variant: null,
    } as const;
    const scheduled_plan_variant = { plan: { name: "Pro" }, recurring_credits: 20 };
    const essentials = { plan: { name: "Essentials" }, recurring_credits: 0 };
    const overdue = { ...shown, status: "past_due", grace_ends: grace, scheduled_plan_variant } as const;
    expect(
      [
        shown,
        { ...shown, scheduled_plan_variant },
        { ...shown, scheduled_plan_variant: essentials },
        { ...shown, cancel_at_period_end: true },
        overdue,
        { ...overdue, cancel_at_period_end: true },
      ].map(scheduledChangeText),
    ).toEqual([
      null,
      "You'll switch to Pro with 20 credits on December 1, 2026. Nothing changes until then.",
      "You'll switch to Essentials on December 1, 2026. Nothing changes until then.",
      "Your plan is canceled and ends on December 1, 2026. You have full access until then.",
      "You'll switch to Pro with 20 credits once you pay what's due. Nothing changes until then.",
      "Your plan is canceled and ends on December 8, 2026. You have full access until then.",
    ]);
  });

  it("PLN-10 DSC-03 names the next payment and its day, which a legacy plan that counts in credits has none of", () => {
    const plan = {
      next_payment_amount: cents(1_900),
      next_payment_date: instantOf("2026-12-01T00:00:00.000Z"),
      current_period_end: instantOf("2026-12-01T00:00:00.000Z"),
      grace_ends: null,
      discount: null,
      price_after_discount: null,
    };
    const discount = { code: "TEN", percent_off: 10, cycles_left: 2 };
    const undated = { ...plan, next_payment_date: null };
    const ends = { ...undated, next_payment_amount: null };
    const inGrace = { ...ends, grace_ends: instantOf("2026-12-08T00:00:00.000Z") };
    expect([plan, { ...plan, discount }, undated, ends, inGrace].map((each) => nextPaymentText(each))).toEqual([
      "$19.00 on December 1, 2026",
      "$19.00 on December 1, 2026. 10% off the next 2 payments",
      "$19.00",
      "None. Your plan ends on December 1, 2026.",
      "None. Your plan ends on December 8, 2026.",
    ]);
    const byCard = { ...plan, billed_by: "stripe" } as const;
    const holds = (account_credit: number, carried_over = 0) => ({
      account_credit: cents(account_credit),
      carried_over: cents(carried_over),
    });
    expect([0, 700, 5_000].map((credit) => creditForNextPayment(byCard, holds(credit)))).toEqual([0, 700, 1_900]);
    expect(creditForNextPayment(byCard, holds(0, 30))).toBe(-30);
    expect(nextPaymentText(plan, cents(-30))).toBe(
      "$19.30 on December 1, 2026 ($19.00 plus $0.30 from an earlier payment)",
    );
    expect(creditForNextPayment({ ...plan, billed_by: "paypal" }, holds(700, 30))).toBe(0);
    expect(creditForNextPayment({ ...ends, billed_by: "stripe" }, holds(700, 30))).toBe(0);
    expect(nextPaymentText({ ...plan, discount }, cents(700))).toBe(
      "$12.00 on December 1, 2026 ($19.00 less $7.00 in account credit). 10% off the next 2 payments",
    );
    const price_after_discount = { price: cents(2_111), at: instantOf("2027-02-01T00:00:00.000Z") };
    expect(nextPaymentText({ ...plan, discount, price_after_discount })).toBe(
      "$19.00 on December 1, 2026. 10% off the next 2 payments, then $21.11 from February 1, 2027",
    );
    expect(nextPaymentText(undated, cents(1_900))).toBe("$0.00 ($19.00 less $19.00 in account credit)");
    expect(nextPaymentText({ ...plan, discount: { ...discount, cycles_left: 1 } })).toContain("10% off this payment");
    expect(nextPaymentText({ ...plan, discount: { ...discount, cycles_left: 0 } })).toBe(nextPaymentText(plan));
    expect([plan, undated, ends].map(renewalItem)).toEqual([
      { name: "Renews", value: "December 1, 2026, $19.00" },
      { name: "Renews", value: "$19.00" },
      { name: "Ends", value: "December 1, 2026" },
    ]);
  });

  it("CHK-07 ACC-08 every page asks for an overdue payment where its plan is paid, and no member of a team", () => {
    const plan = (billed_by: "stripe" | "paypal", status: "active" | "past_due", cancel_at_period_end = false) => ({
      billed_by,
      status,
      cancel_at_period_end,
    });
    const owner = { isMember: false };
    expect(overduePayer(plan("stripe", "past_due"), owner)).toBe("stripe");
    expect(overduePayer(plan("paypal", "past_due"), owner)).toBe("paypal");
    expect(overduePayer(plan("paypal", "past_due"), { isMember: true })).toBeNull();
    expect(overduePayer(plan("stripe", "past_due", true), owner)).toBeNull();
    expect([overduePayer(plan("stripe", "active"), owner), overduePayer(null, owner)]).toEqual([null, null]);
  });
});

describe("credits that arrived", () => {
  it("CRD-05 says how many more there are to spend", () => {
    expect([creditsPurchasedMessage(1), creditsPurchasedMessage(1_200)]).toEqual([
      "1 credit added.",
      "1,200 credits added.",
    ]);
  });
});

describe("analytics", () => {
  it("ANL-01 records with consent only, and results only for a fingerprint of sixteen characters", () => {
    expect([mayRecord("given"), mayRecord("refused"), mayRecord("not-asked")]).toEqual([true, false, false]);
    const search = { search_id: "s", browser_fingerprint: "0123456789abcdef" };
    expect(mayRecordResults(search)).toBe(true);
    expect(mayRecordResults({ ...search, browser_fingerprint: "0123456789abcde" })).toBe(false);
    expect(mayRecordResults({ ...search, search_id: null })).toBe(false);
    expect([FINGERPRINT_COOKIE_DAYS, MIN_FINGERPRINT_LENGTH]).toEqual([36_500, 16]);
  });

  it("ANL-01 takes a fingerprint for consent, and nothing else; a browser that opts out never gives it", () => {
    const cookies = [null, REFUSED_CONSENT, "0123456789abcdef", givenConsent("0a1b")];
    expect(cookies.map((cookie) => consentOf(cookie, false))).toEqual(["not-asked", "refused", "refused", "given"]);
    expect(recordedFingerprint(givenConsent("0a1b"), false)).toBe("0a1b");
    fc.assert(
      fc.property(fc.option(fc.oneof(fc.string(), fc.string().map(givenConsent))), fc.boolean(), (cookie, optsOut) => {
        const recorded = recordedFingerprint(cookie, optsOut);
        expect(recorded === null || (givenConsent(recorded) === cookie && !optsOut)).toBe(true);
      }),
    );
  });

  it("ANL-02 a search led to a product whose address says so, or that stood in the results just left", () => {
    const last = { search_id: "s", address: "/products?q=fire", slugs: ["a", "b"] };
    const led = (query: string, cameFrom: string | null = null, slug = "b") =>
      searchThatLedTo(slug, new URLSearchParams(query), last, cameFrom);
    expect(led("query_id=q&position=3")).toEqual({ query_id: "q", position: 3 });
    expect(led("", last.address)).toEqual({ query_id: "s", position: 2 });
    // Invalid parameters in the URL are ignored.
    for (const wrong of ["query_id=q", "position=3", "query_id=q&position=0", "query_id=q&position=1.5"])
      expect([led(wrong), led(wrong, last.address)]).toEqual([null, { query_id: "s", position: 2 }]);
    const [long, far] = [`query_id=${"q".repeat(65)}&position=1`, "query_id=q&position=10001"];
    expect([led(long), led(far), led("", "/products"), led("", last.address, "c")]).toEqual([null, null, null, null]);
    expect(searchThatLedTo("b", new URLSearchParams(), null, last.address)).toBeNull();
  });

  it("ANL-02 a product that a search led to was visited and clicked, any other one visited", () => {
    const visited = { slug: "campfire", name: "Campfire", url: "/collections/campfire", product_type: "2D Elements" };
    expect(eventsOfVisit(visited)).toEqual([{ _tag: "product_page_visit", ...visited }]);
    expect(eventsOfVisit({ ...visited, query_id: "s" })).toHaveLength(1);
    expect(eventsOfVisit({ ...visited, query_id: "s", position: 3 })[1]).toEqual({
      _tag: "click",
      slug: "campfire",
      query_id: "s",
      position: 3,
    });
  });

  it("ANL-02 an order is recorded with all that it sold, and every event is as the schema says", () => {
    const quote = quotePack({ reference: "5", amount: credits(5), price: cents(1_500) });
    const item = (id: number) => ({ kind: "product" as const, collection_variant_id: id, raised_from: null });
    const order = (items: Order["items"]) => purchaseEvent({ id: "o", items, quote });
    const plan = { kind: "plan" as const, plan_variant_id: 130 };
    const pack = { kind: "credit-pack" as const, credits: credits(5) };
    const same = { _tag: "purchase", order_id: "o", amount: quote.total };
    const none = { plan_variant_id: null, credits: null, variant_ids: [] };
    expect(order([plan, pack])).toEqual({ ...same, ...none, kind: "plan", plan_variant_id: 130, credits: 5 });
    expect(order([item(7), item(9)])).toEqual({ ...same, ...none, kind: "product", variant_ids: [7, 9] });
    expect(Schema.decodeUnknownSync(AnalyticsEventSchema)(order([pack]))).toEqual(order([pack]));
    expect(addedTo({ variant_ids: [1, 2] }, { variant_ids: [2, 3, 1] })).toEqual([3]);
  });

  it("ANL-01 says who an event is about", () => {
    const account = { id: "u1", email: "a@b.co", free_subscriber: true };
    expect(analyticsUser(null)).toEqual({ user_id: null, user_email: null, user_type: "visitor" });
    expect(analyticsUser(account)).toEqual({ user_id: "u1", user_email: "a@b.co", user_type: "free" });
    expect(analyticsUser({ ...account, free_subscriber: false }).user_type).toBe("subscriber");
  });
});
