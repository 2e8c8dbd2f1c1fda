import { describe, expect, it } from "vitest";
import {
  BUNDLE_RULE,
  MEMBER_ROLES,
  NO_TAX,
  SESSION_SECONDS,
  RATE_LIMITS,
  USUAL_TEAM_SEATS,
  addOnTotal,
  bundleText,
  cancellationText,
  failedPayment,
  planMark,
  cardName,
  cardNote,
  cents,
  changePreviewFacts,
  credits,
  ZERO,
  deletionLosses,
  forfeitAccountCreditText,
  forfeitText,
  forfeitedBalance,
  inviteOutcome,
  instantOf,
  isUndisturbed,
  leavingText,
  memberRoleNamed,
  orderTitle,
  otherRole,
  overdueAmount,
  overdueText,
  paidWith,
  paidWithText,
  paymentStatus,
  paymentNote,
  saleText,
  seatsText,
  taxPercentNamed,
  taxRate,
  payerWords,
} from "@backlot/domain";

const MARCH = instantOf("2027-03-15T10:30:00Z");

describe("orders in a list", () => {
  const lines = [{ label: "Pro plan" }, { label: "20 credits" }];
  const items = [
    { name: "Ground Fire", label: "2K" },
    { name: "Barn Fire", label: "4K" },
    { name: "Rain", label: "HD" },
  ];

  it("ORD-01 are called by what they sold", () => {
    expect(orderTitle({ items: [], quote: { lines } })).toBe("Pro plan and 20 credits");
    expect(orderTitle({ items: items.slice(0, 1), quote: { lines } })).toBe("Ground Fire · 2K");
    expect(orderTitle({ items, quote: { lines } })).toBe("Ground Fire · 2K and 2 more");
  });

  it("ORD-06 say what went back, or that it is on its way", () => {
    expect(paymentNote({ refunded: cents(1_250), status: "paid", dispute_open: false })).toBe("$12.50 refunded");
    expect(paymentNote({ refunded: cents(1_250), status: "unfulfillable", dispute_open: false })).toBe(
      "$12.50 refunded",
    );
    expect(paymentNote({ refunded: cents(0), status: "unfulfillable", dispute_open: false })).toBe("Being refunded");
    expect(paymentNote({ refunded: cents(0), status: "paid", dispute_open: false })).toBe("");
    expect(paymentNote({ refunded: cents(0), status: "paid", dispute_open: true })).toBe("Disputed");
  });

  it.each([
    [{ total: 1, account_credit: 0 }, "stripe", "card", "Paid by card"],
    [{ total: 1, account_credit: 500 }, "stripe", "card", "Paid by card"],
    [{ total: 1, account_credit: 0 }, "paypal", "paypal", "Paid with PayPal"],
    [{ total: 0, account_credit: 500 }, "stripe", "account-credit", "Paid with account credit"],
    [{ total: 0, account_credit: 0 }, "stripe", "nothing", "Nothing to pay"],
    [{ total: 0, account_credit: 0 }, "paypal", "nothing", "Nothing to pay"],
  ] as const)("ORD-06 DSC-06 %o by %s were paid with %s", (quote, provider, paid, words) => {
    expect(paidWith({ quote: quote as never, provider })).toBe(paid);
    expect(paidWithText(paid)).toBe(words);
  });

  it("CHK-06 CHK-07 a payment that its provider was not asked about is on its way, unless its order has ended", () => {
    expect(paymentStatus("pending", null)).toBe("processing");
    for (const ended of ["failed", "canceled", "expired", "unfulfillable"] as const)
      expect(paymentStatus(ended, null)).toBe("canceled");
    expect([paymentStatus("paid", null), paymentStatus("paid", "Canceled")]).toEqual(["succeeded", "succeeded"]);
    expect(paymentStatus("pending", "RequiresPaymentMethod")).toBe("requires_payment_method");
    expect(paymentStatus("canceled", "Canceled")).toBe("canceled");
  });

  it("DSC-05 a bundle says how many items are missing, or that it counts", () => {
    expect(bundleText({ ...BUNDLE_RULE, items: 3, reached: false })).toBe("2 more for 20% off");
    expect(bundleText({ ...BUNDLE_RULE, items: 6, reached: true })).toBe("20% bundle discount applied.");
  });
});

