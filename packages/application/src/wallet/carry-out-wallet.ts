import {
  epochMs,
  instant,
  message,
  minimumLicence,
  paymentMethods,
  planLineOf,
  renewalDate,
  isQuoteValid,
} from "@backlot/domain";
import type {
  Order,
  PaymentProviderDown,
  SinglePayment,
  Wallet,
  WalletPackPurchase,
  WalletPlanPurchase,
  WalletPurchase,
  WalletStanding,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { settlePack } from "../purchases/carry-out-pack.ts";
import type { StorePorts } from "../store-ports.ts";
import { followPlan } from "../subscriptions/follow-plan.ts";
import { type PlanOutcome, settle } from "../subscriptions/settle.ts";
import { endReplacedPlans } from "./end-replaced.ts";
import { walletOf } from "./wallet-of.ts";

/** An approval at the wallet is good for three hours; what an order holds of its buyer's credits goes back after them. */
export const GIVE_UP_WALLET_AFTER_MS = 3 * 3_600_000;

type WalletPorts = Pick<StorePorts, "clock" | "payments" | "wallet" | "transactions" | "settings">;

/** An order through the wallet after a look at the provider, and what the provider said; null where nobody had to ask. */
export interface CarriedOutWallet {
  readonly order: Order;
  readonly status: WalletStanding | null;
}

/** Where the buyer comes back to: our own page, which looks again at everything. */
export const wayBack = (ports: Pick<StorePorts, "settings">, orderId: string) => {
  const return_url = `${ports.settings.siteUrl}/checkout/paypal?order=${orderId}`;
  return { return_url, cancel_url: `${return_url}&cancelled=1` };
};

const request = (
  ports: WalletPorts,
  wallet: Wallet,
  order: WalletPurchase,
): Effect.Effect<WalletStanding, PaymentProviderDown> =>
  Effect.gen(function* () {
    const common = { order_id: order.id, ...wayBack(ports, order.id) };
    if (order.kind === "wallet-pack") {
      return yield* wallet.requestPayment({
        ...common,
        amount: order.quote.total,
        description: order.quote.lines[0]?.label ?? "Credits",
      });
    }
    const offer = yield* ports.transactions.read.plans.get(order.plan_variant_id);
    if (offer === null) throw new Error(`order ${order.id} is for plan ${order.plan_variant_id}, which is gone`);
    return yield* wallet.requestPlan({
      ...common,
      interval: offer.interval,
      amount: planLineOf(order.quote).gross,
      due_today: order.quote.total,
      // The provider counts in whole seconds.
      next_at: instant(Math.floor(epochMs(renewalDate(order.created_at, offer.interval)) / 1_000) * 1_000),
    });
  });

const gone = (order: WalletPurchase): WalletStanding => ({
  _tag: "Ended",
  reference: order.provider_reference,
  order_id: order.id,
  message: null,
});

/** How an order stands at the provider; asked for there where it has not been yet. The order's id is its key. */
const look = (
  ports: WalletPorts,
  wallet: Wallet,
  order: WalletPurchase,
): Effect.Effect<WalletStanding, PaymentProviderDown> => {
  const { provider_reference: reference } = order;
  if (reference === null) return request(ports, wallet, order);
  const read = order.kind === "wallet-pack" ? wallet.payment(reference) : wallet.planStanding(reference);
  return Effect.map(read, (status) => status ?? gone(order));
};

/**
 * Whether an order still is what its buyer agreed to, and may still be paid so: in time, with no renewal, other plan or end in
 * between, and under a licence that the wallet is for. Renewals that we have not heard of yet come first. (CHG-09, LIC-14)
 */
const stillWanted = (ports: WalletPorts, order: WalletPurchase): Effect.Effect<boolean, PaymentProviderDown> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    if (epochMs(ports.clock.now()) - epochMs(order.created_at) > GIVE_UP_WALLET_AFTER_MS) return false;
    if (order.kind === "wallet-pack") return true;
    const before = yield* read.subscriptions.current(order.user_id);
    if (before !== null) yield* followPlan(ports)(before);
    const running = yield* read.subscriptions.current(order.user_id);
    const account = yield* read.accounts.get(order.user_id);
    const minimum = minimumLicence({
      min_license_id: account?.min_license_id ?? null,
      profile: yield* read.accounts.profile(order.user_id),
    });
    const current = running?.life.terms.license_id ?? null;
    const methods = paymentMethods({ hidden: false, minimum, current, purchase: order.license_id });
    if (!methods.includes("paypal") || order.license_id < minimum) return false;
    return isQuoteValid(
      { subscription_id: order.subscription_id, payment: order.replaced_payment },
      running?.life ?? null,
    );
  });

const asPayment = (status: WalletStanding): SinglePayment | null => {
  switch (status._tag) {
    case "Paid":
      return {
        _tag: "Paid",
        payment_id: status.reference,
        refund_as: status.payment_id,
        amount_paid: status.amount_paid,
        paid_at: status.paid_at,
      };
    case "Ended":
      return { _tag: "Ended", payment_id: status.reference };
    case "Waiting":
    case "Approved":
    case "Processing":
      return null;
  }
};

