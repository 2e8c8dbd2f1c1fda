import {
  type Account,
  type Cents,
  type Credits,
  type LicenceId,
  type PackPrices,
  type CreditPack,
  type PackRange,
  type Quote,
  balances,
  cents,
  creditPack,
  credits,
  creditPurchaseError,
  message,
  minimumLicence,
  quotePack,
  rangesFor,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  NotFound,
  type Order,
  type PackPurchase,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentProviderDown,
  type Repositories,
} from "@backlot/ports";
import type { CreditPackVariant, PaymentStep } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { ensureCustomer } from "../payments/cards.ts";
import { makeWay, type SubscribePorts } from "../subscriptions/subscribe.ts";
import { carryOutPack, openPack, settlePack } from "./carry-out-pack.ts";

const prices = (repositories: Repositories): Effect.Effect<PackPrices> =>
  Effect.map(repositories.packs.prices(), (found) => {
    if (found === null) throw new Error("the store was never stocked with pack prices");
    return found;
  });

/** The packs on offer and the prices of custom amounts, for a licence. (CRD-01, CRD-04) */
export const listPacks =
  (ports: Pick<SubscribePorts, "transactions">) =>
  (
    licence: LicenceId,
  ): Effect.Effect<{
    readonly data: readonly CreditPackVariant[];
    readonly custom_credit_packs_prices: readonly PackRange[];
  }> =>
    Effect.map(prices(ports.transactions.read), (list) => ({
      data: list.presets.flatMap((amount) => {
        const pack = creditPack(list, credits(amount), licence);
        return Result.isSuccess(pack) ? [{ id: amount, recurring_credits: pack.success.amount, ...pack.success }] : [];
      }),
      custom_credit_packs_prices: rangesFor(list, licence),
    }));

/** What somebody wants to pay for: how many credits, with which card, and what they think it costs. */
export interface PackRequest {
  readonly credits: number;
  readonly payment_method_id: string | null;
  readonly customer_id: string | null;
  readonly amount: Cents | null;
}

const buyerLicence = (repositories: Repositories, account: Account): Effect.Effect<LicenceId> =>
  Effect.map(repositories.accounts.profile(account.id), (profile) =>
    minimumLicence({ min_license_id: account.min_license_id, profile }),
  );

const refuseBuyer = (repositories: Repositories, account: Account): Effect.Effect<void, Forbidden> =>
  Effect.gen(function* () {
    const stored = yield* repositories.subscriptions.current(account.id);
    const refused = creditPurchaseError({
      role: "Admin",
      is_credit_based_legacy: stored?.legacy_kind === "credit-based",
    });
    if (refused !== null) return yield* new Forbidden({ message: message(refused) });
  });

/** A number of credits as this account may buy them, priced by the store for its licence. (CRD-03, CRD-05, CHK-06) */
export const considerPack = (
  ports: Pick<SubscribePorts, "transactions" | "settings">,
  account: Account,
  amount: number,
): Effect.Effect<
  { readonly pack: CreditPack; readonly licence: LicenceId; readonly quote: Quote },
  Forbidden | Conflict
> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    yield* refuseBuyer(read, account);
    const list = yield* prices(read);
    const licence = yield* buyerLicence(read, account);
    const priced = creditPack(list, credits(amount), licence);
    if (Result.isFailure(priced) || amount < 1)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
    const pack = priced.success;
    return {
      pack,
      licence,
      quote: quotePack(
        { reference: String(pack.amount), amount: pack.amount, price: pack.adjusted_price },
        ports.settings.tax,
      ),
    };
  });

