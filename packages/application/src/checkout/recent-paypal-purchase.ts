import { type Account, type Credits, creditsOf, epochMs } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** How long after a purchase the return page still confirms it, in milliseconds. */
const CONFIRMATION_TTL_MS = 24 * 3_600_000;

/** The credits that an address claims, where the account's latest purchase through PayPal was of as many. (CRD-11) */
export const recentPayPalPurchase =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (account: Account, claimed: number): Effect.Effect<{ readonly credits: Credits } | null> =>
    Effect.map(ports.transactions.read.orders.paidOneTimeOrdersOf(account.id, "paypal"), ([latest]) => {
      if (latest?.status._tag !== "paid") return null;
      const credits = creditsOf(latest.items[0]);
      const isRecent = epochMs(ports.clock.now()) - epochMs(latest.status.at) < CONFIRMATION_TTL_MS;
      return isRecent && credits !== null && credits === claimed ? { credits } : null;
    });
