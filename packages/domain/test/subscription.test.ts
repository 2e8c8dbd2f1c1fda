import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BillingCorrection,
  type CreditEntry,
  type CreditLot,
  type Instant,
  type PlanTerms,
  type ProviderBilling,
  type SubscriptionTransition,
  type Subscription,
  applyEntries,
  cancelAtPeriodEnd,
  cents,
  applyPlanChange,
  credits,
  toCurrentSubscription,
  applyDueExpiry,
  applyProviderSchedule,
  billingCorrection,
  endReason,
  endSubscription,
  discountToCome,
  isChangeDeliverable,
  isCreditBased,
  overduePaymentError,
  periodCost,
  payerOf,
  replacedPayment,
  takesCreditsBack,
  takesPeriod,
  epochMs,
  graceEnds,
  grant,
  hasEnded,
  holdCredits,
  instant,
  instantOf,
  clearScheduledChange,
  licenseId,
  upcomingAmount,
  upcomingTerms,
  markPastDue,
  clearPastDue,
  previewChange,
  refundable,
  reinstateHold,
  releaseHold,
  renewalDate,
  nextPaymentAmount,
  nextPaymentDate,
  renewalPrice,
  renew,
  startSubscription,
  unspentOfPeriod,
  applyUpgrade,
  isCanceledInGrace,
  isQuoteValid,
  resumeError,
  applyProviderStatus,
} from "@backlot/domain";
import { arbInstant, arbPlanTerms } from "@backlot/testing/arbitraries";

const L = licenseId;
const DAY = 86_400_000;
const START = instantOf("2026-01-31T10:00:00Z");
const MONTHLY: PlanTerms = {
  variant_id: 130,
  license_id: L(1),
  interval: "month",
  recurring_credits: credits(20),
  price: cents(4_900),
};
const YEARLY: PlanTerms = {
  ...MONTHLY,
  variant_id: 132,
  interval: "year",
  recurring_credits: credits(240),
  price: cents(47_000),
};
const ESSENTIALS: PlanTerms = { ...MONTHLY, variant_id: 128, recurring_credits: credits(0), price: cents(1_900) };

const start = (terms: PlanTerms = MONTHLY): SubscriptionTransition =>
  startSubscription({ id: "sub", terms, at: START, payment: { reference: "pay-1", paid: terms.price } });
const lotsOf = (step: SubscriptionTransition): readonly CreditLot[] => step.grants.map((each) => each.lot);
const pays = (n: number) => ({ reference: `pay-${n}`, paid: cents(4_900) });
const ended = (subscription: Subscription, at: Instant = START) =>
  endSubscription(subscription, [], at, "cancelled").subscription;

