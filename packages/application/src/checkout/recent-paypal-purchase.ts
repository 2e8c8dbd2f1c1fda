import { type Account, type Credits, creditsOf, isJustPaid } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/**
 * The credits that an address claims, where the account's latest one-time purchase through PayPal was of as many.
 * (CRD-11)
 */
export const recentPayPalPurchase =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (account: Account, claimed: number): Effect.Effect<{ readonly credits: Credits } | null> =>
    Effect.map(ports.transactions.read.orders.paidOneTimeOrdersOf(account.id, "paypal"), ([latest]) => {
      if (latest === undefined || !isJustPaid(latest, ports.clock.now())) return null;
      const credits = creditsOf(latest.items[0]);
      return credits !== null && credits === claimed ? { credits } : null;
    });
