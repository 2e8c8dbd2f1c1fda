import { type Account, type Credits, epochMs } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** How long after a purchase the way back from the wallet still speaks of it, in milliseconds. */
const FRESH_MS = 24 * 3_600_000;

/** The credits that an address speaks of, where the account's latest purchase through the wallet was of as many. (CRD-11) */
export const knownPurchase =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (account: Account, claimed: number): Effect.Effect<{ readonly credits: Credits } | null> =>
    Effect.map(ports.transactions.read.orders.walletPacksOf(account.id), (packs) => {
      const now = epochMs(ports.clock.now());
      const paid = packs.find((order) => order.outcome._tag === "paid" && now - epochMs(order.outcome.at) < FRESH_MS);
      return paid?.credits === claimed ? { credits: paid.credits } : null;
    });