describe("a subscription", () => {
  it("CHG-08 canceled while its renewal is overdue, it lasts as long as the grace, and owes nothing", () => {
    const { subscription, grants } = start();
    const lots = grants.map((each) => each.lot);
    const overdue = markPastDue(subscription, instantOf("2026-02-28T11:00:00Z"));
    const canceled = cancelAtPeriodEnd(overdue);
    expect(isCanceledInGrace(overdue)).toBe(false);
    expect(isCanceledInGrace(canceled)).toBe(true);
    // Its invoice was voided, so the provider has nothing open although nothing was paid.
    expect(clearPastDue(canceled)).toBe(canceled);
    expect(clearPastDue(overdue).status).toEqual({ _tag: "active" });
    expect(applyDueExpiry(canceled, lots, instantOf("2026-03-07T10:59:59.999Z")).subscription).toBe(canceled);
    expect(applyDueExpiry(canceled, lots, instantOf("2026-03-07T11:00:00Z")).subscription.status).toEqual({
      _tag: "ended",
      at: "2026-03-07T11:00:00.000Z",
      reason: "cancelled",
    });
    // A payment that succeeded before the invoice was voided pays for the whole period.
    const paid = renew(canceled, pays(2)).subscription;
    expect(paid).toMatchObject({ status: { _tag: "active" }, at_period_end: { _tag: "cancels" } });
  });

  it("CHG-08 what waits is undone while the plan runs, not in the grace of a canceled one or after its end", () => {
    const { subscription } = start();
    const overdue = markPastDue(subscription, instantOf("2026-02-28T11:00:00Z"));
    const [inPeriod, inGrace, afterGrace] = ["2026-02-01", "2026-03-01", "2026-04-01"].map((day) =>
      instantOf(`${day}T00:00:00Z`),
    ) as [Instant, Instant, Instant];
    const canceled = cancelAtPeriodEnd(subscription);
    expect([resumeError(subscription, inPeriod), resumeError(canceled, inPeriod)]).toEqual([null, null]);
    expect(resumeError(canceled, afterGrace)).toBe("subscription_ended");
    expect([overdue, cancelAtPeriodEnd(overdue)].map((plan) => resumeError(plan, inGrace))).toEqual([
      null,
      "subscription_ended",
    ]);
    expect(resumeError(ended(subscription), inPeriod)).toBe("subscription_ended");
  });

  it("CHK-07 a provider's refusal counts from when it says, else from now; its payment clears it", () => {
    const { subscription } = start();
    const [then, now] = [instantOf("2026-02-28T11:00:00Z"), instantOf("2026-03-01T00:00:00Z")];
    const told = (status: "active" | "past-due" | "ended" | "incomplete", failed_at: Instant | null = null) =>
      applyProviderStatus(subscription, { status, failed_at }, now);
    expect(told("past-due", then).status).toEqual({ _tag: "past-due", since: then });
    expect(told("past-due").status).toEqual({ _tag: "past-due", since: now });
    expect([told("active"), told("ended"), told("incomplete")]).toEqual([subscription, subscription, subscription]);
    const overdue = markPastDue(subscription, then);
    expect(applyProviderStatus(overdue, { status: "active", failed_at: null }, now).status._tag).toBe("active");
    expect(applyProviderStatus(overdue, { status: "incomplete", failed_at: null }, now)).toBe(overdue);
  });

  it("CHK-07 CHG-08 an overdue renewal is paid with another card, unless PayPal bills it or it was canceled", () => {
    const [byCard, byPayPal] = [payerOf("stripe"), payerOf("paypal")];
    const overdue = markPastDue(start().subscription, START);
    const errors = [overdue, cancelAtPeriodEnd(overdue)].flatMap((plan) =>
      [byCard, byPayPal].map((provider) => overduePaymentError(plan, provider)),
    );
    expect(errors).toEqual([null, "not_by_card", "subscription_ended", "not_by_card"]);
  });

  it.each([
    ["its owner canceled it", "active", true, false, "cancelled"],
    ["its owner canceled it in its grace", "past-due", true, false, "cancelled"],
    ["its owner canceled it, and its provider met no payment", "active", true, true, "cancelled"],
    ["its renewal was refused", "past-due", false, false, "unpaid"],
    ["its provider gave up before the store knew", "active", false, true, "unpaid"],
    ["someone ended it at its provider", "active", false, false, "cancelled"],
  ] as const)("CHG-08 CHK-07 why a plan ends: %s", (_, status, cancels, isUnpaid, reason) => {
    const { subscription } = start();
    const standing = status === "active" ? subscription : markPastDue(subscription, START);
    expect(endReason(cancels ? cancelAtPeriodEnd(standing) : standing, isUnpaid)).toBe(reason);
  });

  it("CHK-07 money pays the running period or a later one, and none of what has ended", () => {
    const { subscription } = start();
    const before = { start: instantOf("2025-12-31T10:00:00Z"), end: subscription.period.start };
    expect([undefined, subscription.period].map((period) => takesPeriod(subscription, period))).toEqual([true, true]);
    expect(takesPeriod(subscription, before)).toBe(false);
    expect(takesPeriod(ended(subscription), subscription.period)).toBe(false);
    expect(renew(subscription, { ...pays(2), period: before })).toEqual({ subscription, grants: [], entries: [] });
  });

  it("CHG-09 CHG-07 a change that was paid counts while its plan lives, and elsewhere while its quote holds", () => {
    const { subscription } = start();
    const [inPlace, anew] = [payerOf("stripe").plans, payerOf("paypal").plans];
    const right = { replaces: "pay-1", isProrationCreditWhole: true };
    const others = [right, { ...right, replaces: "pay-0" }, { ...right, isProrationCreditWhole: false }];
    expect(others.map((change) => isChangeDeliverable(subscription, change, inPlace))).toEqual([true, true, true]);
    expect(others.map((change) => isChangeDeliverable(subscription, change, anew))).toEqual([true, false, false]);
    expect(replacedPayment({ replaces_payment: "pay-0" }, subscription)).toBe("pay-0");
    expect(replacedPayment({ replaces_payment: null }, subscription)).toBe("pay-1");
    expect(replacedPayment({ replaces_payment: null }, null)).toBeNull();
    for (const gone of [null, ended(subscription)]) expect(isChangeDeliverable(gone, right, inPlace)).toBe(false);
  });

  it("CRD-09 CHG-07 credits that were held come back to a plan that lives, or that was refunded", () => {
    const { subscription } = start();
    const over = (["cancelled", "unpaid", "refunded"] as const).map(
      (reason) => endSubscription(subscription, [], START, reason).subscription,
    );
    expect([subscription, ...over].map(takesCreditsBack)).toEqual([true, false, false, true]);
  });

  it("CHG-07 ORD-06 what was short of an upgrade makes up the price of its credits, and no time", () => {
    expect(periodCost({ recurring_credits: credits(20) }, cents(4_000), cents(900))).toBe(4_900);
    expect(periodCost({ recurring_credits: credits(0) }, cents(4_000), cents(900))).toBe(4_000);
  });

  it("DSC-03 a discount lowers its later periods as often as it was sold for", () => {
    const lowered = (cycles: number) => discountToCome({ code: "TEN", percent_off: 10, cycles });
    expect(lowered(3)).toEqual({ code: "TEN", percent_off: 10, cycles_left: 2 });
    expect([lowered(1), discountToCome(null)]).toEqual([null, null]);
  });

  it("CRD-07 one legacy kind counts in credits", () => {
    expect((["credit-based", "plus", null] as const).map(isCreditBased)).toEqual([true, false, false]);
  });

  it("CHG-07 DSC-03 the preview of the same plan renews at what is really charged next, codes included", () => {
    const { subscription, grants } = start();
    const lots = grants.map((each) => each.lot);
    const renewal = (running: Subscription) =>
      previewChange({
        current: { ...toCurrentSubscription(running, lots), renewal_price: renewalPrice(running) },
        target: MONTHLY,
        accountCredit: cents(0),
        at: START,
      }).next_renewal;
    expect(renewal(subscription)).toEqual({ at: subscription.period.end, price: 4_900 });
    const discounted = { ...subscription, discount: { code: "FILM20", percent_off: 20, cycles_left: 2 } };
    expect(renewal(discounted)).toEqual({ at: subscription.period.end, price: upcomingAmount(discounted) });
    expect(upcomingAmount(discounted)).toBe(3_920);
  });

  it("CHG-07 the preview of the same plan says what comes: the scheduled plan, or nothing once canceled", () => {
    const { subscription, grants } = start();
    const lots = grants.map((each) => each.lot);
    const renewal = (running: Subscription) =>
      previewChange({
        current: { ...toCurrentSubscription(running, lots), renewal_price: nextPaymentAmount(running) },
        target: MONTHLY,
        accountCredit: cents(0),
        at: START,
      }).next_renewal;
    const end = subscription.period.end;
    const to = { ...MONTHLY, variant_id: 128, recurring_credits: credits(0), price: cents(1_900) };
    expect(renewal({ ...subscription, at_period_end: { _tag: "changes", to } })).toEqual({ at: end, price: 1_900 });
    expect(renewal({ ...subscription, at_period_end: { _tag: "cancels" } })).toBeNull();
    const ended = { ...subscription, status: { _tag: "ended", at: end, reason: "unpaid" } } as const;
    expect(nextPaymentAmount(ended)).toBeNull();
    const paidOn = (of: Subscription, isCreditBasedLegacy = false) => nextPaymentDate(of, { isCreditBasedLegacy });
    expect(paidOn(subscription)).toBe(end);
    expect(paidOn({ ...subscription, at_period_end: { _tag: "changes", to } })).toBe(end);
    expect(paidOn({ ...subscription, at_period_end: { _tag: "cancels" } })).toBeNull();
    expect([paidOn(ended), paidOn(subscription, true)]).toEqual([null, null]);
  });

  it("CHK-03 starts with its first period, paid, and its credits granted under the payment's name", () => {
    const { subscription, grants, entries } = start();
    expect(subscription).toEqual({
      id: "sub",
      terms: MONTHLY,
      legacy: false,
      anchor: START,
      period: { start: START, end: "2026-02-28T10:00:00.000Z" },
      paid: 4_900,
      payment: "pay-1",
      discount: null,
      at_period_end: { _tag: "renews" },
      status: { _tag: "active" },
    });
    expect(grants).toEqual([
      {
        lot: {
          id: "lot:pay-1",
          kind: "plan",
          granted: 20,
          remaining: 20,
          granted_at: START,
          source: "pay-1",
          subscription_id: "sub",
        },
        entry: { lot_id: "lot:pay-1", amount: 20, reason: "grant", reference: "pay-1", at: START },
      },
    ]);
    expect(entries).toEqual([]);
    expect(start(ESSENTIALS).grants).toEqual([]);
  });

  it("CHK-07 renews on its anchor's day, once per payment, and forgives what failed before", () => {
    const first = start().subscription;
    const failed = markPastDue(first, first.period.end);
    const second = renew(failed, pays(2));
    expect(second.subscription).toMatchObject({
      period: { start: "2026-02-28T10:00:00.000Z", end: "2026-03-31T10:00:00.000Z" },
      payment: "pay-2",
      paid: 4_900,
      status: { _tag: "active" },
    });
    expect(second.grants.map((each) => [each.lot.source, each.lot.granted, each.lot.granted_at])).toEqual([
      ["pay-2", 20, "2026-02-28T10:00:00.000Z"],
    ]);
    expect(renew(second.subscription, pays(2))).toEqual({ subscription: second.subscription, grants: [], entries: [] });
    const gone = ended(first);
    expect(renew(gone, pays(2))).toEqual({ subscription: gone, grants: [], entries: [] });
  });

  it("CHK-07 a failed renewal begins a grace of seven days, once, and the plan ends when it is over", () => {
    const { subscription } = start();
    expect(graceEnds(subscription)).toBeNull();
    const failed = markPastDue(subscription, instantOf("2026-02-28T11:00:00Z"));
    expect(failed.status).toEqual({ _tag: "past-due", since: "2026-02-28T11:00:00.000Z" });
    expect(markPastDue(failed, instantOf("2026-03-02T11:00:00Z"))).toBe(failed);
    expect(graceEnds(failed)).toBe("2026-03-07T11:00:00.000Z");
    const lots = lotsOf(start());
    expect(applyDueExpiry(failed, lots, instantOf("2026-03-07T10:59:59.999Z")).subscription).toBe(failed);
    const over = applyDueExpiry(failed, lots, instantOf("2026-03-07T11:00:00Z"));
    expect(over.subscription.status).toEqual({ _tag: "ended", at: "2026-03-07T11:00:00.000Z", reason: "unpaid" });
    expect(over.entries).toEqual([
      { lot_id: "lot:pay-1", amount: -20, reason: "expire", reference: "sub", at: "2026-03-07T11:00:00.000Z" },
    ]);
    expect(clearPastDue(failed)).toEqual(subscription);
    expect(clearPastDue(subscription)).toBe(subscription);
    const gone = ended(subscription);
    expect(clearPastDue(gone)).toBe(gone);
    expect(markPastDue(gone, START)).toBe(gone);
  });

  it("CHG-08 a cancellation waits for the end of the period, and can be undone until then", () => {
    const { subscription } = start();
    const lots = lotsOf(start());
    const canceled = cancelAtPeriodEnd(subscription);
    expect(canceled.at_period_end).toEqual({ _tag: "cancels" });
    expect(clearScheduledChange(canceled)).toEqual(subscription);
    expect(applyDueExpiry(canceled, lots, instantOf("2026-02-28T09:59:59.999Z")).subscription).toBe(canceled);
    expect(hasEnded(applyDueExpiry(canceled, lots, instantOf("2026-02-28T10:00:00Z")).subscription)).toBe(true);
    const over = applyDueExpiry(canceled, lots, instantOf("2026-04-01T00:00:00Z"));
    expect(over.subscription.status).toEqual({ _tag: "ended", at: "2026-02-28T10:00:00.000Z", reason: "cancelled" });
    expect(over.entries.map((entry) => entry.amount)).toEqual([-20]);
    expect(
      applyDueExpiry(over.subscription, applyEntries(lots, over.entries), instantOf("2026-05-01T00:00:00Z")),
    ).toEqual({
      subscription: over.subscription,
      grants: [],
      entries: [],
    });
    expect(cancelAtPeriodEnd(over.subscription)).toBe(over.subscription);
    expect(clearScheduledChange(over.subscription)).toBe(over.subscription);
    // A plan that renews has no end date.
    expect(applyDueExpiry(subscription, lots, instantOf("2030-01-01T00:00:00Z")).subscription).toBe(subscription);
    // A payment that was already on its way doesn't undo a cancellation.
    expect(renew(canceled, pays(2)).subscription.at_period_end).toEqual({ _tag: "cancels" });
  });

  it("CHG-08 a downgrade that waits can be canceled, and takes effect with the next payment otherwise", () => {
    const { subscription } = start(YEARLY);
    const lots = lotsOf(start(YEARLY));
    const changed = applyPlanChange(subscription, lots, {
      to: MONTHLY,
      accountCredit: cents(700),
      at: instantOf("2026-05-01T00:00:00Z"),
      order: "order-2",
      payment: "none",
    });
    expect(changed.preview).toMatchObject({ kind: "downgrade", charge_today: 0, account_credit_left: 700 });
    expect([changed.grants, changed.entries]).toEqual([[], []]);
    expect(changed.subscription).toEqual({ ...subscription, at_period_end: { _tag: "changes", to: MONTHLY } });
    expect(upcomingTerms(changed.subscription)).toEqual(MONTHLY);
    expect(upcomingTerms(subscription)).toEqual(YEARLY);
    expect(clearScheduledChange(changed.subscription)).toEqual(subscription);
    const after = renew(changed.subscription, pays(2));
    expect(after.subscription).toMatchObject({
      terms: MONTHLY,
      anchor: "2027-01-31T10:00:00.000Z",
      period: { start: "2027-01-31T10:00:00.000Z", end: "2027-02-28T10:00:00.000Z" },
      at_period_end: { _tag: "renews" },
    });
    expect(after.grants.map((each) => each.lot.granted)).toEqual([20]);
    // The same interval keeps its anchor, so the 31st returns after February.
    expect(renew(renew(start().subscription, pays(2)).subscription, pays(3)).subscription.period).toEqual({
      start: "2026-03-31T10:00:00.000Z",
      end: "2026-04-30T10:00:00.000Z",
    });
  });

  it("CHG-07 an upgrade starts a period today, returns what is unused, and grants the new credits", () => {
    const begun = start();
    const lots = applyEntries(lotsOf(begun), [
      { lot_id: "lot:pay-1", amount: -4, reason: "spend", reference: "item", at: START },
    ]);
    const at = instantOf("2026-02-14T10:00:00Z");
    const { subscription, grants, entries, preview } = applyPlanChange(begun.subscription, lots, {
      to: YEARLY,
      accountCredit: cents(0),
      at,
      order: "order-2",
      payment: "pay-2",
    });
    expect(preview).toMatchObject({
      kind: "upgrade",
      credits_returned: 10,
      credit_for_unused: 2_450,
      charge_today: 44_550,
    });
    expect(entries).toEqual([{ lot_id: "lot:pay-1", amount: -10, reason: "return", reference: "order-2", at }]);
    expect(grants.map((each) => [each.lot.id, each.lot.granted])).toEqual([["lot:pay-2", 240]]);
    expect(subscription).toMatchObject({
      id: "sub",
      terms: YEARLY,
      anchor: at,
      period: { start: at, end: "2027-02-14T10:00:00.000Z" },
      paid: 47_000,
      payment: "pay-2",
    });
    const again = applyPlanChange(subscription, lots, {
      to: YEARLY,
      accountCredit: cents(0),
      at,
      order: "order-2",
      payment: "pay-2",
    });
    expect([again.subscription, again.grants, again.entries]).toEqual([subscription, [], []]);
  });

  it("CHG-05 an upgrade or end of a legacy plan loses its legacy credits; another plan's end does not", () => {
    const legacy = { ...start().subscription, legacy: true };
    const old = grant({
      id: "old",
      kind: "legacy",
      granted: credits(30),
      granted_at: START,
      source: "import",
      subscription_id: null,
    }).lot;
    const at = instantOf("2026-02-01T00:00:00Z");
    const up = applyPlanChange(legacy, [old], {
      to: ESSENTIALS,
      accountCredit: cents(0),
      at,
      order: "order-2",
      payment: "pay-2",
    });
    expect(up.preview).toMatchObject({ kind: "upgrade", legacy_credits_lost: 30, credit_for_unused: 0 });
    expect(up.entries).toEqual([{ lot_id: "old", amount: -30, reason: "expire", reference: "pay-2", at }]);
    expect(up.subscription.legacy).toBe(false);
    expect(
      endSubscription(legacy, [old], at, "cancelled").entries.map((entry) => [entry.lot_id, entry.amount]),
    ).toEqual([["old", -30]]);
    expect(endSubscription(start().subscription, [old], at, "cancelled").entries).toEqual([]);
    expect(endSubscription(ended(legacy), [old], at, "unpaid").entries).toEqual([]);
    expect(
      applyPlanChange(ended(legacy), [old], {
        to: ESSENTIALS,
        accountCredit: cents(0),
        at,
        order: "order-3",
        payment: "pay-3",
      }).entries,
    ).toEqual([]);
    expect(renew(legacy, pays(2)).subscription.legacy).toBe(true);
    expect(
      renew({ ...legacy, at_period_end: { _tag: "changes", to: ESSENTIALS } }, { ...pays(2), paid: ESSENTIALS.price })
        .subscription.legacy,
    ).toBe(false);
    // The payment was for the running plan, so the change stays scheduled.
    expect(
      renew({ ...legacy, at_period_end: { _tag: "changes", to: ESSENTIALS } }, pays(2)).subscription,
    ).toMatchObject({
      legacy: true,
      at_period_end: { _tag: "changes" },
    });
  });

  it("CHG-07 only the running period's own lot counts as unspent", () => {
    const { subscription } = start();
    const lot = (kind: CreditLot["kind"], source: string, n: number): CreditLot =>
      grant({ id: source, kind, granted: credits(n), granted_at: START, source, subscription_id: null }).lot;
    expect(unspentOfPeriod(subscription, [lot("plan", "pay-0", 9), lot("pack", "pay-1", 8)])).toBe(0);
    expect(unspentOfPeriod(subscription, [lot("plan", "pay-0", 9), lot("plan", "pay-1", 7)])).toBe(7);
    const now = toCurrentSubscription(subscription, [
      lot("plan", "pay-1", 7),
      lot("legacy", "a", 2),
      lot("legacy", "b", 3),
      lot("pack", "c", 5),
    ]);
    expect(now).toEqual({
      variant_id: 130,
      license_id: 1,
      interval: "month",
      recurring_credits: 20,
      legacy: false,
      period: subscription.period,
      paid: 4_900,
      unspent: 7,
      legacy_unspent: 5,
    });
  });

  it("CHG-07 the same plan again is no change, whatever is asked with it", () => {
    const { subscription } = start();
    const same = applyPlanChange(subscription, lotsOf(start()), {
      to: MONTHLY,
      accountCredit: cents(5),
      at: START,
      order: "order-9",
      payment: "pay-9",
    });
    expect(same.preview.kind).toBe("no-change");
    expect([same.subscription, same.grants, same.entries]).toEqual([subscription, [], []]);
  });

  it("CHG-07 what an upgrade holds comes back once where it is never paid", () => {
    const { subscription } = start();
    const lots = lotsOf(start());
    const held = holdCredits(subscription, lots, { credits_returned: credits(8) }, "order-2", START);
    expect(held).toEqual([{ lot_id: "lot:pay-1", amount: -8, reason: "return", reference: "order-2", at: START }]);
    const back = releaseHold(held, "order-2", START);
    expect(back).toEqual([{ lot_id: "lot:pay-1", amount: 8, reason: "refund", reference: "order-2", at: START }]);
    expect(releaseHold([...held, ...back], "order-2", START)).toEqual([]);
    expect(releaseHold(held, "order-3", START)).toEqual([]);
    const spent: CreditEntry = { lot_id: "lot:pay-1", amount: -1, reason: "spend", reference: "order-2", at: START };
    expect(releaseHold([...held, spent], "order-2", START)).toEqual(back);
    const twice = { to: YEARLY, at: START, payment: { reference: "pay-1", paid: cents(1) } };
    expect(applyUpgrade(subscription, lots, twice)).toEqual({ subscription, grants: [], entries: [] });
    expect(applyEntries(lots, [...held, ...back])).toEqual(lots);
    const again = reinstateHold([...held, ...back], lots, "order-2", START);
    expect(again).toEqual([{ ...held[0], reference: "order-2:again" }]);
    const few = lots.map((lot) => ({ ...lot, remaining: credits(3) }));
    expect(reinstateHold([...held, ...back], few, "order-2", START)).toEqual([{ ...again[0], amount: -3 }]);
    expect(reinstateHold([...held, ...back], [], "order-2", START)).toEqual([]);
    expect(reinstateHold([...held, spent], lots, "order-3", START)).toEqual([]);
    const gone = ended(subscription);
    expect(applyUpgrade(gone, lots, { to: YEARLY, at: START, payment: pays(2) })).toEqual({
      subscription: gone,
      grants: [],
      entries: [],
    });
  });

  it("CHK-07 the provider's word on the period and the plan counts", () => {
    const { subscription } = start();
    const period = { start: instantOf("2026-03-01T00:00:00Z"), end: instantOf("2026-04-01T00:00:00Z") };
    expect(renew(subscription, { ...pays(2), period }).subscription.period).toEqual(period);
    expect(
      startSubscription({ id: "s", terms: MONTHLY, at: START, payment: { ...pays(1), period } }).subscription,
    ).toMatchObject({
      anchor: period.start,
      period,
    });
    const before = { start: instantOf("2025-12-31T00:00:00Z"), end: START };
    expect(renew(subscription, { ...pays(2), period: before })).toEqual({ subscription, grants: [], entries: [] });
    const waiting: Subscription = { ...start(YEARLY).subscription, at_period_end: { _tag: "changes", to: MONTHLY } };
    const old = renew(waiting, { ...pays(2), variant_id: 132 }).subscription;
    expect([old.terms, old.at_period_end]).toEqual([YEARLY, { _tag: "changes", to: MONTHLY }]);
    const next = renew(waiting, { ...pays(2), variant_id: 130 }).subscription;
    expect([next.terms, next.at_period_end]).toEqual([MONTHLY, { _tag: "renews" }]);
    expect(renew({ ...waiting, legacy: true }, { ...pays(2), variant_id: 132 }).subscription.legacy).toBe(true);
  });

  it("CHG-09 PayPal's money is captured only while the replaced period runs, or there still is no plan", () => {
    const { subscription } = startSubscription({
      id: "s",
      terms: MONTHLY,
      at: START,
      payment: { reference: "p-1", paid: MONTHLY.price },
    });
    const basis = { subscription_id: "s", payment: "p-1" };
    const none = { subscription_id: null, payment: null };
    expect(isQuoteValid(basis, subscription)).toBe(true);
    expect(isQuoteValid(basis, renew(subscription, { reference: "p-2", paid: MONTHLY.price }).subscription)).toBe(
      false,
    );
    expect(isQuoteValid(basis, { ...subscription, id: "another" })).toBe(false);
    expect(isQuoteValid(basis, endSubscription(subscription, [], START, "cancelled").subscription)).toBe(false);
    expect([isQuoteValid(basis, null), isQuoteValid(none, null), isQuoteValid(none, subscription)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("ORD-06 no more is given back than was taken", () => {
    expect([
      refundable(cents(100), cents(0)),
      refundable(cents(100), cents(40)),
      refundable(cents(100), cents(100)),
      refundable(cents(10), cents(40)),
    ]).toEqual([100, 60, 0, 0]);
  });
});

/** The simulated history of a customer: payments, account credit and ledger. */
interface Life {
  subscription: Subscription;
  lots: readonly CreditLot[];
  readonly entries: CreditEntry[];
  readonly paidFor: Map<string, number>;
  now: number;
  charged: number;
  accountCredit: number;
  /** Value of spent credits, used time and lost credits, in cents, never rounded up. */
  used: number;
}

const step = (subscription: Life, made: SubscriptionTransition, price: number): void => {
  subscription.lots = applyEntries(subscription.lots, made.entries);
  subscription.entries.push(...made.entries);
  for (const { lot, entry } of made.grants) {
    if (subscription.lots.some((each) => each.source === lot.source))
      throw new Error(`${lot.source} was granted twice`);
    subscription.lots = [...subscription.lots, lot];
    subscription.entries.push(entry);
    subscription.paidFor.set(lot.id, price);
  }
  subscription.subscription = made.subscription;
};

/** Returns what the remaining credits were paid with, in cents. */
const worth = (subscription: Life): number =>
  subscription.lots.reduce(
    (sum, lot) =>
      sum + (lot.granted === 0 ? 0 : ((subscription.paidFor.get(lot.id) ?? 0) * lot.remaining) / lot.granted),
    0,
  );

const arbMoves = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 0, max: 40 }) }),
    fc.record({
      do: fc.constant("change" as const),
      to: arbPlanTerms,
      policy: fc.constantFrom("as-specified" as const, "raise-is-upgrade" as const),
    }),
    fc.record({ do: fc.constant("spend" as const), n: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ do: fc.constant("cancel" as const) }),
    fc.record({ do: fc.constant("keep" as const) }),
    fc.record({ do: fc.constant("fail" as const) }),
  ),
  { maxLength: 40 },
);

