import { NEW_SHOP, SITE_PAGES, cents, credits, instantOf, licenseId, message } from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { footerParts } from "#features/site/footer-parts.ts";
import { listingChoice } from "#features/catalog/listing-query.ts";
import { accountMenu, subscriberBadge } from "#features/site/account-menu.ts";
import { changeButtonText, payButton, payLabel } from "#features/checkout/button-texts.ts";
import { type IndicatedSubscription, creditsIndicator } from "#features/site/credits-indicator.ts";
import { errorPage } from "#features/site/error-page.ts";
import { ADDRESS_CLEANUP_MS, LIMIT_DIALOG_DELAY_MS } from "#ui/milliseconds.ts";
import { SAVED_CARDS_MAX_HEIGHT_PX } from "#ui/pixels.ts";
import { footerMenus, headerMenus } from "#features/site/site-menus.ts";
import { answeredPage, orderToAwait, planWait, waitingPage } from "#features/checkout/waiting-page.ts";

describe("the footer", () => {
  it("NWS-01 has the newsletter's form on pages without another form, and no menus at a checkout", () => {
    const parts = (path: string) => Object.values(footerParts(path));
    for (const path of ["/", "/products", "/pricing", "/ordersmith"]) expect(parts(path), path).toEqual([true, true]);
    for (const path of ["/accounts/profile", "/orders"]) expect(parts(path), path).toEqual([true, false]);
    for (const path of ["/checkout", "/checkout/130", "/sign-in", "/instant-purchase", "/users/reset"])
      expect(parts(path), path).toEqual([false, false]);
  });
});

describe("a listing's URL", () => {
  it("SRC-03 searches for the first 200 characters, none of them cut in half", () => {
    const searched = (q: string) => listingChoice(new URLSearchParams({ q })).q;
    expect(searched(`${"a".repeat(199)}🎬🎬`)).toBe(`${"a".repeat(199)}🎬`);
    const end = fc.string({ unit: "binary", maxLength: 8 });
    fc.assert(fc.property(fc.nat(202), end, (many, q) => searched("a".repeat(many) + q).isWellFormed()));
  });
});

