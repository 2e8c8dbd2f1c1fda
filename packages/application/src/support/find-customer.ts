import { collectionOfReference, isLast4, message, soughtEmail, utcDay, variantLabel } from "@backlot/domain";
import { CardVault, MOST_CARD_CHARGES, NotFound, ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentPriceRules } from "../price-rules.ts";
import { teamOf } from "../accounts/team.ts";
import { isPasswordLocked } from "../accounts/limit-credentials.ts";
import { disputeView } from "../refunds/unsettled-money.ts";
import { accountRecord } from "../profile/export-account.ts";

/** Returns the account with an email address or id; fails if there is none. */
export const accountNamed = Effect.fnUntraced(function* (name: string) {
  const repos = yield* ReadRepositories;
  const account = yield* name.includes("@")
    ? repos.accounts.byEmail(soughtEmail(name))
    : repos.accounts.get(name.trim());
  return account ?? (yield* new NotFound({ message: message("not_found") }));
});

/** The maximum number of customers that a search lists. */
const MOST_FOUND = 20;

/** Searches for customers by details that support knows, such as the last four digits of a card. Lists at most 20. */
export const searchCustomers = Effect.fnUntraced(function* (sought: string) {
  const repos = yield* ReadRepositories;
  const text = sought.trim();
  const named = yield* repos.customers.search(text, MOST_FOUND + 1);
  const byCard = isLast4(text) ? (yield* CardVault).chargesTo(text) : Effect.succeed([]);
  // Return customers whose details match the digits even if the card provider doesn't respond.
  const charges = yield* named.length === 0 ? byCard : Effect.orElseSucceed(byCard, () => []);
  const charged = charges.length === 0 ? [] : yield* repos.customers.charged(charges, MOST_FOUND + 1);
  const matches = [...named, ...charged.filter(({ id }) => named.every((each) => each.id !== id))];
  return {
    data: matches.slice(0, MOST_FOUND),
    has_more: matches.length > MOST_FOUND || charges.length === MOST_CARD_CHARGES,
  };
});

/** Returns the account with an email address or id, with its purchases, for support staff. */
export const findCustomer = Effect.fnUntraced(function* (name: string) {
  const repos = yield* ReadRepositories;
  const account = yield* accountNamed(name);
  const record = yield* accountRecord(account);
  const today = utcDay(yield* currentTime);
  const { daily_downloads } = yield* currentPriceRules;
  const downloaded = new Set(record.downloads.map(({ variant_id }) => variant_id));
  const collections = yield* repos.collections.byVariants([...downloaded]);
  const spent = record.credit_entries.flatMap(({ reference }) => collectionOfReference(reference) ?? []);
  return {
    ...record,
    is_guest: (yield* repos.guests.keyOf(account.id)) !== null,
    team: yield* teamOf(account),
    disputes: (yield* repos.disputes.ofAccount(account.id)).map(disputeView),
    support_actions: yield* repos.supportActions.ofAccount(account.id),
    password_locked: yield* isPasswordLocked(account),
    credit_lots: yield* repos.credits.lots(account.id),
    downloads_today: {
      count: yield* repos.downloads.countOn(account.id, today),
      limit: daily_downloads[record.user.subscription === null ? "free" : "paid"],
    },
    spent_on: (yield* repos.collections.byIds([...new Set(spent)])).map(({ id, name: collectionName }) => ({
      collection_id: id,
      name: collectionName,
    })),
    files: collections.flatMap((collection) =>
      collection.collection_variants
        .filter(({ id }) => downloaded.has(id))
        .map((variant) => ({ variant_id: variant.id, name: collection.name, label: variantLabel(variant) })),
    ),
  };
});
