import {
  type Account,
  balances,
  allocate,
  allocationEntries,
  creditPriceFor,
  licenseOfCredits,
  ownedVariantIds,
  ownsCollection,
  applyEntries,
  spendReference,
  message,
  takesLegacyCredits,
} from "@backlot/domain";
import { Conflict, Ids, NotEnoughCredits, NotFound, Repositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireNoDispute } from "../disputes/dispute-guard.ts";

const alreadyOwned = () => new Conflict({ reason: "already_owned", message: message("already_owned") });

/**
 * Buys a collection with the account's credits. An account that owns one of its variants pays a reduced price. Fails if
 * the account already owns the whole collection.
 */
export const buyWithCredits = Effect.fnUntraced(function* (account: Account, collectionId: number) {
  const ids = yield* Ids;
  const repos = yield* Repositories;
  yield* repos.accounts.lock(account.id);
  yield* requireNoDispute(account.id);
  const collection = yield* repos.collections.get(collectionId);
  if (!collection?.listed) return yield* new NotFound({ message: message("not_found") });
  const items = yield* repos.collections.entitlementsOf(account.id);
  const ownsVariant = ownedVariantIds(collection, items).length > 0;
  const cost = creditPriceFor(collection, ownsVariant);
  if (cost === null) {
    return yield* new Conflict({
      reason: "not_purchasable_with_credits",
      message: message("not_purchasable_with_credits"),
    });
  }
  if (ownsCollection(collectionId, items)) return yield* alreadyOwned();
  const at = yield* currentTime;
  // Use one reference per purchase, because an item that a refund revoked can be bought again.
  const reference = spendReference(collectionId, ids.next());
  const lots = yield* repos.credits.lots(account.id);
  const draws = yield* Effect.fromResult(allocate(lots, cost, { legacyAllowed: takesLegacyCredits(collection) })).pipe(
    Effect.mapError(
      ({ needed, available, missing }) =>
        new NotEnoughCredits({ message: message("not_enough_credits"), needed, available, missing }),
    ),
  );
  const licenses = yield* repos.credits.licensesOfLots(account.id);
  const running = yield* repos.subscriptions.current(account.id);
  const license_id = licenseOfCredits(
    running?.subscription.terms.license_id ?? null,
    draws.map(({ lot_id }) => licenses.get(lot_id) ?? null),
  );
  const at_upgrade_price = cost !== creditPriceFor(collection, false);
  const owned = {
    collection_id: collectionId,
    collection_variant_id: null,
    source: reference,
    license_id,
    at_upgrade_price,
    raised_from: null,
  };
  if (!(yield* repos.collections.grantEntitlement(account.id, owned, at))) return yield* alreadyOwned();
  const entries = allocationEntries(draws, "spend", reference, at);
  yield* repos.credits.post(account.id, entries);
  return {
    collection_id: collectionId,
    /** The variants that can be downloaded now. */
    variant_ids: collection.collection_variants.map(({ id }) => id),
    credits_spent: cost,
    current_credit_balance: balances(applyEntries(lots, entries)).current,
  };
}, transactional);