describe("the account menu", () => {
  const owner = { subscription: null, should_see_manage_subscription: true };
  const always = [
    "Downloads",
    "Wishlists",
    "Order History",
    "Profile",
    "Suggest a Product",
    "Sell",
    "Report a Bug",
    "Logout",
  ];
  it("SHL-02 shows subscription and team to those who may manage them", () => {
    expect(accountMenu(owner)).toEqual(always);
    expect(accountMenu({ ...owner, subscription: { license_id: licenseId(1) } })).toEqual([
      "Downloads",
      "Wishlists",
      "Manage Subscription",
      "Order History",
      "Profile",
      "Suggest a Product",
      "Sell",
      "Report a Bug",
      "Logout",
    ]);
    expect(accountMenu({ subscription: { license_id: licenseId(2) }, should_see_manage_subscription: false })).toEqual([
      "Downloads",
      "Wishlists",
      "Order History",
      "Manage Team",
      "Profile",
      "Suggest a Product",
      "Sell",
      "Report a Bug",
      "Logout",
    ]);
    expect(accountMenu({ ...owner, subscription: { license_id: licenseId(6) } })).toHaveLength(10);
  });

  it("SHL-02 legacy and plus plans have the subscription badge", () => {
    const badge = (is_avfx_plus: boolean, is_credit_based_legacy: boolean) =>
      subscriberBadge({ is_avfx_plus, is_credit_based_legacy });
    expect([badge(false, false), badge(true, false), badge(false, true), badge(true, true)]).toEqual([
      "credits",
      "subscription",
      "subscription",
      "subscription",
    ]);
  });

  it("CRD-08 SHL-02 the credits indicator opens the balance, the credits to come and the next payment", () => {
    const pro = { plan: { name: "Pro" }, recurring_credits: 20 };
    const [end, grace] = [instantOf("2026-12-01T00:00:00.000Z"), instantOf("2026-12-08T00:00:00.000Z")];
    const plan = {
      plan_variant: pro,
      scheduled_plan_variant: null,
      status: "active",
      billed_by: "stripe",
      cancel_at_period_end: false,
      next_payment_amount: cents(4_900),
      next_payment_date: end,
      current_period_end: end,
      grace_ends: null,
      discount: null,
      price_after_discount: null,
      current_credit_balance: credits(1_240),
      legacy_current_credit_balance: credits(0),
      is_avfx_plus: false,
      is_credit_based_legacy: false,
    } as const;
    const shown = (more: Partial<IndicatedSubscription>, isMember = false) => {
      const { badge, rows } = creditsIndicator({ ...plan, ...more }, { isMember });
      return [badge, ...rows.map(({ name, value }) => `${name}: ${value}`)];
    };
    const balance = "Credit balance: 1,240 credits";
    const payment = "Next payment: $49.00 on December 1, 2026";
    const brought = "New credits: 20 credits on December 1, 2026";
    expect(shown({})).toEqual(["1,240 credits", balance, brought, payment]);
    expect(shown({}, true)).toEqual(["1,240 credits", balance, brought]);
    const { rows } = creditsIndicator(plan, {
      isMember: false,
      balance: { account_credit: cents(900), carried_over: cents(0) },
    });
    expect(rows.at(-1)?.value).toBe("$40.00 on December 1, 2026 ($49.00 less $9.00 in account credit)");
    const larger = { ...pro, recurring_credits: 50 };
    expect(shown({ scheduled_plan_variant: larger })[2]).toBe("New credits: 50 credits on December 1, 2026");
    expect(shown({ plan_variant: { ...pro, recurring_credits: 0 } })).toEqual(["1,240 credits", balance, payment]);
    const legacy = { is_credit_based_legacy: true, next_payment_date: null };
    expect(shown(legacy)).toEqual(["Pro", balance, "New credits: 20 credits", "Next payment: $49.00"]);
    expect(shown({ is_avfx_plus: true })[0]).toBe("Pro");
    expect(shown({ status: "past_due", grace_ends: grace })).toEqual([
      "1,240 credits",
      balance,
      "New credits: 20 credits once you make the overdue payment",
      "Next payment: Overdue",
    ]);
    expect(shown({ cancel_at_period_end: true, next_payment_amount: null, next_payment_date: null })).toEqual([
      "1,240 credits",
      balance,
      "New credits: None (your plan ends)",
      "Next payment: None. Your plan ends on December 1, 2026.",
    ]);
  });
});

