import {
  type Account,
  type ChangePreview,
  type LicenceId,
  type PlanVariant,
  type Quote,
  cents,
  message,
  minimumLicence,
  paymentMethods,
  payPalPromoError,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  NotFound,
  type Order,
  type PaymentProviderDown,
  type Repositories,
  type StoredSubscription,
  type WalletPackPurchase,
  type WalletPlanPurchase,
  type WalletPurchase,
  type WalletReturn,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { considerPack } from "../purchases/buy-pack.ts";
import type { StorePorts } from "../store-ports.ts";
import { alone } from "../subscriptions/alone.ts";
import { downgradeInWallet } from "../subscriptions/change-subscription.ts";
import { considerUpgrade, holdFor } from "../subscriptions/consider-change.ts";
import { followPlan } from "../subscriptions/follow-plan.ts";
import { priceNewPlan, promoNamed, purchasableVariant } from "../subscriptions/plan-purchase.ts";
import { type PlanRequest, makeWay } from "../subscriptions/subscribe.ts";
import { type CarriedOutWallet, carryOutWallet, giveUpWallet, wayBack } from "./carry-out-wallet.ts";
import { walletRefused } from "./wallet-of.ts";

type Ports = Pick<StorePorts, "clock" | "ids" | "payments" | "wallet" | "transactions" | "settings">;

/** Where a buyer goes on to, or what stands in the way. */
export interface Redirect {
  readonly redirect_url: string | null;
  readonly error: string | null;
}

const redirect = (ports: Ports, { order, status }: CarriedOutWallet): Redirect => {
  if (order.outcome._tag === "failed") return { redirect_url: null, error: order.outcome.message };
  if (status?._tag !== "Waiting") return { redirect_url: wayBack(ports, order.id).return_url, error: null };
  return status.approve_url === ""
    ? { redirect_url: null, error: message("error_occured") }
    : { redirect_url: status.approve_url, error: null };
};

/** A new order through the wallet, still without what makes it a plan's or a pack's. */
const pendingOrder = (ports: Ports, account: Account, id: string, quote: Quote) => ({
  id,
  user_id: account.id,
  submit_key: `wallet:${id}`,
  customer_id: null,
  payment_method_id: null,
  quote,
  provider_reference: null,
  outcome: { _tag: "pending" } as const,
  created_at: ports.clock.now(),
});

/** Whether the wallet may pay for a purchase of a licence, by settings and by licences. (LIC-14, CHK-09) */
const refuseWallet = (ports: Ports, account: Account, purchase: LicenceId | undefined): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const running = yield* read.subscriptions.current(account.id);
    const minimum = minimumLicence({
      min_license_id: account.min_license_id,
      profile: yield* read.accounts.profile(account.id),
    });
    const current = running?.life.terms.license_id ?? null;
    const offered = paymentMethods({
      hidden: ports.settings.walletHidden,
      minimum,
      current,
      purchase: purchase ?? current ?? minimum,
    });
    if (ports.wallet === null || !offered.includes("paypal")) return yield* walletRefused();
  });

type PlanWish = Omit<PlanRequest, "setup_intent_id" | "add_on_credits">;

/** What an order of a plan is written with: its price, and what an upgrade puts aside. */
interface Priced {
  readonly variant: PlanVariant;
  readonly quote: Quote;
  readonly preview: ChangePreview | null;
}

const priced = (
  ports: Ports,
  repositories: Repositories,
  account: Account,
  running: StoredSubscription | null,
  wish: PlanWish,
): Effect.Effect<Priced, NotFound | Forbidden | Conflict> =>
  Effect.gen(function* () {
    if (running === null) {
      const variant = yield* purchasableVariant(repositories, account, wish);
      return {
        variant,
        quote: yield* priceNewPlan(ports, repositories, variant, { promo: null, credit: cents(0) }),
        preview: null,
      };
    }
    const upgrade = yield* considerUpgrade(ports, repositories, account, running, wish);
    // Nothing to pay, or something left over: the wallet has no account that could keep it.
    return upgrade.quote.total === 0 || upgrade.preview.account_credit_left > 0 ? yield* walletRefused() : upgrade;
  });

/** Writes the order of a plan, new or in place of the running one, and holds what that hands back. (CHG-07, CHG-09) */
const writePlanOrder = (
  ports: Ports,
  account: Account,
  wish: PlanWish,
): Effect.Effect<WalletPlanPurchase, NotFound | Forbidden | Conflict> =>
  ports.transactions.run((repositories) =>
    Effect.gen(function* () {
      const locked = (yield* repositories.accounts.lock(account.id)) ?? account;
      if ((yield* repositories.orders.pendingOf(account.id)) !== null) {
        return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
      }
      const running = yield* repositories.subscriptions.current(account.id);
      const { variant, quote, preview } = yield* priced(ports, repositories, locked, running, wish);
      const order: WalletPlanPurchase = {
        ...pendingOrder(ports, account, ports.ids.next(), quote),
        kind: "wallet-plan",
        plan_variant_id: variant.id,
        license_id: variant.license_id,
        credits: null,
        subscription_id: running?.life.id ?? null,
        replaced_payment: running?.life.payment ?? null,
      };
      if (running !== null && preview !== null) yield* holdFor(repositories, running, preview, order);
      yield* repositories.orders.insert(order);
      return order;
    }),
  );

/**
 * Asks the wallet for a plan, new or in place of the running one, and answers where the buyer agrees to it. Asked again for
 * the same plan while it waits, it is the same order. Promo codes and Enterprise licences are refused. (CHK-04, CHG-09, DSC-08,
 * LIC-14)
 */