const asPlanOutcome = (status: WalletStanding): PlanOutcome | null => {
  switch (status._tag) {
    case "Paid":
      if (status.period === null) throw new Error(`plan ${status.reference} was paid for no period`);
      return {
        _tag: "Paid",
        subscription_id: status.reference,
        invoice_id: status.payment_id,
        amount_paid: status.amount_paid,
        payment_id: status.payment_id,
        period_start: status.period.start,
        period_end: status.period.end,
      };
    case "Ended":
      return { _tag: "NeverOpened", message: status.message ?? message("order_ended"), decline_code: null };
    case "Waiting":
    case "Approved":
    case "Processing":
      return null;
  }
};

/** Records what an order came to. What still waits changes nothing but the reference that it is found by. */
const conclude = (ports: WalletPorts, order: WalletPurchase, status: WalletStanding): Effect.Effect<Order> =>
  Effect.gen(function* () {
    const { orders } = ports.transactions.read;
    if (order.provider_reference === null && status.reference !== null)
      yield* orders.setProviderReference(order.id, status.reference);
    if (order.kind === "wallet-pack") {
      const payment = asPayment(status);
      const words = status._tag === "Ended" ? (status.message ?? undefined) : undefined;
      return payment === null ? order : ((yield* settlePack(ports)(order.id, payment, words)) ?? order);
    }
    const outcome = asPlanOutcome(status);
    if (outcome === null) return order;
    const settled = (yield* settle(ports)(order.id, outcome)) ?? order;
    // At once, so that no period of the plan before is billed; a job does it where this fails.
    if (outcome._tag === "Paid") yield* endReplacedPlans(ports)();
    return settled;
  });

const take = (
  wallet: Wallet,
  order: WalletPackPurchase | WalletPlanPurchase,
  reference: string,
): Effect.Effect<WalletStanding, PaymentProviderDown> =>
  order.kind === "wallet-pack" ? wallet.takePayment(reference) : wallet.startPlan(reference);

/** Money for an order that was given up while it was being taken is found; nothing is taken any more. (CHK-07) */
const lookBack = (ports: WalletPorts, order: WalletPurchase): Effect.Effect<Order, PaymentProviderDown> =>
  Effect.gen(function* () {
    if (order.provider_reference === null) return order;
    const found = yield* look(ports, yield* walletOf(ports), order);
    return found._tag === "Paid" ? yield* conclude(ports, order, found) : order;
  });

/**
 * Takes an order through the wallet on from wherever it was left: asks for it there, takes the money once its buyer has
 * approved it, and settles what comes of it. Safe to call at any time and any number of times; plans one at a time for an
 * account (`alone`). An approved plan that is not wanted any more is never started. (CHK-04, CHG-09)
 */
export const carryOutWallet =
  (ports: WalletPorts) =>
  (written: WalletPurchase): Effect.Effect<CarriedOutWallet, PaymentProviderDown> =>
    Effect.gen(function* () {
      const order = yield* ports.transactions.read.orders.get(written.id);
      if (order?.kind !== "wallet-pack" && order?.kind !== "wallet-plan")
        return { order: order ?? written, status: null };
      if (order.outcome._tag === "paid") return { order, status: null };
      if (order.outcome._tag === "failed") return { order: yield* lookBack(ports, order), status: null };
      const wallet = yield* walletOf(ports);
      const found = yield* look(ports, wallet, order);
      if (found.order_id !== null && found.order_id !== order.id)
        throw new Error(`order ${order.id} leads to what is about order ${found.order_id}`);
      if (found._tag !== "Approved") return { order: yield* conclude(ports, order, found), status: found };
      const wanted = yield* stillWanted(ports, order);
      const status: WalletStanding = wanted
        ? yield* take(wallet, order, found.reference)
        : {
            ...gone(order),
            _tag: "Ended",
            message: message(order.kind === "wallet-pack" ? "order_ended" : "subscription_changed"),
          };
      return { order: yield* conclude(ports, order, status), status };
    });

/**
 * Gives up an order through the wallet, unless it turns out to be paid. What its buyer approves later is not taken; an
 * agreement that was never started costs nobody anything. (CHK-04)
 */
export const giveUpWallet =
  (ports: WalletPorts) =>
  (written: WalletPurchase): Effect.Effect<Order, PaymentProviderDown> =>
    Effect.gen(function* () {
      const order = yield* ports.transactions.read.orders.get(written.id);
      if ((order?.kind !== "wallet-pack" && order?.kind !== "wallet-plan") || order.outcome._tag !== "pending")
        return order ?? written;
      const reference = order.provider_reference;
      // What was never asked for, or whose answer got lost, is found by nobody, and so never taken; nor is anything without keys.
      const found = reference === null || ports.wallet === null ? gone(order) : yield* look(ports, ports.wallet, order);
      const ended: WalletStanding = { ...gone(order), _tag: "Ended", message: message("paypal_canceled") };
      return yield* conclude(ports, order, found._tag === "Paid" || found._tag === "Processing" ? found : ended);
    });