describe("what a buyer reads while an order waits", () => {
  const place = { isWaiting: true, isGuest: false, supportEmail: "help@example.com" };

  it("CHK-08 the page says who is asked, and after a while where to look", () => {
    expect(waitingPage("PayPal", place)).toMatchObject({ title: "Confirming your payment" });
    expect(waitingPage("PayPal", place).text).toMatch(/^PayPal is processing your payment\./);
    expect(waitingPage("The payment provider", place).text).toContain("you won't be charged twice");
    const late = { ...place, isWaiting: false };
    expect(waitingPage("PayPal", late).title).toBe("This is taking longer than usual");
    expect(waitingPage("PayPal", late).text).toContain("Check your account later, or contact help@example.com");
    expect(waitingPage("PayPal", { ...late, isGuest: true }).text).toContain("Check your email later");
  });

  it("SHL-07 the page of an error says what it is, and leads on", () => {
    expect([errorPage(401, ""), errorPage(404, "gone"), errorPage(422, "Use a form.")]).toMatchObject([
      { title: "Sign-in required", leadsTo: "sign-in" },
      { text: "It may have moved, or there's a typo in the URL.", leadsTo: "home" },
      { title: "Something went wrong", text: "Use a form.", leadsTo: "home" },
    ]);
    expect(errorPage(500, "").text).toContain("on our end");
  });

  it("CHK-08 the wait for a plan leads to its order, to what became of it, to the plan, or to prices", () => {
    const known = { orderId: "a", pending: null, outcome: { _tag: "unpaid" }, hasPlan: false } as const;
    const waits: readonly [object, object][] = [
      [
        { pending: { id: "a" }, hasPlan: true },
        { _tag: "pending", order_id: "a" },
      ],
      [{ pending: { id: "b" } }, { _tag: "other", order_id: "b" }],
      [
        { orderId: null, pending: { id: "b" } },
        { _tag: "other", order_id: "b" },
      ],
      // The plan may be an older one, so the requested order takes precedence.
      [
        { outcome: { _tag: "refunded", words: "refunded" }, hasPlan: true },
        { _tag: "unfulfillable", words: "refunded" },
      ],
      [{ hasPlan: true }, { _tag: "failed" }],
      [
        { outcome: { _tag: "paid", isChange: true }, hasPlan: true },
        { _tag: "done", isChange: true },
      ],
      [
        { orderId: null, hasPlan: true },
        { _tag: "done", isChange: false },
      ],
      [{ orderId: null }, { _tag: "failed" }],
      [{}, { _tag: "failed" }],
    ];
    for (const [more, wait] of waits) expect(planWait({ ...known, ...more })).toEqual(wait);
  });

  it("CHK-04 CHK-08 an order that ended says so in its own words; money that opened nothing goes back", () => {
    const words = message("payment_not_applied");
    expect(answeredPage("unfulfillable", words)).toEqual({ title: "We're refunding your payment", text: words });
    expect(answeredPage("waiting", null, "PayPal").title).toBe("Approve your payment in PayPal");
    for (const ended of ["failed", "canceled", "expired"] as const) {
      expect(answeredPage(ended, "Your card was declined.")).toEqual({
        title: "You weren't charged",
        text: "Your card was declined.",
      });
      expect(answeredPage(ended, null).text).toContain("Place the order again");
    }
  });

  it("CHK-08 an answer that never came is awaited by who has no plan, and an order that waits by everybody", () => {
    for (const code of ["provider_unreachable", "unavailable", "unreachable"])
      expect([orderToAwait({ code }, true), orderToAwait({ code }, false)]).toEqual(["unknown", null]);
    expect(orderToAwait({ code: "card_declined" }, true)).toBeNull();
    const waits = { code: "conflict", order_id: "a" };
    expect([orderToAwait(waits, true), orderToAwait(waits, false)]).toEqual([{ id: "a" }, { id: "a" }]);
  });
});

describe("the site's menus", () => {
  const nowhere = { ...NEW_SHOP.contact, support_email: "help@a.example" };
  const everywhere = {
    support_email: "help@a.example",
    sales_email: "sales@a.example",
    discord: "https://discord.example",
    product_requests: "https://requests.example",
    roadmap: "https://roadmap.example",
    selling: "https://selling.example",
    jobs: "https://jobs.example",
    bug_reports: "https://bugs.example",
  };
  const nothing = { pages: [], categories: [] };
  const everything = { pages: SITE_PAGES.map(({ slug }) => slug), categories: ["news", "tutorials"] };
  const named = (menus: ReturnType<typeof headerMenus>) =>
    Object.fromEntries(menus.map(({ title, links }) => [title, links.map(({ name }) => name)]));

  it("SHL-01 Learn and Community name what there is, and are left out where that is nothing", () => {
    expect(named(headerMenus(everything, everywhere))).toEqual({
      Learn: ["Practice Footage", "Tutorials", "Blog"],
      Community: ["Discord", "Request a Product", "Testimonials"],
    });
    expect(headerMenus(everything, everywhere)[0]?.links.map(({ to }) => to)).toEqual([
      "/practice-footage",
      "/blog?category=tutorials",
      "/blog",
    ]);
    expect(named(headerMenus(nothing, nowhere))).toEqual({ Learn: ["Practice Footage"] });
    expect(named(headerMenus({ pages: [], categories: ["news"] }, nowhere))).toEqual({
      Learn: ["Practice Footage", "Blog"],
    });
    expect(named(headerMenus({ pages: ["testimonials"], categories: [] }, nowhere))).toMatchObject({
      Community: ["Testimonials"],
    });
  });

  it("SHL-03 the footer names what there is, and always how to reach support", () => {
    const footer = footerMenus(everything, everywhere);
    expect(named(footer)).toEqual({
      Learn: ["Tutorials", "Blog", "FAQ", "Release schedule"],
      Company: ["About us", "Testimonials", "Brand", "Jobs", "Sell"],
      Help: ["Contact support", "Contact sales", "Discord", "Request a Product", "Roadmap"],
    });
    expect(footer.flatMap(({ links }) => links.map(({ to }) => to))).toEqual([
      ...["/blog?category=tutorials", "/blog", "/faq", "/release-schedule"],
      ...["/about-us", "/testimonials", "/brand", "https://jobs.example", "https://selling.example"],
      ...["mailto:help@a.example", "mailto:sales@a.example", "https://discord.example"],
      ...["https://requests.example", "https://roadmap.example"],
    ]);
    expect(footerMenus(nothing, nowhere)).toEqual([
      { title: "Help", links: [{ name: "Contact support", to: "mailto:help@a.example" }] },
    ]);
  });

  it("SHL-01 SHL-03 no menu leads where nobody has written, whatever is written", () => {
    const written = fc.record({
      pages: fc.subarray(everything.pages),
      categories: fc.subarray(["news", "tutorials", "tools"]),
    });
    fc.assert(
      fc.property(written, ({ pages, categories }) => {
        const led = [
          ...headerMenus({ pages, categories }, nowhere),
          ...footerMenus({ pages, categories }, nowhere),
        ].flatMap(({ links }) => links.map(({ to }) => to));
        for (const page of everything.pages) expect(led.includes(`/${page}`)).toBe(pages.includes(page));
        expect(led.includes("/blog")).toBe(categories.length > 0);
        expect(led.includes("/blog?category=tutorials")).toBe(categories.includes("tutorials"));
      }),
    );
  });
});

