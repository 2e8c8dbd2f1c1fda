import {
  type Account,
  cancelAtPeriodEnd,
  applyDueExpiry,
  hasEnded,
  clearScheduledChange,
  legacyLoss,
  toCurrentSubscription,
  message,
  type Subscription,
  changeErrorMessage,
} from "@backlot/domain";
import {
  Conflict,
  NotFound,
  type PaymentProviderDown,
  type StoredSubscription,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import type { StorePorts } from "../store-ports.ts";
import { alone } from "./alone.ts";
import { giveUpWallet } from "../wallet/carry-out-wallet.ts";
import { billerOf } from "../wallet/wallet-of.ts";
import { billedPlan } from "./billed-plan.ts";
import { giveUpChange } from "./carry-out-change.ts";

type Ports = Pick<StorePorts, "clock" | "ids" | "payments" | "wallet" | "transactions" | "settings">;

/** An upgrade that waits for its payment gives way to what its owner says later, unless it is paid after all. (CHG-08) */
const withoutWaitingChange = (ports: Ports, account: Account): Effect.Effect<void, PaymentProviderDown> =>
  Effect.gen(function* () {
    const waiting = yield* ports.transactions.read.orders.pendingOf(account.id);
    if (waiting?.kind === "change") yield* giveUpChange(ports)(waiting);
    if (waiting?.kind === "wallet-plan") yield* giveUpWallet(ports)(waiting);
  });

const running = (ports: Ports, account: Account): Effect.Effect<StoredSubscription, NotFound> =>
  Effect.flatMap(ports.transactions.read.subscriptions.current(account.id), (stored) =>
    stored === null ? Effect.fail(new NotFound({ message: message("no_subscription") })) : Effect.succeed(stored),
  );

const change = (
  ports: Ports,
  account: Account,
  to: (life: Subscription) => Subscription,
): Effect.Effect<SubscriptionView, NotFound> =>
  Effect.gen(function* () {
    yield* ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        yield* repositories.accounts.lock(account.id);
        const stored = yield* repositories.subscriptions.current(account.id);
        if (stored !== null) yield* repositories.subscriptions.save(to(stored.life));
      }),
    );
    const view = yield* currentSubscriptionView(ports.transactions.read, account.id);
    return view ?? (yield* new NotFound({ message: message("no_subscription") }));
  });

/** Ends the running plan with its paid period; a legacy plan's owner acknowledges what is lost then. (CHG-05, CHG-08) */
export const cancelSubscription =
  (ports: Ports) =>
  (
    account: Account,
    acknowledged: boolean,
  ): Effect.Effect<SubscriptionView, NotFound | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      yield* withoutWaitingChange(ports, account);
      const stored = yield* running(ports, account);
      const lost = legacyLoss(
        toCurrentSubscription(stored.life, yield* ports.transactions.read.credits.lots(account.id)),
        "cancellation",
      );
      if (lost !== null && !acknowledged) {
        const words = changeErrorMessage({ _tag: "LegacyLossNotAcknowledged", credits: lost });
        return yield* new Conflict({ reason: "acknowledgement_required", message: words });
      }
      yield* (yield* billerOf(ports, stored.provider)).cancelAtPeriodEnd(stored.provider_subscription_id);
      return yield* change(ports, account, cancelAtPeriodEnd);
    }).pipe(alone(ports)(account.id));

/**
 * Takes back a cancellation, or a downgrade, that waits for the end of the period; after it nothing can be kept. (CHG-08)
 */
export const keepSubscription =
  (ports: Ports) =>
  (account: Account): Effect.Effect<SubscriptionView, NotFound | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      yield* withoutWaitingChange(ports, account);
      const stored = yield* running(ports, account);
      const over = new Conflict({ reason: "subscription_ended", message: message("subscription_ended") });
      if (hasEnded(applyDueExpiry(stored.life, [], ports.clock.now()).subscription)) return yield* over;
      const plan = yield* billedPlan(ports, stored.life.terms.variant_id, stored.life.terms.price);
      const biller = yield* billerOf(ports, stored.provider);
      const tell = biller
        .keepPlan(stored.provider_subscription_id, plan)
        .pipe(Effect.catchTag("PlanOver", () => Effect.fail(over)));
      if (stored.provider === "stripe") {
        yield* tell;
        return yield* change(ports, account, clearScheduledChange);
      }
      // The wallet knows a price, not a plan: what it was told is checked against the store's word, which comes first.
      const kept = yield* change(ports, account, clearScheduledChange);
      yield* Effect.onError(tell, () =>
        Effect.ignore(change(ports, account, (life) => ({ ...life, at_period_end: stored.life.at_period_end }))),
      );
      return kept;
    }).pipe(alone(ports)(account.id));
