import { type Account, message } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "./subscription-view.ts";

const none = () => new NotFound({ message: message("no_subscription") });

/** Returns the account's running subscription; fails without one. */
export const requireSubscription = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  return (yield* repos.subscriptions.current(account.id)) ?? (yield* none());
});

/** Returns the account's running subscription as its owner sees it; fails without one. */
export const requireSubscriptionView = Effect.fnUntraced(function* (account: Account) {
  return (yield* currentSubscriptionView(account.id)) ?? (yield* none());
});
