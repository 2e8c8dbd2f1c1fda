import * as Result from "effect/Result";
import {
  type Cents,
  type CreditEntry,
  type CreditLot,
  type FundingEntry,
  type Instant,
  type Opening,
  type PaidPeriod,
  type Period,
  type RefundEffects,
  type RefundPolicy,
  type FundingState,
  accountCreditChange,
  addOnSource,
  allocate,
  allocationEntries,
  applyEntries,
  applyRefund,
  cents,
  credits,
  epochMs,
  expirePlanLots,
  grant,
  instant,
  instantOf,
  moneyBehind,
  openingEntries,
  prorationCredit,
  releaseHold,
  returnEntries,
  revokeReturned,
  shortageEntries,
  fundingStateOf,
} from "@backlot/domain";

/** A plan's price in cents and its credits; 0 for Essentials. */
export interface HistoryPlan {
  readonly price: number;
  readonly credits: number;
}

const DAY_MS = 86_400_000;

/** One customer's ledgers, updated by the domain's own functions as the store updates them. */
export class RefundHistory {
  at: Instant = instantOf("2026-01-01T00:00:00Z");
  lots: readonly CreditLot[] = [];
  entries: readonly CreditEntry[] = [];
  funding: readonly FundingEntry[] = [];
  periods: readonly PaidPeriod[] = [];
  /** The running plan, its payment, and its period; null if no plan runs. */
  running: {
    readonly plan: HistoryPlan;
    readonly payment: string;
    readonly id: string;
    readonly period: Period;
  } | null = null;
  readonly captured = new Map<string, Cents>();
  readonly refunded = new Map<string, Cents>();
  prorationCredits = 0;
  readonly #policy: RefundPolicy | undefined;
  #next = 0;

  constructor(policy?: RefundPolicy) {
    this.#policy = policy;
  }

