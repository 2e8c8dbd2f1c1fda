import {
  ACCOUNT,
  type Cents,
  type FundingEntry,
  type Instant,
  type Opening,
  type Order,
  cents,
  lineShares,
  openingEntries,
  partsOf,
  sum,
} from "@backlot/domain";
import type { Repositories, SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** What a payment opens. `hand_back` is what an upgrade gives back for the period that it replaces. */
export interface FundedOpening extends Pick<Opening, "holder" | "payment" | "price" | "paid" | "at"> {
  readonly hand_back: { readonly holder: string; readonly value: Cents } | null;
}

/** A period of before this ledger has money that no payment explains: what it hands back counts as a gift. */
const withUnknownMoney = (
  repos: Repositories,
  user_id: string,
  hand_back: FundedOpening["hand_back"],
  at: Instant,
): Effect.Effect<readonly FundingEntry[]> =>
  Effect.gen(function* () {
    const known = yield* repos.funding.entries(user_id);
    if (hand_back === null || hand_back.value === 0) return known;
    const { holder, value } = hand_back;
    if (known.some((entry) => entry.holder === holder)) return known;
    const gift: FundingEntry = { holder, payment: null, cents: value, reason: "paid", reference: holder, at };
    yield* repos.funding.post(user_id, [gift]);
    return [...known, gift];
  });

/**
 * Records which money stands behind a new lot or period, under the account's lock. Answers what it cost in all, in
 * cents: money, account credit and what was handed back. (ORD-06)
 */
export const openFunding = (repos: Repositories, user_id: string, opened: FundedOpening): Effect.Effect<Cents> =>
  Effect.gen(function* () {
    const { hand_back, ...opening } = opened;
    const known = yield* withUnknownMoney(repos, user_id, hand_back, opened.at);
    const handBack = hand_back === null ? null : { ...hand_back, parts: partsOf(known, hand_back.holder) };
    const entries = openingEntries({ ...opening, account: partsOf(known, ACCOUNT), handBack });
    yield* repos.funding.post(user_id, entries);
    return sum(entries.filter((entry) => entry.holder === opened.holder).map((entry) => cents(entry.cents)));
  });

/** Records which money stands behind the period of a plan that an order's payment opens. Answers its cost. (ORD-06) */
export const openPlanFunding = (
  repos: Repositories,
  order: Order,
  paid: SettledPayment & Pick<FundedOpening, "at">,
  terms: Pick<FundedOpening, "price" | "hand_back">,
): Effect.Effect<Cents> => {
  const money = { amount: paid.amount, credit: paid.credit_used };
  const [share = money] = lineShares(order.quote, money);
  return openFunding(repos, order.user_id, {
    ...terms,
    holder: paid.key,
    payment: paid.key,
    paid: share,
    at: paid.at,
  });
};