describe("saved cards in words", () => {
  const card = { display_brand: "visa", last4: "4242", exp_month: 3, exp_year: 2030 };

  it("CHK-05 a card is named by its brand and its last digits, with its date and its uses", () => {
    expect(cardName(card)).toBe("Visa ending in 4242");
    const saved = { card, is_default: false, is_expired: false, pays_plan: false };
    expect(cardNote(saved)).toBe("Expires 03/2030");
    expect(cardNote({ ...saved, is_expired: true })).toBe("Expired 03/2030");
    expect(cardNote({ ...saved, is_default: true, pays_plan: true })).toBe(
      "Expires 03/2030, default, used for your plan",
    );
  });
});

describe("what goes with a plan or an account", () => {
  it("ACC-07 an account that is deleted is told of its plan and its credits, where it has them", () => {
    expect(deletionLosses({ plan: "Pro with 20 credits", credits: 1, account_credit: ZERO }).slice(0, 2)).toEqual([
      "Your plan (Pro with 20 credits) will end immediately. The remaining time isn't refunded.",
      "You'll lose 1 credit.",
    ]);
    expect(deletionLosses({ plan: null, credits: 20, account_credit: ZERO })[0]).toBe("You'll lose 20 credits.");
    expect(deletionLosses({ plan: null, credits: 0, account_credit: ZERO })).toHaveLength(2);
    expect(deletionLosses({ plan: null, credits: 0, account_credit: cents(7_999) })[0]).toBe(
      "You'll lose $79.99 in account credit. Our support team can refund it before you delete your account.",
    );
    expect(forfeitAccountCreditText(cents(7_999))).toBe("I understand that I'll lose my $79.99 in account credit.");
    expect(forfeitedBalance({ current_credit_balance: 20, legacy_current_credit_balance: 7 })).toBe(27);
    expect(forfeitText(27)).toBe("I understand that I'll lose my 27 credits.");
  });

  it("CHG-08 CHK-07 a canceled plan lasts as long as its period, an overdue one as long as its grace", () => {
    const shown = { current_period_end: instantOf("2027-04-15T10:30:00Z"), grace_ends: null };
    const texts = [0, 1, 12].map((plan_credits) => cancellationText({ ...shown, plan_credits }));
    expect(texts).toEqual([
      "You'll keep your plan until April 15, 2027. Purchased credits and items are yours to keep.",
      "You'll keep your plan until April 15, 2027. Your plan credit expires then, so use it first. " +
        "Purchased credits and items are yours to keep.",
      "You'll keep your plan until April 15, 2027. Your 12 plan credits expire then, so use them first. " +
        "Purchased credits and items are yours to keep.",
    ]);
    expect(cancellationText({ ...shown, grace_ends: MARCH, plan_credits: 0 })).toContain(
      "until March 15, 2027. You can't undo this.",
    );
    const marks = (["active", "past_due"] as const).map((status) =>
      [false, true].map((cancel_at_period_end) => planMark({ status, cancel_at_period_end })),
    );
    expect(marks).toEqual([
      [null, "Canceled"],
      ["Payment failed", "Canceled"],
    ]);
    const plan = {
      ...shown,
      status: "past_due" as const,
      cancel_at_period_end: false,
      next_payment_amount: cents(4_900),
      plan_variant: { plan: { name: "Pro" }, recurring_credits: credits(20), interval: "month" as const },
    };
    expect(failedPayment(plan)).toEqual({
      title: "Pro · 20 credits · monthly",
      amount: 4_900,
      due_at: shown.current_period_end,
    });
    expect(failedPayment({ ...plan, cancel_at_period_end: true })).toBeNull();
    expect(failedPayment({ ...plan, status: "active" })).toBeNull();
    expect(overdueText(MARCH, "stripe")).toBe(
      "You have until March 15, 2027 to pay. Pay with another card to keep your plan.",
    );
    expect(overdueText(MARCH, "paypal")).toBe(`You have until March 15, 2027 to pay. ${payerWords("paypal").overdue}`);
  });

  it("CHK-07 an overdue plan is paid by card with what comes to be paid next; at PayPal with nothing here", () => {
    const plan = { next_payment_amount: cents(4_900) };
    expect([overdueAmount(plan, "stripe"), overdueAmount(plan, "paypal"), overdueAmount(plan, null)]).toEqual([
      4_900,
      null,
      null,
    ]);
    expect(overdueAmount(null, "stripe")).toBeNull();
  });

  it("CHG-04 another plan is offered first where nothing of the running one is pending", () => {
    const quiet = { grace_ends: null, scheduled_plan_variant: null, cancel_at_period_end: false };
    expect(isUndisturbed(quiet)).toBe(true);
    for (const pending of [{ grace_ends: MARCH }, { scheduled_plan_variant: {} }, { cancel_at_period_end: true }])
      expect(isUndisturbed({ ...quiet, ...pending })).toBe(false);
  });
});

