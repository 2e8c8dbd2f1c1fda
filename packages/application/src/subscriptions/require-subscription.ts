import { type Account, message } from "@backlot/domain";
import { NotFound, type Repositories, type StoredSubscription, type SubscriptionView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import type { StorePorts } from "../store-ports.ts";

const none = () => Effect.fail(new NotFound({ message: message("no_subscription") }));

/** The account's running subscription; NotFound without one. */
export const requireSubscription = (
  repos: Repositories,
  account: Account,
): Effect.Effect<StoredSubscription, NotFound> =>
  Effect.flatMap(repos.subscriptions.current(account.id), (stored) =>
    stored === null ? none() : Effect.succeed(stored),
  );

/** The account's running subscription as its owner sees it; NotFound without one. */
export const requireSubscriptionView = (
  ports: Pick<StorePorts, "transactions" | "paymentRecovery">,
  account: Account,
): Effect.Effect<SubscriptionView, NotFound> =>
  Effect.flatMap(currentSubscriptionView(ports, account.id), (view) => (view === null ? none() : Effect.succeed(view)));
