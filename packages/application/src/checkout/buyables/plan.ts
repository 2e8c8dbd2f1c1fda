import {
  type Account,
  type ExpectedOffer,
  type PayFacts,
  type Promo,
  type Provider,
  ZERO,
  changeOptionsError,
  credits,
  message,
  offerOf,
  payerOf,
  sellsPlan,
  upgradeBlock,
} from "@backlot/domain";
import { Conflict, ReadRepositories, type StoredSubscription, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { holdOfChange } from "../../plan-changes/hold-of-change.ts";
import { type PlanChangeRequest, priceChange } from "../../plan-changes/price-change.ts";
import { renewing, requireNotRenewing } from "../../plan-changes/require-not-renewing.ts";
import { scheduleDowngrade } from "../../plan-changes/schedule-downgrade.ts";
import { type OrderOptions, priceNewPlan, requirePurchasablePlan } from "../../orders/price-plan.ts";
import { findPromoCode, lockLimitedPromo, requireUnusedPromo } from "../../pricing/promo-code.ts";
import type { Buyable, Changed, Given, Offered, Pricing } from "../buyable.ts";
import { readyForChange, requirePayable, subscriptionChanged } from "../ready-for-change.ts";
import { requireExpected } from "../require-expected.ts";

/** A buyer's request for a plan, with its options and the offer that the buyer was shown. */
export interface PlanRequest extends OrderOptions, PlanChangeRequest, ExpectedOffer {}

/** Fails for a promo code or an add-on, which only new plans accept. */
const requireNoOptions = (request: OrderOptions): Effect.Effect<void, Conflict> => {
  const error = changeOptionsError(request);
  if (error === null) return Effect.void;
  const reason = error === "promo_for_new_plans" ? "promo_code_invalid" : "credit_pack_unavailable";
  return Effect.fail(new Conflict({ reason, message: message(error) }));
};

/** Prices a new plan, ignoring anything that the provider can't apply. `requirePayer` rejects a promo code. */
const offerNew = Effect.fnUntraced(function* (
  locked: Account,
  request: PlanRequest,
  promo: Promo | null,
  { payer, credit }: Pricing,
) {
  const { takes } = payerOf(payer);
  const { variant, minimum } = yield* requirePurchasablePlan(locked, request);
  yield* lockLimitedPromo(promo);
  yield* requireUnusedPromo(locked, promo);
  const add_on_credits = takes.addOns ? request.add_on_credits : undefined;
  const quote = yield* priceNewPlan(variant, {
    promo: takes.promoCodes ? promo : null,
    add_on_credits,
    credit,
    payer,
  });
  const plan = { kind: "plan" as const, plan_variant_id: variant.id };
  const { license_id } = variant;
  const paying: PayFacts = {
    licenses: { minimum, current: null, purchase: license_id },
    total: quote.total,
    code: promo === null ? "none" : "promo",
    change: null,
  };
  const offered: Offered = {
    paying,
    content: {
      license_id,
      items:
        add_on_credits === undefined
          ? [plan]
          : [plan, { kind: "credit-pack" as const, credits: credits(add_on_credits) }],
      quote,
      hold: [],
      holdsLimitedCode: promo?.limits !== undefined,
    },
  };
  return offered;
});

/** Prices an upgrade. An upgrade that changes the plan in place must be paid for well before the plan renews. */
const offerUpgrade = Effect.fnUntraced(function* (
  locked: Account,
  running: StoredSubscription,
  request: PlanRequest,
  { payer, credit, orderId }: Pricing,
) {
  const usable = payerOf(running.provider).takes.accountCredit ? credit : ZERO;
  const { quote, ...priced } = yield* priceChange(locked, running, request, { credit: usable });
  if (quote === null) return yield* subscriptionChanged();
  const isInPlace = payerOf(payer).plans.changeInPlace;
  const renews_at = isInPlace ? running.subscription.period.end : null;
  // The buyer's bank might still be waiting for confirmation when the provider bills the next period.
  const block = renews_at === null ? null : upgradeBlock(renews_at, yield* currentTime);
  if (block !== null) return yield* renewing(block);
  const content = yield* holdOfChange(running, { ...priced, quote }, orderId);
  const offered: Offered = { paying: priced.paying, content: { ...content, renews_at } };
  return offered;
});

/**
 * Makes a change that costs nothing today: schedules a smaller plan for the end of the paid period, or keeps the same
 * plan. Returns null for an upgrade, which must be paid for.
 */
const changeFree = Effect.fnUntraced(function* (
  account: Account,
  running: StoredSubscription,
  request: PlanRequest,
  payer: Provider,
  given: Given,
) {
  // Account credit reduces only upgrades, whose price is checked later.
  const priced = yield* priceChange(account, running, request, { credit: ZERO });
  const { kind } = priced.preview;
  if (kind !== "upgrade") yield* requireExpected(request, { kind, total: ZERO });
  yield* requirePayable(payer, given, priced);
  if (kind === "upgrade") return null;
  if (kind === "downgrade") {
    yield* requireNotRenewing(running);
    yield* scheduleDowngrade(running, priced);
  }
  return { _tag: "Changed" as const, change: kind };
});

/** Returns a plan as something to buy: a new plan, or a change to the account's current plan. */
export const planToBuy = (account: Account, request: PlanRequest): Buyable<Changed> => ({
  cart_token: null,
  // An order with a payer that doesn't accept promo codes can't have the requested code.
  isFor: (order) =>
    sellsPlan(order, request) && (request.discount_code === undefined || payerOf(order.provider).takes.promoCodes),
  sold: Effect.succeed(null),
  ready: (payer, given, isWaiting) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const before = yield* repos.subscriptions.current(account.id);
      if (before === null) return { _tag: "ToPay" as const, replaces: null };
      yield* requireNoOptions(request);
      const running = yield* readyForChange(account, before, request, { payer, given, isWaiting });
      const changed = yield* changeFree(account, running, request, payer, given);
      return changed ?? { _tag: "ToPay" as const, replaces: running.subscription.payment };
    }),
  pricer: Effect.map(
    findPromoCode(account.id, request.discount_code),
    (promo) => (locked, by) =>
      Effect.gen(function* () {
        const repos = yield* ReadRepositories;
        const running = yield* repos.subscriptions.current(locked.id);
        if ((running?.subscription.payment ?? null) !== by.replaces) return yield* subscriptionChanged();
        return yield* running === null
          ? offerNew(locked, request, promo, by)
          : offerUpgrade(locked, running, request, by);
      }),
  ),
  requireShown: (content) => requireExpected(request, offerOf(content)),
  check: Effect.void,
});