describe("a customer's whole life", () => {
  it("CHG-07 no changes give more credit value than was paid, preview equals apply, nothing counts twice", () => {
    fc.assert(
      fc.property(
        arbPlanTerms,
        arbInstant,
        fc.integer({ min: 0, max: 50_000 }),
        arbMoves,
        (first, at, given, moves) => {
          const begun = startSubscription({
            id: "sub",
            terms: first,
            at,
            payment: { reference: "pay-0", paid: first.price },
          });
          const subscription: Life = {
            subscription: begun.subscription,
            lots: [],
            entries: [],
            paidFor: new Map(),
            now: epochMs(at),
            charged: first.price,
            accountCredit: given,
            used: 0,
          };
          step(subscription, begun, first.price);
          for (const [index, move] of moves.entries()) {
            const now = instant(subscription.now);
            const reference = `pay-${index + 1}`;
            switch (move.do) {
              case "wait": {
                subscription.now += move.days * DAY;
                const late = applyDueExpiry(subscription.subscription, subscription.lots, instant(subscription.now));
                step(subscription, late, 0);
                expect(applyDueExpiry(subscription.subscription, subscription.lots, instant(subscription.now))).toEqual(
                  {
                    subscription: subscription.subscription,
                    grants: [],
                    entries: [],
                  },
                );
                if (
                  !hasEnded(subscription.subscription) &&
                  subscription.subscription.status._tag === "active" &&
                  instant(subscription.now) >= subscription.subscription.period.end
                ) {
                  const price = upcomingTerms(subscription.subscription).price;
                  subscription.charged += price;
                  step(subscription, renew(subscription.subscription, { reference, paid: price }), price);
                  expect(renew(subscription.subscription, { reference, paid: price }).grants).toEqual([]);
                }
                break;
              }
              case "change": {
                const policy = { licenseRule: move.policy };
                const asked = {
                  to: move.to,
                  accountCredit: cents(subscription.accountCredit),
                  at: now,
                  order: `order-${index}`,
                  payment: reference,
                  policy,
                };
                const preview = previewChange({
                  ...asked,
                  current: toCurrentSubscription(subscription.subscription, subscription.lots),
                  target: move.to,
                });
                const before = subscription.lots;
                const changed = applyPlanChange(subscription.subscription, before, asked);
                expect(changed.preview).toEqual(preview);
                if (hasEnded(subscription.subscription)) {
                  expect([changed.grants, changed.entries]).toEqual([[], []]);
                  break;
                }
                step(subscription, changed, move.to.price);
                if (preview.kind === "upgrade") {
                  subscription.charged += preview.charge_today;
                  subscription.accountCredit = preview.account_credit_left;
                  expect(subscription.subscription.terms).toEqual(move.to);
                  expect(subscription.subscription.period).toEqual({
                    start: now,
                    end: renewalDate(now, move.to.interval),
                  });
                  expect(preview.next_renewal?.at).toBe(subscription.subscription.period.end);
                  expect(
                    changed.entries.reduce((sum, entry) => sum - (entry.reason === "return" ? entry.amount : 0), 0),
                  ).toBe(preview.credits_returned);
                  expect(changed.grants.reduce((sum, each) => sum + each.lot.granted, 0)).toBe(preview.credits_gained);
                  const again = applyPlanChange(subscription.subscription, subscription.lots, asked);
                  expect([again.subscription, again.grants, again.entries]).toEqual([
                    subscription.subscription,
                    [],
                    [],
                  ]);
                } else {
                  expect(changed.grants).toEqual([]);
                  if (preview.kind === "downgrade") expect(upcomingTerms(subscription.subscription)).toEqual(move.to);
                }
                break;
              }
              case "spend": {
                const lot = subscription.lots.find((each) => each.remaining >= move.n);
                if (lot === undefined) break;
                subscription.used += ((subscription.paidFor.get(lot.id) ?? 0) * move.n) / lot.granted;
                const entry: CreditEntry = {
                  lot_id: lot.id,
                  amount: -move.n,
                  reason: "spend",
                  reference: `item-${index}`,
                  at: now,
                };
                subscription.lots = applyEntries(subscription.lots, [entry]);
                subscription.entries.push(entry);
                break;
              }
              case "cancel":
                subscription.subscription = cancelAtPeriodEnd(subscription.subscription);
                expect(cancelAtPeriodEnd(subscription.subscription)).toEqual(subscription.subscription);
                break;
              case "keep":
                subscription.subscription = clearScheduledChange(subscription.subscription);
                break;
              case "fail":
                subscription.subscription = markPastDue(subscription.subscription, now);
                expect(markPastDue(subscription.subscription, instant(subscription.now + 1))).toBe(
                  subscription.subscription,
                );
                break;
            }
            // The payments and the initial account credit cover everything that is held or already used.
            expect(worth(subscription) + subscription.accountCredit + subscription.used).toBeLessThanOrEqual(
              subscription.charged + given + 1e-6,
            );
            expect(subscription.accountCredit).toBeGreaterThanOrEqual(0);
            for (const lot of subscription.lots) {
              expect(lot.remaining).toBe(
                subscription.entries
                  .filter((entry) => entry.lot_id === lot.id)
                  .reduce((sum, entry) => sum + entry.amount, 0),
              );
            }
          }
        },
      ),
    );
  });

  it("DSC-03 a discount lowers as many periods as it says, each named before it is charged, and no more", () => {
    const discount = { code: "FILM20", percent_off: 20, cycles_left: 2 };
    let { subscription } = startSubscription({
      id: "sub",
      terms: MONTHLY,
      at: START,
      payment: { ...pays(1), paid: cents(3_920) },
      discount,
    });
    const named = [];
    for (let period = 2; period <= 5; period += 1) {
      named.push(upcomingAmount(subscription));
      subscription = renew(subscription, { ...pays(period), paid: upcomingAmount(subscription) }).subscription;
    }
    const lowered = MONTHLY.price * 0.8;
    expect(named).toEqual([lowered, lowered, MONTHLY.price, MONTHLY.price]);
  });

  it("DSC-03 a discount ends with the plan that it was bought with, and a scheduled plan costs its own price", () => {
    const discount = { code: null, percent_off: 50, cycles_left: 9 };
    const { subscription } = startSubscription({
      id: "sub",
      terms: MONTHLY,
      at: START,
      payment: { ...pays(1), paid: cents(3_920) },
      discount,
    });
    const waiting: Subscription = { ...subscription, at_period_end: { _tag: "changes", to: ESSENTIALS } };
    expect(upcomingAmount(waiting)).toBe(ESSENTIALS.price);
    expect(renew(waiting, { ...pays(2), paid: ESSENTIALS.price }).subscription.discount).toBeNull();
  });

  it("CHG-08 the provider's word about the end of the period counts, but not while a change is being paid", () => {
    const { subscription } = start();
    const says = (cancels_at_period_end: boolean, has_schedule: boolean | null) => ({
      cancels_at_period_end,
      has_schedule,
    });
    const cancels = applyProviderSchedule(subscription, says(true, false), false);
    expect(cancels.at_period_end).toEqual({ _tag: "cancels" });
    expect(applyProviderSchedule(cancels, says(true, false), false)).toBe(cancels);
    expect(applyProviderSchedule(cancels, says(false, false), false).at_period_end).toEqual({ _tag: "renews" });
    expect(applyProviderSchedule(cancels, says(false, false), true)).toBe(cancels);
    const waiting: Subscription = { ...subscription, at_period_end: { _tag: "changes", to: ESSENTIALS } };
    expect(applyProviderSchedule(waiting, says(false, true), false)).toBe(waiting);
    expect(applyProviderSchedule(waiting, says(false, null), false)).toBe(waiting);
    expect(applyProviderSchedule(waiting, says(false, false), false).at_period_end).toEqual({ _tag: "renews" });
  });

  it("CHG-02 CHK-07 a provider is told what it has wrong, and nothing else", () => {
    const { subscription } = start();
    const overdue = markPastDue(subscription, instantOf("2026-02-28T11:00:00Z"));
    const waiting: Subscription = { ...subscription, at_period_end: { _tag: "changes", to: ESSENTIALS } };
    const RIGHT = {
      status: "active",
      auto_renews: true,
      failed_at: null,
      next_invoice_amount: MONTHLY.price,
      next_invoice_at: null,
    } as const;
    const WRONG = { ...RIGHT, next_invoice_amount: cents(1) };
    const SILENT = { ...RIGHT, next_invoice_amount: null };
    const STOPPED = { ...WRONG, auto_renews: false };
    const FAILED = { ...WRONG, status: "past-due", failed_at: START } as const;
    const table: readonly [Subscription, ProviderBilling, BillingCorrection | null][] = [
      [subscription, RIGHT, null],
      [subscription, WRONG, "resume-plan"],
      [subscription, SILENT, null],
      [subscription, { ...WRONG, next_invoice_at: subscription.period.end }, "resume-plan"],
      [subscription, { ...WRONG, next_invoice_at: START }, null],
      [subscription, STOPPED, null],
      [overdue, FAILED, null],
      [waiting, { ...RIGHT, next_invoice_amount: ESSENTIALS.price }, null],
      [waiting, RIGHT, "schedule-plan"],
      [waiting, FAILED, null],
      [cancelAtPeriodEnd(subscription), WRONG, null],
      [ended(subscription), RIGHT, "cancel-now"],
      [ended(subscription), FAILED, "cancel-now"],
      [ended(subscription), STOPPED, null],
      [cancelAtPeriodEnd(overdue), FAILED, "cancel-at-period-end"],
      [cancelAtPeriodEnd(overdue), { ...FAILED, failed_at: null }, null],
    ];
    for (const [known, found, correction] of table)
      expect(billingCorrection(known, found, { asks: "card" })).toBe(correction);
    // PayPal doesn't void renewals: the agreement itself is canceled.
    expect(billingCorrection(cancelAtPeriodEnd(overdue), FAILED, { asks: "approval" })).toBeNull();
  });
});