describe("buttons and sizes", () => {
  it("CHG-04 the button of a change says what it changes to and when, and never its kind", () => {
    const at = instantOf("2026-12-21T00:00:00Z");
    const pro = (license: number) => ({ plan_name: "Pro", license_id: licenseId(license) });
    const essentials = { plan_name: "Essentials", license_id: licenseId(1) };
    const text = (kind: "upgrade" | "downgrade" | "no-change", to: typeof essentials) =>
      changeButtonText({ kind, effective_at: kind === "no-change" ? null : at }, pro(1), to);
    expect(text("downgrade", pro(3))).toBe("Change to Enterprise on December 21, 2026");
    expect(text("upgrade", pro(2))).toBe("Change to Startup now");
    expect(text("downgrade", essentials)).toBe("Change to Essentials on December 21, 2026");
    expect(text("upgrade", pro(1))).toBe("Change plan now");
    expect(text("downgrade", pro(1))).toBe("Change plan on December 21, 2026");
    expect(text("no-change", pro(1))).toBe("Keep this plan");
  });

  it("CHK-02 the button says what it does, and visitors are asked for their e-mail", () => {
    expect(payButton({ _tag: "idle" }, { signedIn: false })).toEqual({
      label: "Enter your email to continue",
      enabled: false,
      pending: false,
    });
    expect(payButton({ _tag: "idle" }, { signedIn: true })).toEqual({
      label: "Place order",
      enabled: true,
      pending: false,
    });
    expect(payButton({ _tag: "error", message: "no" }, { signedIn: true }, "Pay $49.00")).toEqual({
      label: "Pay $49.00",
      enabled: true,
      pending: false,
    });
    expect(payButton({ _tag: "loading" }, { signedIn: true })).toEqual({
      label: "Loading...",
      enabled: false,
      pending: true,
    });
    expect(payButton({ _tag: "success" }, { signedIn: true })).toEqual({
      label: "Place order",
      enabled: false,
      pending: false,
    });
  });

  it("CHK-04 the button to pay names the way and the amount", () => {
    expect([payLabel("stripe", "Buy", cents(1_500)), payLabel("stripe", "Place order", null)]).toEqual([
      "Buy · $15.00",
      "Place order",
    ]);
    expect([payLabel("paypal", "Buy", cents(1_500)), payLabel("paypal", "Buy", null)]).toEqual([
      "Continue · $15.00",
      "Continue",
    ]);
  });

  it("DWN-02 PLN-07 CHK-05 waits and heights are as specified", () => {
    expect([LIMIT_DIALOG_DELAY_MS, ADDRESS_CLEANUP_MS, SAVED_CARDS_MAX_HEIGHT_PX]).toEqual([500, 1_000, 200]);
  });
});
