import {
  type PriceList,
  type PriceRules,
  message,
  monthsAfter,
  priceListChanges,
  priceListProblemText,
  priceListWarningText,
  priceListWarnings,
  priceRuleChanges,
  sentence,
  sum,
  toPriceList,
  validatePriceList,
} from "@backlot/domain";
import { InvalidRequest, type PriceListCheck, ReadRepositories, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

export const currentPriceList = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const prices = (yield* repos.packs.prices()) ?? { presets: [], individual: [], business: [] };
  return toPriceList(yield* repos.plans.all(), prices, yield* repos.priceRules.current());
});

const rulesOf = ({ plans: _, packs: __, ...rules }: PriceList): PriceRules => rules;

/** Returns the changes that importing a list makes, and the changed plans. */
const changesBy = Effect.fnUntraced(function* (list: PriceList) {
  const repos = yield* ReadRepositories;
  const now = yield* currentTime;
  const before = yield* currentPriceList;
  const changes = priceListChanges(yield* repos.plans.allEver(), list);
  const held = yield* repos.records.subscribersByPlan(monthsAfter(now, 1));
  const subscribersOf = (id: number): number => held.find((each) => each.plan_variant_id === id)?.subscribers ?? 0;
  // Use the ids of the list, so that its owner recognizes them. The first changes are those to its plans, in order.
  const listed = changes.slice(0, list.plans.length).map(({ offer }, index) => ({
    ...offer,
    id: list.plans[index]?.id ?? offer.id,
  }));
  const onSale = { plans: listed, packs: list.packs, rules: rulesOf(list) };
  // Subscribers keep their prices, so an import doesn't change renewals.
  const billed = sum(held.map(({ amount }) => amount));
  const check: PriceListCheck = {
    problems: validatePriceList(onSale).map(priceListProblemText).map(sentence),
    warnings: priceListWarnings(onSale).map(priceListWarningText),
    plans: changes.map(({ offer, outcome, replaces }) => ({
      plan: offer,
      outcome,
      replaces,
      subscribers: subscribersOf((replaces ?? offer).id),
    })),
    changes: priceRuleChanges(before, list),
    next_month: { renewals: held.reduce((total, each) => total + each.renewals, 0), before: billed, after: billed },
  };
  return { check, changes };
});

/**
 * Returns the changes that importing a price list would make, the subscribers affected, and the list's problems and
 * possible mistakes. Changes nothing.
 */
export const checkPriceList = (list: PriceList) => Effect.map(changesBy(list), ({ check }) => check);

/**
 * Replaces the price list. Subscribers keep their plans, with their prices and credits. Fails if the list has problems.
 * Call it in a transaction.
 */
export const importPriceList = Effect.fnUntraced(function* (list: PriceList) {
  const repos = yield* Repositories;
  // Two imports must not assign the same id.
  yield* repos.priceRules.lock();
  const { check, changes } = yield* changesBy(list);
  if (check.problems.length > 0) {
    const issues = check.problems.map((problem) => ({ path: "payload.prices", message: problem }));
    return yield* new InvalidRequest({ message: message("price_list_has_problems"), issues });
  }
  yield* repos.priceRules.put(rulesOf(list));
  yield* repos.packs.put(list.packs);
  for (const { offer, outcome } of changes) if (outcome !== "unchanged") yield* repos.plans.put(offer);
  return check;
});
