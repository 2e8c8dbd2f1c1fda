import * as Result from "effect/Result";
import { type Credits, creditsText } from "../credits/credits.ts";
import { type CreditLot, allocate, allocationEntries, applyEntries, balances } from "../credits/ledger.ts";
import { type Instant, longDate } from "../kernel/calendar.ts";
import { type Cents, ZERO, cents, formatUsd } from "../kernel/money.ts";
import { accountCreditFor } from "../pricing/quote.ts";
import { type PlanChange, applyPlanChange } from "./apply-change.ts";
import { applyDueExpiry } from "./end-subscription.ts";
import type { RecurringDiscount } from "./recurring-discount.ts";
import { cancelAtPeriodEnd, clearScheduledChange } from "./schedule.ts";
import {
  type PlanTerms,
  type Subscription,
  type SubscriptionTransition,
  graceEnds,
  hasEnded,
  markPastDue,
  renew,
  startSubscription,
  upcomingAmount,
} from "./subscription.ts";

/** An event in the life of a simulated plan. A declined card declines every renewal until another card is used. */
export type SimulatedEvent = { readonly at: Instant } & (
  | { readonly do: "change"; readonly to: PlanTerms }
  | { readonly do: "cancel" | "keep" | "card_declines" | "card_works" }
  | { readonly do: "spend"; readonly credits: Credits }
);

/** A plan to simulate, with its events. The first period costs `paid` cents. */
export interface SimulatedPlan {
  readonly terms: PlanTerms;
  readonly start: Instant;
  readonly paid: Cents;
  /** The discount on the periods after the first, or null. */
  readonly discount: RecurringDiscount | null;
  readonly events: readonly SimulatedEvent[];
  readonly policy?: PlanChange["policy"];
}

/** A moment in the life of a plan, and the state after it. Amounts in cents, without tax. */
export interface SimulatedMoment {
  readonly at: Instant;
  readonly what: string;
  readonly charged: Cents;
  readonly credits: Credits;
  readonly account_credit: Cents;
  readonly plan_variant_id: number;
  readonly status: Subscription["status"]["_tag"];
  readonly period_end: Instant;
}

/** The state of a simulation. */
interface Life {
  readonly subscription: Subscription;
  readonly lots: readonly CreditLot[];
  readonly accountCredit: Cents;
  readonly cardWorks: boolean;
  /** The number of payments so far, which becomes part of the next payment's id. */
  readonly payments: number;
  readonly moments: readonly SimulatedMoment[];
}

const after = (life: Life, { subscription, grants, entries }: SubscriptionTransition): Life => ({
  ...life,
  subscription,
  lots: [...applyEntries(life.lots, entries), ...grants.map(({ lot }) => lot)],
});

/** Adds a moment to the simulation. */
const say = (life: Life, at: Instant, what: string, charged: Cents = ZERO): Life => {
  const { subscription, lots, accountCredit } = life;
  const moment = {
    at,
    what,
    charged,
    credits: balances(lots).current,
    account_credit: accountCredit,
    plan_variant_id: subscription.terms.variant_id,
    status: subscription.status._tag,
    period_end: subscription.period.end,
  };
  return { ...life, moments: [...life.moments, moment] };
};

/** Pays for the next period, either at its start or later with another card. */
const pay = (life: Life, at: Instant): Life => {
  const amount = upcomingAmount(life.subscription);
  const credit = accountCreditFor(amount, life.accountCredit);
  const isChange = life.subscription.at_period_end._tag === "changes";
  const paid = after(life, renew(life.subscription, { reference: `payment:${life.payments}`, paid: amount }));
  const spent = { ...paid, accountCredit: cents(life.accountCredit - credit), payments: life.payments + 1 };
  const how = credit === 0 ? "" : `, ${formatUsd(credit)} of it with account credit`;
  const what = isChange
    ? "The scheduled plan starts"
    : at === life.subscription.period.end
      ? "Renews"
      : "Pays the renewal";
  return say(spent, at, `${what} at ${formatUsd(amount)}${how}`, cents(amount - credit));
};

/** Returns when the plan next renews or automatically ends. */
const nextTurn = ({ subscription }: Life): Instant => graceEnds(subscription) ?? subscription.period.end;