describe("a team", () => {
  it("ACC-08 a role that nobody knows is the lesser one, and a member can be given the other", () => {
    expect(["Artist", "Download Only", "Admin", ""].map(memberRoleNamed)).toEqual([
      "Artist",
      "Download Only",
      "Download Only",
      "Download Only",
    ]);
    expect(MEMBER_ROLES.map(otherRole)).toEqual([...MEMBER_ROLES].reverse());
  });

  it("ACC-08 who is invited again gets the same mail, or another invitation for another role, within the seats", () => {
    const team = { isMember: false, seats: 5, taken: 4 };
    const open = { role: "Artist" } as const;
    const tag = (...asked: Parameters<typeof inviteOutcome>) => inviteOutcome(...asked)._tag;
    expect(tag({ ...team, taken: 3 }, "Artist", null)).toBe("invite");
    expect(tag(team, "Artist", null)).toBe("refused");
    expect(tag(team, "Artist", open)).toBe("repeat");
    expect(tag(team, "Download Only", open)).toBe("replace");
    // The plan has ended in the meantime.
    expect(inviteOutcome({ ...team, seats: 0 }, "Artist", open)).toEqual({
      _tag: "refused",
      refusal: { _tag: "PlanHasNoTeam" },
    });
    expect(tag({ ...team, isMember: true }, "Artist", open)).toBe("refused");
  });

  it("ACC-08 who leaves is told what goes, and its administrator what of whom; seats count them too", () => {
    expect(leavingText(null)).toMatch(/^You'll lose access to the team's plan/);
    expect(leavingText("Ada Lens")).toMatch(/^Ada Lens will lose access to the team's plan/);
    expect(seatsText(2, 5)).toBe("3 of 5 seats used, including yours.");
  });

  it("DSC-02 ACC-03 LIC-13 ACC-05 ACC-08 a store that sets nothing has these limits", () => {
    const limits = Object.entries(RATE_LIMITS).map(([name, { attempts, seconds }]) => [name, { attempts, seconds }]);
    expect(Object.fromEntries(limits)).toEqual({
      codes: { attempts: 10, seconds: 60 },
      searches: { attempts: 60, seconds: 600 },
      passwords: { attempts: 10, seconds: 900 },
      networks: { attempts: 100, seconds: 600 },
      mails: { attempts: 10, seconds: 86_400 },
      networkMails: { attempts: 60, seconds: 3_600 },
      newsletter: { attempts: 20, seconds: 600 },
      certificates: { attempts: 20, seconds: 3_600 },
      payments: { attempts: 60, seconds: 600 },
      networkPayments: { attempts: 300, seconds: 600 },
      documents: { attempts: 120, seconds: 600 },
      downloads: { attempts: 1_000, seconds: 3_600 },
      invitations: { attempts: 50, seconds: 86_400 },
      inquiries: { attempts: 300, seconds: 600 },
      carts: { attempts: 600, seconds: 600 },
    });
    expect([SESSION_SECONDS, USUAL_TEAM_SEATS]).toEqual([2_592_000, { startup: 5, enterprise: 25 }]);
  });
});

describe("what support reads", () => {
  const preview = {
    kind: "upgrade",
    effective_at: MARCH,
    charge_today: cents(10_000),
    credit_for_unused: cents(2_450),
    credits_returned: credits(10),
    account_credit_used: cents(300),
    account_credit_left: cents(0),
    credits_gained: credits(40),
    legacy_credits_lost: credits(7),
    next_renewal: { at: instantOf("2027-04-15T10:30:00Z"), price: cents(10_000) },
  } as const;

  it("CLI-01 CHG-07 a preview says each amount that there is, with its tax where one is paid", () => {
    expect(changePreviewFacts(preview as never, { total: cents(10_825), tax: taxRate(8.25) })).toEqual([
      "Kind: upgrade",
      "Takes effect: March 15, 2027",
      "Charge today: $100.00",
      "With 8.25% tax: $108.25",
      "Discount for unused credits: $24.50 (10 credits traded in)",
      "Account credit used: $3.00",
      "Credits gained: 40",
      "Legacy credits lost permanently: 7",
      "Next renewal: $108.25 on April 15, 2027",
    ]);
    // Essentials has no credits to trade in.
    const essentials = { ...preview, credits_returned: credits(0) };
    expect(changePreviewFacts(essentials as never, { total: cents(10_000), tax: NO_TAX })).toContain(
      "Discount for unused time: $24.50",
    );
    const smaller = { ...preview, kind: "downgrade", credits_returned: credits(0) };
    expect(changePreviewFacts(smaller as never, { total: cents(0), tax: NO_TAX })).toContain(
      "Unspent credits: kept until the plan ends",
    );
    const none = {
      ...preview,
      kind: "no-change",
      effective_at: null,
      charge_today: cents(0),
      credit_for_unused: cents(0),
      account_credit_used: cents(0),
      account_credit_left: cents(120),
      credits_gained: credits(0),
      legacy_credits_lost: credits(0),
      next_renewal: null,
    };
    expect(changePreviewFacts(none as never, { total: cents(0), tax: NO_TAX })).toEqual([
      "Kind: no change",
      "Charge today: $0.00",
      "Account credit left: $1.20",
    ]);
  });

  it("DSC-04 CLI-03 a sale says what it takes off, and until when", () => {
    expect(saleText(null)).toBe("There's no sale right now.");
    expect(saleText({ percent_off: 30, ends_at: null })).toBe("Current sale: 30% off new plans, with no end date.");
    expect(saleText({ percent_off: 30, ends_at: MARCH })).toBe(
      "Current sale: 30% off new plans, until 2027-03-15 10:30 UTC.",
    );
  });

  it("CHK-04 ORD-04 credits that are paid apart from their plan cost their line with its tax", () => {
    const lines = [
      { kind: "plan", net: cents(9_900) },
      { kind: "pack", net: cents(2_100) },
    ];
    expect(addOnTotal({ lines })).toBe(2_100);
    expect(addOnTotal({ lines, tax_rate: taxRate(10) })).toBe(2_310);
    expect(addOnTotal({ lines: lines.slice(0, 1) })).toBe(0);
  });

  it("ORD-04 a tax is named as a percentage from 0 to 100 with four decimals at most", () => {
    expect(["0", "8.25", "99.9999", "100"].map(taxPercentNamed)).toEqual([0, 8.25, 99.9999, 100]);
    for (const text of ["", "-1", "100.1", "101", "8,25", "8.25001", "8.25%", "1e2", " 8"])
      expect(taxPercentNamed(text)).toBeNull();
  });
});