/** Writes the order of a pack, priced by the store, and opens its payment. Nothing is charged yet. (CRD-05, CHK-06) */
export const startPackPayment =
  (ports: SubscribePorts) =>
  (
    account: Account,
    request: PackRequest,
  ): Effect.Effect<PaymentStep, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      if (request.customer_id !== null && request.customer_id !== account.stripe_customer_token)
        return yield* new Forbidden({ message: message("forbidden") });
      const { pack, licence, quote } = yield* considerPack(ports, account, request.credits);
      if (request.amount !== null && request.amount !== quote.total)
        return yield* new Conflict({ reason: "price_changed", message: message("price_changed") });
      const customer_id = yield* ensureCustomer(ports)(account);
      if (request.payment_method_id !== null) {
        const own = yield* ports.payments.cards(customer_id);
        if (!own.some((card) => card.id === request.payment_method_id))
          return yield* new Forbidden({ message: message("forbidden") });
      }
      yield* makeWay(ports)(account);
      const id = ports.ids.next();
      const written = yield* ports.transactions.run((repositories) =>
        Effect.gen(function* () {
          yield* repositories.accounts.lock(account.id);
          if ((yield* repositories.orders.pendingOf(account.id)) !== null) {
            return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
          }
          const order: PackPurchase = {
            id,
            user_id: account.id,
            kind: "pack",
            submit_key: `pack:${id}`,
            plan_variant_id: null,
            license_id: licence,
            customer_id,
            payment_method_id: request.payment_method_id,
            credits: pack.amount,
            subscription_id: null,
            quote,
            provider_reference: null,
            outcome: { _tag: "pending" },
            created_at: ports.clock.now(),
          };
          yield* repositories.orders.insert(order);
          return order;
        }),
      );
      const payment = yield* openPack(ports, written);
      yield* settlePack(ports)(written.id, payment);
      if (payment.payment_id === null)
        return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
      const client_secret = "client_secret" in payment ? payment.client_secret : "";
      return { id: payment.payment_id, client_secret, status: payment._tag, amount: quote.total };
    });

const ownOrder = (
  ports: SubscribePorts,
  account: Account,
  paymentId: string,
): Effect.Effect<PackPurchase, NotFound | Forbidden> =>
  Effect.gen(function* () {
    const order: Order | null = yield* ports.transactions.read.orders.byProviderReference(paymentId);
    if (order === null || order.kind !== "pack") return yield* new NotFound({ message: message("not_found") });
    if (order.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
    return order;
  });

/** Charges the saved card of a pack's payment. (CRD-05, CHK-06) */
export const confirmPackPayment =
  (ports: SubscribePorts) =>
  (
    account: Account,
    paymentId: string,
  ): Effect.Effect<PaymentStep, NotFound | Forbidden | PaymentDeclined | PaymentProviderDown> =>
    Effect.gen(function* () {
      const order = yield* ownOrder(ports, account, paymentId);
      const payment = yield* ports.payments.confirmPayment(paymentId, order.payment_method_id);
      yield* settlePack(ports)(order.id, payment);
      if (payment._tag === "Declined")
        return yield* new PaymentDeclined({ message: payment.message, decline_code: payment.decline_code });
      const client_secret = "client_secret" in payment ? payment.client_secret : "";
      return { id: paymentId, client_secret, status: payment._tag, amount: order.quote.total };
    });

/** The pack of a payment that came in: its credits, once, whoever asks first. (CRD-05) */
export const recordPack =
  (ports: SubscribePorts) =>
  (
    account: Account,
    bought: { readonly payment_intent: string; readonly credits: number },
  ): Effect.Effect<
    { readonly credits: Credits; readonly amount: Cents; readonly current_credit_balance: Credits },
    NotFound | Forbidden | Conflict | PaymentDeclined | PaymentNeedsConfirmation | PaymentProviderDown
  > =>
    Effect.gen(function* () {
      const own = yield* ownOrder(ports, account, bought.payment_intent);
      if (own.credits !== bought.credits)
        return yield* new Conflict({ reason: "price_changed", message: message("price_changed") });
      const { order, payment } = yield* carryOutPack(ports)(own);
      if (order.outcome._tag !== "paid") {
        if (payment?._tag === "Declined")
          return yield* new PaymentDeclined({ message: payment.message, decline_code: payment.decline_code });
        if (payment?._tag === "NeedsConfirmation") {
          return yield* new PaymentNeedsConfirmation({
            message: message("payment_needs_confirmation"),
            client_secret: payment.client_secret,
          });
        }
        return yield* new Conflict({ reason: "order_ended", message: message("payment_method_required") });
      }
      const { current } = balances(yield* ports.transactions.read.credits.lots(account.id));
      return { credits: own.credits, amount: cents(own.quote.total), current_credit_balance: current };
    });
