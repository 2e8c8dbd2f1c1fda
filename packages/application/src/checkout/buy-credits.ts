import {
  planVariantOf,
  type Account,
  type LicenseId,
  type Cents,
  creditPurchaseError,
  message,
  quotePack,
  creditsOf,
  balances,
  isCreditBased,
  packLine,
  soldPack,
  licenseForItems,
  roleOf,
  endingText,
  endedReason,
} from "@backlot/domain";
import { Conflict, Forbidden, NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licensesOf } from "../accounts/minimum-license.ts";
import { packPrices } from "../credits/credit-packs.ts";
import { advanceOrder } from "../orders/advance-order.ts";
import { paymentStep } from "../orders/order-view.ts";
import type { Placing } from "../orders/place-order.ts";
import { requireNoDispute } from "../disputes/open-disputes.ts";
import { ensureCustomer, requireOwnCard, requireOwnCustomer } from "./cards.ts";
import { type OneTimePayer, PAYPAL_PAYER, notPaid, placeOneTime, requireOwnPayment } from "./one-time-payment.ts";
import { requireExpectedTotal } from "./require-expected.ts";
import { requirePayer } from "../providers.ts";
import { toApprovalRedirect } from "./start-paypal-plan.ts";
import { Settings } from "../settings.ts";

const requireCreditBuyer = (account: Account) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    const stored = yield* repos.subscriptions.current(account.id);
    const is_credit_based_legacy = isCreditBased(stored?.legacy_kind ?? null);
    const error = creditPurchaseError({ role: roleOf(account), is_credit_based_legacy });
    if (error !== null) return yield* new Forbidden({ message: message(error) });
  });

/**
 * Prices a number of credits for an account's license; fails if the account may not buy them. `chosen` is the license
 * of a plan that is bought with the credits, or null.
 */
const priceCreditPack = (account: Account, amount: number, chosen: LicenseId | null = null) =>
  Effect.gen(function* () {
    const settings = yield* Settings;
    yield* requireCreditBuyer(account);
    const license = licenseForItems({ ...(yield* licensesOf(account)), chosen });
    const pack = soldPack(yield* packPrices, amount, license);
    if (pack === null)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
    return { pack, license, quote: quotePack(packLine(pack), settings.tax) };
  });

/**
 * Returns the license of the plan that is bought together with the credits. Returns null without such a plan, or if its
 * order is no longer open.
 */
const licenseBeside = (account: Account, planVariantId: number | null) =>
  Effect.gen(function* () {
    if (planVariantId === null) return null;
    const { orders } = yield* ReadRepositories;
    const open = yield* orders.openSubscriptionOrder(account.id);
    return open !== null && planVariantOf(open.items[0]) === planVariantId ? open.license_id : null;
  });

/**
 * A request to buy credits by card: how many, the customer and saved card (null if not named), and the total that the
 * buyer was shown, in cents.
 */
export interface PackRequest {
  readonly credits: number;
  readonly payment_method_id: string | null;
  readonly customer_id: string | null;
  readonly amount: Cents | null;
}

/**
 * Returns the function that prices credits as an order. It fails if the total differs from what the buyer was shown.
 * `besidePlan` is the variant of a plan that is bought with the credits, or null.
 */
const priceOrder =
  (amount: number, expected: Cents | null, besidePlan: number | null = null): Placing["price"] =>
  (locked) =>
    Effect.gen(function* () {
      const chosen = yield* licenseBeside(locked, besidePlan);
      const { pack, license, quote } = yield* priceCreditPack(locked, amount, chosen);
      yield* requireExpectedTotal(expected, quote);
      return { license_id: license, items: [{ kind: "credit-pack" as const, credits: pack.amount }], quote, hold: [] };
    });

/** Places a credit pack's order at the store's price, and creates its card payment. Charges nothing yet. */
export const startPackPayment = (account: Account, request: PackRequest) =>
  Effect.gen(function* () {
    yield* requireNoDispute(account.id);
    yield* requireOwnCustomer(request.customer_id, account.stripe_customer_token);
    const { quote } = yield* priceCreditPack(account, request.credits);
    // Check before creating a customer in vain, and again under the lock.
    yield* requireExpectedTotal(request.amount, quote);
    const customer_id = yield* ensureCustomer(account);
    const { payment_method_id } = request;
    if (payment_method_id !== null) yield* requireOwnCard(customer_id, payment_method_id);
    const payer: OneTimePayer = { provider: "stripe", customer_id, payment_method_id };
    const advanced = yield* placeOneTime(account, payer, priceOrder(request.credits, request.amount));
    const ended = endingText(advanced.order);
    if (ended !== null) return yield* new Conflict({ reason: endedReason(advanced.order), message: ended });
    return paymentStep(advanced);
  });

/** Returns the account's credit pack order with a payment id; fails for any other order. */
const ownPack = (account: Account, paymentId: string) =>
  Effect.gen(function* () {
    const order = yield* requireOwnPayment(account, paymentId);
    const bought = creditsOf(order.items[0]);
    if (bought === null) return yield* new NotFound({ message: message("not_found") });
    return { order, credits: bought };
  });

/**
 * Completes a credit pack's order: records the payment and grants the credits once, no matter whether this request, a
 * webhook, or a job comes first.
 */
export const recordPack = (account: Account, bought: { readonly payment_intent: string; readonly credits: number }) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const own = yield* ownPack(account, bought.payment_intent);
    if (own.credits !== bought.credits)
      return yield* new Conflict({ reason: "price_changed", message: message("price_changed") });
    const { order, state } = yield* advanceOrder(own.order.id, { _tag: "continue" });
    if (order.status._tag !== "paid") return yield* notPaid({ order, state });
    const { current } = balances(yield* read.credits.lots(account.id));
    return { credits: own.credits, amount: own.order.quote.total, current_credit_balance: current };
  });

/**
 * A request to buy credits through PayPal: how many, the total that the buyer was shown, in cents, and the plan variant
 * that is bought with them, or null.
 */
export interface PayPalPackRequest {
  readonly credits: number;
  readonly amount: Cents | null;
  readonly plan_variant_id: number | null;
}

/**
 * Starts a PayPal payment for credits; fails if the total differs from what the buyer was shown. If a plan's agreement
 * awaits approval, that plan's license sets the price. Repeating the request while the order is open returns the same
 * order.
 */
export const startPayPalCreditPack = (
  account: Account,
  { credits: amount, amount: expected, plan_variant_id }: PayPalPackRequest,
) =>
  Effect.gen(function* () {
    yield* requireNoDispute(account.id);
    const chosen = yield* licenseBeside(account, plan_variant_id);
    const { license, quote } = yield* priceCreditPack(account, amount, chosen);
    const licenses = { ...(yield* licensesOf(account)), purchase: license };
    yield* requirePayer("paypal", { licenses, total: quote.total, code: "none", change: null });
    const price = priceOrder(amount, expected, plan_variant_id);
    return yield* toApprovalRedirect(yield* placeOneTime(account, PAYPAL_PAYER, price));
  });
