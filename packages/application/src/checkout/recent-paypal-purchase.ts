import { type Account, creditsOf, isJustPaid } from "@backlot/domain";
import { Clock, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Returns the number of credits that a URL claims if the account has just bought as many through PayPal, or null.
 * (CRD-11)
 */
export const recentPayPalPurchase = (account: Account, claimed: number) =>
  Effect.gen(function* () {
    const { orders } = yield* ReadRepositories;
    const [latest] = yield* orders.paidOneTimeOrdersOf(account.id, "paypal");
    if (latest === undefined || !isJustPaid(latest, (yield* Clock).now())) return null;
    const credits = creditsOf(latest.items[0]);
    return credits !== null && credits === claimed ? { credits } : null;
  });