/** Renews the plan, marks it overdue, or ends it, whichever is due. */
const turn = (life: Life, at: Instant): Life => {
  const expired = after(life, applyDueExpiry(life.subscription, life.lots, at));
  const { status } = expired.subscription;
  if (status._tag === "ended")
    return say(expired, at, status.reason === "unpaid" ? "Ends because the renewal wasn't paid" : "Ends as canceled");
  if (life.cardWorks) return pay(life, at);
  return say({ ...life, subscription: markPastDue(life.subscription, at) }, at, "The renewal is declined");
};

const change = (
  life: Life,
  { at, to }: { readonly at: Instant; readonly to: PlanTerms },
  policy: PlanChange["policy"],
): Life => {
  const payment = `payment:${life.payments}`;
  const { accountCredit } = life;
  const outcome = applyPlanChange(life.subscription, life.lots, {
    ...{ to, at, accountCredit, payment, order: `order:${life.payments}` },
    ...(policy === undefined ? {} : { policy }),
  });
  const { kind, charge_today, account_credit_left, effective_at } = outcome.preview;
  if (kind === "no-change") return say(life, at, "Chooses the current plan");
  if (kind === "downgrade" || effective_at === null)
    return say(after(life, outcome), at, `Changes to another plan on ${longDate(life.subscription.period.end)}`);
  const changed = { ...after(life, outcome), accountCredit: account_credit_left, payments: life.payments + 1 };
  return say(changed, at, "Upgrades", charge_today);
};

const spend = (life: Life, at: Instant, cost: Credits): Life => {
  const allocation = allocate(life.lots, cost, { legacyAllowed: false });
  if (Result.isFailure(allocation))
    return say(life, at, `Can't spend ${creditsText(cost)} (${allocation.failure.missing} short)`);
  const entries = allocationEntries(allocation.success, "spend", `purchase:${life.moments.length}`, at);
  return say({ ...life, lots: applyEntries(life.lots, entries) }, at, `Spends ${creditsText(cost)}`);
};

const happen = (life: Life, event: SimulatedEvent, policy: PlanChange["policy"]): Life => {
  const { at } = event;
  if (event.do === "spend") return spend(life, at, event.credits);
  const { subscription } = life;
  if (hasEnded(subscription)) return say(life, at, "Nothing happens because the plan has ended");
  switch (event.do) {
    case "change":
      return change(life, event, policy);
    case "cancel":
      return say({ ...life, subscription: cancelAtPeriodEnd(subscription) }, at, "Cancels");
    case "keep":
      return say({ ...life, subscription: clearScheduledChange(subscription) }, at, "Keeps the plan");
    case "card_declines":
      return say({ ...life, cardWorks: false }, at, "The card stops working");
    case "card_works": {
      const working = { ...life, cardWorks: true };
      const isOwed = subscription.status._tag === "past-due" && subscription.at_period_end._tag !== "cancels";
      return isOwed ? pay(working, at) : say(working, at, "The card works again");
    }
  }
};

/**
 * Simulates a plan until a time under the store's rules for renewals, declines, changes, cancellations, credits, and
 * account credit. Returns its moments in order. Amounts in cents, without tax. Ignores events before the start.
 */
export const simulatePlan = (plan: SimulatedPlan, until: Instant): readonly SimulatedMoment[] => {
  const { terms, start, paid, discount, policy } = plan;
  const begun = startSubscription({
    id: "plan",
    terms,
    at: start,
    payment: { reference: "payment:0", paid },
    discount,
  });
  const empty: Life = {
    subscription: begun.subscription,
    lots: [],
    accountCredit: ZERO,
    cardWorks: true,
    payments: 1,
    moments: [],
  };
  let life = say(after(empty, begun), start, "Starts", paid);
  const events = plan.events
    .filter(({ at }) => at >= start && at <= until)
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const goTo = (at: Instant): void => {
    while (!hasEnded(life.subscription) && nextTurn(life) <= at) life = turn(life, nextTurn(life));
  };
  for (const event of events) {
    goTo(event.at);
    life = happen(life, event, policy);
  }
  goTo(until);
  return life.moments;
};
