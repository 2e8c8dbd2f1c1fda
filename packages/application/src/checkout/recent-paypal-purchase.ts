import { type Account, creditsOf, isJustPaid } from "@backlot/domain";
import { Clock, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Returns the claimed number of credits if the account has just bought exactly that many through PayPal; otherwise
 * null. The claim comes from a URL, so it can't be trusted. (CRD-11)
 */
export const recentPayPalPurchase = (account: Account, claimed: number) =>
  Effect.gen(function* () {
    const { orders } = yield* ReadRepositories;
    const [latest] = yield* orders.paidOneTimeOrdersOf(account.id, "paypal");
    if (latest === undefined || !isJustPaid(latest, (yield* Clock).now())) return null;
    const credits = creditsOf(latest.items[0]);
    return credits !== null && credits === claimed ? { credits } : null;
  });
