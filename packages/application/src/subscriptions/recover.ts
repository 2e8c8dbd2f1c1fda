import { epochMs } from "@backlot/domain";
import type { Order, PaymentProviderDown } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { carryOutPack, giveUpPack } from "../purchases/carry-out-pack.ts";
import { orWait } from "../jobs/or-wait.ts";
import type { StorePorts } from "../store-ports.ts";
import { GIVE_UP_WALLET_AFTER_MS, carryOutWallet, giveUpWallet } from "../wallet/carry-out-wallet.ts";
import { alone } from "./alone.ts";
import { carryOut, giveUp } from "./carry-out.ts";
import { carryOutChange, giveUpChange } from "./carry-out-change.ts";

type RecoverPorts = Pick<StorePorts, "clock" | "ids" | "payments" | "wallet" | "transactions" | "settings">;

/** The provider lets an unpaid subscription go after 23 hours; the order goes with it. */
const GIVE_UP_AFTER_MS = 23 * 3_600_000;

const waitsFor = (order: Order): number =>
  order.kind === "wallet-plan" || order.kind === "wallet-pack" ? GIVE_UP_WALLET_AFTER_MS : GIVE_UP_AFTER_MS;

/** Work on a plan that runs, or may: one at a time for an account. An account that stays busy keeps its order as it is. */
const unlessBusy = (
  ports: RecoverPorts,
  order: Order,
  work: Effect.Effect<Order, PaymentProviderDown>,
): Effect.Effect<Order, PaymentProviderDown> =>
  alone(ports)(order.user_id)(work).pipe(Effect.catchTag("conflict", () => Effect.succeed(order)));

/** Gives up an order that waits, of whatever kind, unless it turns out to be paid. Answers it as it is then. (CHK-03) */
export const giveUpOrder =
  (ports: RecoverPorts) =>
  (order: Order): Effect.Effect<Order, PaymentProviderDown> => {
    switch (order.kind) {
      case "plan":
        return giveUp(ports)(order);
      case "change":
        return unlessBusy(ports, order, giveUpChange(ports)(order));
      case "pack":
        return giveUpPack(ports)(order);
      case "wallet-plan":
        return unlessBusy(ports, order, giveUpWallet(ports)(order));
      case "wallet-pack":
        return giveUpWallet(ports)(order);
    }
  };

/** Takes an order on from wherever it was left. Answers it as it is then. (CHK-03, CHK-07) */
export const takeOn =
  (ports: RecoverPorts) =>
  (order: Order): Effect.Effect<Order, PaymentProviderDown> => {
    switch (order.kind) {
      case "plan":
        return Effect.map(carryOut(ports)(order), (done) => done.order);
      case "change":
        return unlessBusy(
          ports,
          order,
          Effect.map(carryOutChange(ports)(order), (done) => done.order),
        );
      case "pack":
        return Effect.map(carryOutPack(ports)(order), (done) => done.order);
      case "wallet-plan":
        return unlessBusy(
          ports,
          order,
          Effect.map(carryOutWallet(ports)(order), (done) => done.order),
        );
      case "wallet-pack":
        return Effect.map(carryOutWallet(ports)(order), (done) => done.order);
    }
  };

/**
 * Looks again at every order that has no end yet: a process that died between the charge and the record left it so.
 * Answers how many are still open. (CHK-03, CHK-07)
 */
export const recoverOrders =
  (ports: RecoverPorts) =>
  (settledBefore: { readonly olderThanMs: number } = { olderThanMs: 0 }): Effect.Effect<number> =>
    Effect.gen(function* () {
      const now = epochMs(ports.clock.now());
      const orders = yield* ports.transactions.read.orders.pending();
      let open = 0;
      for (const order of orders) {
        const age = now - epochMs(order.created_at);
        if (age < settledBefore.olderThanMs) continue;
        const look = age > waitsFor(order) ? giveUpOrder(ports)(order) : takeOn(ports)(order);
        const after = yield* orWait(`order ${order.id}`, order, look);
        if (after.outcome._tag === "pending") open += 1;
      }
      return open;
    });
