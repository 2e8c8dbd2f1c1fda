import {
  planVariantOf,
  type Credits,
  type CreditPack,
  type PackPrices,
  type Account,
  type LicenceId,
  type PackRange,
  type Quote,
  type Cents,
  type Order,
  creditPurchaseError,
  credits,
  rangesFor,
  message,
  quotePack,
  creditPack,
  creditsOf,
  balances,
  isCreditBased,
  packLine,
  soldPack,
  licenceForItems,
  roleOf,
  endingText,
  endedReason,
} from "@backlot/domain";
import {
  type ApprovalRedirect,
  Conflict,
  type CreditPackVariant,
  Forbidden,
  NotFound,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentStep,
  type Repositories,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { licencesOf } from "../accounts/minimum-licence.ts";
import { advanceOrder } from "../orders/advance-order.ts";
import { paymentStep } from "../orders/order-view.ts";
import type { Placing } from "../orders/place-order.ts";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { ensureCustomer, requireOwnCard, requireOwnCustomer } from "./cards.ts";
import {
  type OneTimePayer,
  PAYPAL_PAYER,
  type PlaceError,
  notPaid,
  placeOneTime,
  requireOwnPayment,
} from "./one-time-payment.ts";
import { requireExpectedTotal } from "./require-expected.ts";
import { requirePayPalAllowed, toApprovalRedirect } from "./start-paypal-plan.ts";

const pricesOf = (repos: Repositories): Effect.Effect<PackPrices> =>
  Effect.map(repos.packs.prices(), (found) => {
    if (found === null) throw new Error("the store was never stocked with pack prices");
    return found;
  });

/** The packs on offer and the prices of custom amounts, for a licence. (CRD-01, CRD-04) */
export const listPacks =
  (ports: Pick<OrderPorts, "transactions">) =>
  (
    licence: LicenceId,
  ): Effect.Effect<{
    readonly data: readonly CreditPackVariant[];
    readonly custom_credit_packs_prices: readonly PackRange[];
  }> =>
    Effect.map(pricesOf(ports.transactions.read), (list) => ({
      data: list.presets.flatMap((amount) => {
        const pack = creditPack(list, credits(amount), licence);
        return Result.isSuccess(pack) ? [{ id: amount, recurring_credits: pack.success.amount, ...pack.success }] : [];
      }),
      custom_credit_packs_prices: rangesFor(list, licence),
    }));

const requireCreditBuyer = (repos: Repositories, account: Account): Effect.Effect<void, Forbidden> =>
  Effect.gen(function* () {
    const stored = yield* repos.subscriptions.current(account.id);
    const is_credit_based_legacy = isCreditBased(stored?.legacy_kind ?? null);
    const error = creditPurchaseError({ role: roleOf(account), is_credit_based_legacy });
    if (error !== null) return yield* new Forbidden({ message: message(error) });
  });

interface PricedPack {
  readonly pack: CreditPack;
  readonly licence: LicenceId;
  readonly quote: Quote;
}

/** A number of credits as this account may buy them, priced by the store for its licence. (CRD-03, CRD-05, CHK-06) */
const priceCreditPack = (
  ports: OrderPorts,
  repos: Repositories,
  account: Account,
  amount: number,
  chosen: LicenceId | null = null,
): Effect.Effect<PricedPack, Forbidden | Conflict> =>
  Effect.gen(function* () {
    yield* requireCreditBuyer(repos, account);
    const licence = licenceForItems({ ...(yield* licencesOf(repos, account)), chosen });
    const pack = soldPack(yield* pricesOf(repos), amount, licence);
    if (pack === null)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
    return { pack, licence, quote: quotePack(packLine(pack), ports.settings.tax) };
  });

/** The licence of the plan that credits are bought beside, while its own agreement waits; null for credits alone. */
const licenceBeside = (
  repos: Repositories,
  account: Account,
  planVariantId: number | null,
): Effect.Effect<LicenceId | null> =>
  planVariantId === null
    ? Effect.succeed(null)
    : Effect.map(repos.orders.openSubscriptionOrder(account.id), (open) =>
        open !== null && planVariantOf(open.items[0]) === planVariantId ? open.license_id : null,
      );

/** What somebody wants to pay for: how many credits, with which card, and what they think it costs. */
export interface PackRequest {
  readonly credits: number;
  readonly payment_method_id: string | null;
  readonly customer_id: string | null;
  readonly amount: Cents | null;
}

/** A number of credits as an order; refused where it costs another amount than its buyer was shown. (CRD-03, CHK-06) */
const priceOrder =
  (ports: OrderPorts, amount: number, expected: Cents | null, besidePlan: number | null = null): Placing["price"] =>
  (repos, locked) =>
    Effect.gen(function* () {
      const chosen = yield* licenceBeside(repos, locked, besidePlan);
      const { pack, licence, quote } = yield* priceCreditPack(ports, repos, locked, amount, chosen);
      yield* requireExpectedTotal(expected, quote);
      return { license_id: licence, items: [{ kind: "credit-pack" as const, credits: pack.amount }], quote, hold: [] };
    });

/** Writes the order of a pack, priced by the store, and opens its payment. Nothing is charged yet. (CRD-05, CHK-06) */
export const startPackPayment =
  (ports: OrderPorts) =>
  (account: Account, request: PackRequest): Effect.Effect<PaymentStep, PlaceError> =>
    Effect.gen(function* () {
      yield* requireNoDispute(ports.transactions.read, account.id);
      yield* requireOwnCustomer(request.customer_id, account.stripe_customer_token);
      const { quote } = yield* priceCreditPack(ports, ports.transactions.read, account, request.credits);
      // Before a customer is made for nothing, and again under the lock.
      yield* requireExpectedTotal(request.amount, quote);
      const customer_id = yield* ensureCustomer(ports)(account);
      const { payment_method_id } = request;
      if (payment_method_id !== null) yield* requireOwnCard(ports, customer_id, payment_method_id);
      const payer: OneTimePayer = { provider: "stripe", customer_id, payment_method_id };
      const advanced = yield* placeOneTime(ports, account, payer, priceOrder(ports, request.credits, request.amount));
      const ended = endingText(advanced.order);
      if (ended !== null) return yield* new Conflict({ reason: endedReason(advanced.order), message: ended });
      return paymentStep(advanced);
    });

/** The pack whose payment has an id at the provider; the account's own only. */
const ownPack = (
  ports: OrderPorts,
  account: Account,
  paymentId: string,
): Effect.Effect<{ readonly order: Order; readonly credits: Credits }, NotFound | Forbidden> =>
  Effect.gen(function* () {
    const order = yield* requireOwnPayment(ports, account, paymentId);
    const bought = creditsOf(order.items[0]);
    if (bought === null) return yield* new NotFound({ message: message("not_found") });
    return { order, credits: bought };
  });

/** What a purchase of credits came to. */
export interface BoughtCredits {
  readonly credits: Credits;
  readonly amount: Cents;
  readonly current_credit_balance: Credits;
}

/** The pack of a payment that came in: its credits, once, whoever asks first. (CRD-05) */
export const recordPack =
  (ports: OrderPorts) =>
  (
    account: Account,
    bought: { readonly payment_intent: string; readonly credits: number },
  ): Effect.Effect<BoughtCredits, PlaceError | PaymentDeclined | PaymentNeedsConfirmation> =>
    Effect.gen(function* () {
      const own = yield* ownPack(ports, account, bought.payment_intent);
      if (own.credits !== bought.credits)
        return yield* new Conflict({ reason: "price_changed", message: message("price_changed") });
      const { order, state } = yield* advanceOrder(ports)(own.order.id, { _tag: "continue" });
      if (order.status._tag !== "paid") return yield* notPaid({ order, state });
      const { current } = balances(yield* ports.transactions.read.credits.lots(account.id));
      return { credits: own.credits, amount: own.order.quote.total, current_credit_balance: current };
    });

/** Credits that PayPal is asked for: how many, what their buyer was shown in cents, and the plan that they go with. */
export interface PayPalPackRequest {
  readonly credits: number;
  readonly amount: Cents | null;
  readonly plan_variant_id: number | null;
}

/**
 * Asks PayPal for the money of a pack, refused where it costs another amount than its buyer was shown. Beside a plan
 * that waits for its own agreement it costs what it costs under the plan's licence. Asked again for as many credits
 * while it waits, it is the same order. (CRD-05, CHK-04, CHK-06)
 */
export const startPayPalCreditPack =
  (ports: OrderPorts) =>
  (
    account: Account,
    { credits: amount, amount: expected, plan_variant_id }: PayPalPackRequest,
  ): Effect.Effect<ApprovalRedirect, PlaceError> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      yield* requireNoDispute(read, account.id);
      const chosen = yield* licenceBeside(read, account, plan_variant_id);
      const { licence } = yield* priceCreditPack(ports, read, account, amount, chosen);
      yield* requirePayPalAllowed(ports, account, licence);
      const price = priceOrder(ports, amount, expected, plan_variant_id);
      return toApprovalRedirect(ports, yield* placeOneTime(ports, account, PAYPAL_PAYER, price));
    });