export const startWalletPlan =
  (ports: Ports) =>
  (account: Account, wish: PlanWish): Effect.Effect<Redirect, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const refused = payPalPromoError(yield* promoNamed(ports, wish.discount_code));
      if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
      const same = (order: Order | null): order is WalletPlanPurchase =>
        order?.kind === "wallet-plan" &&
        order.plan_variant_id === wish.plan_variant_id &&
        (wish.license_id ?? order.license_id) === order.license_id;
      yield* refuseWallet(ports, account, wish.license_id);
      const waiting = yield* read.orders.pendingOf(account.id);
      if (waiting !== null && !same(waiting)) yield* makeWay(ports)(account);
      const carried = yield* Effect.gen(function* () {
        const before = yield* read.orders.pendingOf(account.id);
        if (same(before)) return yield* carryOutWallet(ports)(before);
        const now = yield* read.subscriptions.current(account.id);
        // Renewals that we have not heard of yet come before the change.
        const running = now === null ? null : yield* followPlan(ports)(now);
        if (running !== null && (yield* downgradeInWallet(ports, account, running, wish))) return null;
        return yield* carryOutWallet(ports)(yield* writePlanOrder(ports, account, wish));
      }).pipe(alone(ports)(account.id));
      // A downgrade asks nobody: its owner goes home. (CHG-02)
      return carried === null
        ? { redirect_url: `${ports.settings.siteUrl}/?plan=changed`, error: null }
        : redirect(ports, carried);
    });

/** How many orders of credits may wait for an account; the oldest gives way to a new one. */
const WAITING_PACKS = 5;

/** Asks the wallet for the money of a pack. Asked again for as many credits while it waits, it is the same order. (CRD-05, CHK-04) */
export const startWalletPack =
  (ports: Ports) =>
  (account: Account, credits: number): Effect.Effect<Redirect, Forbidden | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      const { pack, licence, quote } = yield* considerPack(ports, account, credits);
      yield* refuseWallet(ports, account, licence);
      const waiting = (yield* ports.transactions.read.orders.walletPacksOf(account.id)).filter(
        (order) => order.outcome._tag === "pending",
      );
      const same = (order: WalletPackPurchase): boolean =>
        order.credits === pack.amount && order.quote.total === quote.total;
      // One that waited too long has ended at its provider: that shows now, and a new one takes its place.
      for (const order of waiting.filter(same)) {
        const carried = yield* carryOutWallet(ports)(order);
        if (carried.order.outcome._tag === "paid") return redirect(ports, carried);
      }
      for (const order of waiting.filter((each) => !same(each)).slice(WAITING_PACKS - 1))
        yield* giveUpWallet(ports)(order);
      const written = yield* ports.transactions.run((repositories) =>
        Effect.gen(function* () {
          yield* repositories.accounts.lock(account.id);
          const before = (yield* repositories.orders.walletPacksOf(account.id)).find(
            (order) => order.outcome._tag === "pending" && same(order),
          );
          if (before !== undefined) return before;
          const order: WalletPackPurchase = {
            ...pendingOrder(ports, account, ports.ids.next(), quote),
            kind: "wallet-pack",
            plan_variant_id: null,
            license_id: licence,
            credits: pack.amount,
            subscription_id: null,
          };
          yield* repositories.orders.insert(order);
          return order;
        }),
      );
      return redirect(ports, yield* carryOutWallet(ports)(written));
    });

const ownOrder = (ports: Ports, account: Account, id: string): Effect.Effect<WalletPurchase, NotFound | Forbidden> =>
  Effect.gen(function* () {
    const order = yield* ports.transactions.read.orders.get(id);
    if (order?.kind !== "wallet-plan" && order?.kind !== "wallet-pack")
      return yield* new NotFound({ message: message("not_found") });
    if (order.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
    return order;
  });

const view = (order: WalletPurchase, now: Order, status: CarriedOutWallet["status"]): WalletReturn => ({
  kind: order.kind === "wallet-pack" ? "pack" : order.subscription_id === null ? "plan" : "change",
  status: now.outcome._tag === "pending" ? (status?._tag === "Waiting" ? "waiting" : "processing") : now.outcome._tag,
  message: now.outcome._tag === "failed" ? now.outcome.message : null,
  credits: order.credits,
  plan_variant_id: order.plan_variant_id,
  license_id: order.license_id,
  redirect_url: status?._tag === "Waiting" ? status.approve_url : null,
});

const plansAlone =
  (ports: Ports, order: WalletPurchase) =>
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | Conflict> =>
    order.kind === "wallet-plan" ? alone(ports)(order.user_id)(work) : work;

/** The buyer has come back: what the provider says of their own order is carried out. The address is only a hint. (CHK-04) */
export const returnFromWallet =
  (ports: Ports) =>
  (
    account: Account,
    orderId: string,
  ): Effect.Effect<WalletReturn, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      const order = yield* ownOrder(ports, account, orderId);
      const { order: now, status } = yield* plansAlone(ports, order)(carryOutWallet(ports)(order));
      return view(order, now, status);
    });

/** The buyer came back without agreeing: the order is given up, unless it is paid after all. (CHK-04) */
export const leaveWallet =
  (ports: Ports) =>
  (
    account: Account,
    orderId: string,
  ): Effect.Effect<WalletReturn, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      const order = yield* ownOrder(ports, account, orderId);
      return view(order, yield* plansAlone(ports, order)(giveUpWallet(ports)(order)), null);
    });