  /** Returns an independent copy. */
  copy(): RefundHistory {
    const other = new RefundHistory(this.#policy);
    const { captured, refunded, ...rest } = this;
    Object.assign(other, rest);
    for (const [payment, amount] of captured) other.captured.set(payment, amount);
    for (const [payment, amount] of refunded) other.refunded.set(payment, amount);
    other.#next = this.#next;
    return other;
  }

  state(): FundingState {
    const { lots, entries, funding, periods } = this;
    return fundingStateOf({ lots, entries, funding, periods, running: this.running?.payment ?? null });
  }

  accountCredit(): Cents {
    return cents(accountCreditChange(this.funding));
  }

  wait(days: number): void {
    this.at = instant(epochMs(this.at) + Math.round(days * DAY_MS));
    if (this.running !== null && this.at >= this.running.period.end) this.at = this.running.period.end;
  }

  subscribe(plan: HistoryPlan): string {
    return this.#open(plan, this.#name("sub"), null);
  }

  renew(): string | null {
    if (this.running === null) return null;
    this.at = this.running.period.end;
    return this.#open(this.running.plan, this.running.id, null);
  }

  upgrade(plan: HistoryPlan): string | null {
    if (this.running === null) return null;
    const { running } = this;
    const holder = this.state().grants.find((each) => each.source === running.payment);
    const back = prorationCredit(
      {
        recurring_credits: credits(running.plan.credits),
        period: running.period,
        // A plan with credits is valued at its period's price, Essentials at the money that still funds it.
        paid: running.plan.credits > 0 ? (holder?.price ?? cents(0)) : moneyBehind(holder?.allocations ?? []),
        unspent: holder?.unspent ?? credits(0),
      },
      this.at,
    );
    const payment = this.#name("pay");
    this.#post(returnEntries(this.lots, running.payment, back.credits, payment, this.at));
    this.prorationCredits += 1;
    const proration_credit = { holder: running.payment, value: back.value };
    return this.#open(plan, running.id, proration_credit, payment);
  }

  buyPack(price: number, amount: number): string {
    const payment = this.#name("pay");
    this.#fund(payment, payment, price, price, null);
    this.#grant("pack", amount, payment, null);
    this.captured.set(payment, cents(price));
    return payment;
  }

  /** Subscribes to a plan and buys a credit pack in the same payment. Returns the payment. */
  subscribeWithPack(plan: HistoryPlan, pack: HistoryPlan): string {
    const payment = this.subscribe(plan);
    const source = addOnSource(payment);
    this.#fund(source, payment, pack.price, pack.price, null);
    this.#grant("pack", pack.credits, source, null);
    this.captured.set(payment, cents((this.captured.get(payment) ?? 0) + pack.price));
    return payment;
  }

  /** Spends credits on an item. Returns the item's reference, or null if there are too few credits. */
  buyItem(cost: number): string | null {
    const draws = allocate(this.lots, credits(cost), { legacyAllowed: true });
    if (Result.isFailure(draws)) return null;
    const reference = this.#name("item");
    this.#post(allocationEntries(draws.success, "spend", reference, this.at));
    return reference;
  }

  /** Holds credits of the running period for an upgrade that is not paid yet. Does nothing if no plan runs. */
  hold(amount: number, order: string): void {
    if (this.running !== null)
      this.#post(returnEntries(this.lots, this.running.payment, credits(amount), order, this.at));
  }

  /** Records that a period was underpaid by `short` cents, and revokes returned credits that are no longer funded. */
  fallShort(payment: string, short: number): void {
    this.funding = [...this.funding, ...shortageEntries(payment, cents(short), this.at)];
    this.#post(revokeReturned(this.state(), `short:${payment}`, this.at).credit_entries);
  }

  /** Releases the hold of a canceled upgrade. Revokes credits whose payment was refunded in the meantime. */
  release(order: string): void {
    this.#post(releaseHold(this.entries, order, this.at));
    this.#post(revokeReturned(this.state(), `release:${order}`, this.at).credit_entries);
  }

  /** Ends the plan at the end of its period. */
  end(): void {
    if (this.running === null) return;
    this.at = this.running.period.end;
    this.#post(expirePlanLots(this.lots, this.running.id, this.at));
    this.running = null;
  }

  /** Records a provider's refund of a payment, in cents, up to the amount that is left. */
  refund(payment: string, amount: number): RefundEffects {
    const before = this.refunded.get(payment) ?? 0;
    const upTo = cents(Math.min(this.captured.get(payment) ?? 0, before + amount));
    const effects = applyRefund(this.state(), { payment, upTo, at: this.at }, this.#policy);
    this.refunded.set(payment, upTo);
    this.#post(effects.credit_entries);
    this.funding = [...this.funding, ...effects.funding_entries];
    if (effects.has_ended) this.running = null;
    return effects;
  }

  #name(kind: string): string {
    this.#next += 1;
    return `${kind}-${this.#next}`;
  }

  #post(entries: readonly CreditEntry[]): void {
    this.lots = applyEntries(this.lots, entries);
    this.entries = [...this.entries, ...entries];
  }

  #fund(
    holder: string,
    payment: string,
    price: number,
    cash: number,
    proration_credit: Opening["proration_credit"],
    credit = 0,
  ): void {
    this.funding = [
      ...this.funding,
      ...openingEntries(this.funding, {
        holder,
        payment,
        price: cents(price),
        paid: { amount: cents(cash), credit: cents(credit) },
        proration_credit,
        at: this.at,
      }),
    ];
  }

  #grant(kind: CreditLot["kind"], amount: number, source: string, subscription_id: string | null): void {
    if (amount === 0) return;
    const granted = credits(amount);
    const made = grant({ id: `lot:${source}`, kind, granted, granted_at: this.at, source, subscription_id });
    this.lots = [...this.lots, made.lot];
    this.entries = [...this.entries, made.entry];
  }

  #open(
    plan: HistoryPlan,
    id: string,
    proration_credit: Opening["proration_credit"],
    payment = this.#name("pay"),
  ): string {
    const open = Math.max(0, plan.price - (proration_credit?.value ?? 0));
    const credit = Math.min(open, this.accountCredit());
    this.#fund(payment, payment, plan.price, open - credit, proration_credit, credit);
    const period = { start: this.at, end: instant(epochMs(this.at) + 28 * DAY_MS) };
    this.running = { plan, payment, id, period };
    this.periods = [...this.periods, { source: payment, subscription_id: id, period }];
    this.#grant("plan", plan.credits, payment, id);
    this.captured.set(payment, cents(open - credit));
    return payment;
  }
}
