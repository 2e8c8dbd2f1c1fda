import { type Account, message } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "./subscription-view.ts";

const none = () => new NotFound({ message: message("no_subscription") });

/** Returns the account's current subscription; fails if there is none. */
export const requireSubscription = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  return (yield* repos.subscriptions.current(account.id)) ?? (yield* none());
});

/** Returns the account's current subscription as its owner sees it; fails if there is none. */
export const requireSubscriptionView = Effect.fnUntraced(function* (account: Account) {
  return (yield* currentSubscriptionView(account.id)) ?? (yield* none());
});
