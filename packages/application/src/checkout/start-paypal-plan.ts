import {
  type LicenceId,
  type Account,
  type ExpectedOffer,
  afterPlanOrder,
  isExpectedOffer,
  isPayPalAllowedForPlan,
  licenceForPlan,
  offerOf,
  sellsPlan,
  cents,
  payPalPromoError,
  paymentMethods,
  message,
  endingText,
} from "@backlot/domain";
import {
  type ApprovalRedirect,
  Conflict,
  type Forbidden,
  type NotFound,
  type PayPalOrderView,
  type PaymentProviderUnavailable,
  type TooManyAttempts,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licencesOf } from "../accounts/minimum-licence.ts";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import { type Advanced, advanceOrder } from "../orders/advance-order.ts";
import { returnUrls } from "../orders/charge-of.ts";
import { type Buyer, requireOwnOrder } from "../orders/order-access.ts";
import { payPalOrderView } from "../orders/order-view.ts";
import { placeOrder } from "../orders/place-order.ts";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { holdOfChange } from "../subscriptions/hold-of-change.ts";
import { type PlanChangeRequest, priceChange, pricePayPalUpgrade } from "../subscriptions/price-change.ts";
import { scheduleDowngrade } from "../subscriptions/schedule-downgrade.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { type OrderOptions, findPromoCode, priceNewPlan, requirePurchasablePlan } from "./price-plan.ts";
import { isPayPalHidden, payPalNotAllowed } from "./providers.ts";
import { requireExpected } from "./require-expected.ts";

/** Where the buyer of an order through PayPal goes on to, or what stands in the way. */
export const toApprovalRedirect = (ports: OrderPorts, advanced: Advanced): ApprovalRedirect => {
  const { order, state } = advanced;
  const ended = endingText(order);
  if (ended !== null) return { redirect_url: null, error: ended };
  if (state?._tag !== "RequiresAction")
    return { redirect_url: returnUrls(ports.settings, order.id).return_url, error: null };
  return state.redirect_url === null
    ? { redirect_url: null, error: message("error_occured") }
    : { redirect_url: state.redirect_url, error: null };
};

/** Whether PayPal may pay for a one-time purchase under a licence, by settings and by licences. (LIC-14, CHK-09) */
export const requirePayPalAllowed = (
  ports: OrderPorts,
  account: Account,
  purchase: LicenceId,
): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    const known = yield* licencesOf(ports.transactions.read, account);
    const offered = paymentMethods({ ...known, hidden: isPayPalHidden(ports), purchase });
    if (!offered.includes("paypal")) return yield* payPalNotAllowed(null);
  });

/** Whether PayPal may pay for a plan, new or in place of the running one. (LIC-14, CHG-09) */
const requirePayPalForPlan = (
  ports: OrderPorts,
  account: Account,
  request: PlanChangeRequest,
): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const offer = yield* read.plans.get(request.plan_variant_id);
    const known = yield* licencesOf(read, account);
    const purchase = licenceForPlan(offer, { ...known, chosen: request.license_id });
    if (!isPayPalAllowedForPlan({ ...known, hidden: isPayPalHidden(ports), purchase }))
      return yield* payPalNotAllowed(known.billedBy, "licence");
  });

type PayPalPlanRequest = PlanChangeRequest & ExpectedOffer & Pick<OrderOptions, "discount_code">;

/** Places the order of a plan, new or in place of the running one, and asks PayPal for its agreement. */
const placeAgreement = (
  ports: OrderPorts,
  account: Account,
  request: PayPalPlanRequest,
): Effect.Effect<Advanced, NotFound | Forbidden | Conflict | PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const { order, placed } = yield* placeOrder(ports)({
      account,
      provider: "paypal",
      customer_id: null,
      payment_method_id: null,
      idempotency_key: null,
      price: (repos, locked, orderId) =>
        Effect.gen(function* () {
          const running = yield* repos.subscriptions.current(account.id);
          if (running !== null) {
            const priced = yield* pricePayPalUpgrade(ports, repos, locked, running, request);
            yield* requireExpected(request, { kind: "upgrade", total: priced.quote.total });
            return yield* holdOfChange(ports, repos, running, priced, orderId);
          }
          const variant = yield* requirePurchasablePlan(repos, locked, request);
          const quote = yield* priceNewPlan(ports, repos, variant, { promo: null, credit: cents(0) });
          yield* requireExpected(request, { kind: "new-plan", total: quote.total });
          return {
            license_id: variant.license_id,
            items: [{ kind: "plan" as const, plan_variant_id: variant.id }],
            quote,
            hold: [],
          };
        }),
    });
    return yield* advanceOrder(ports)(order.id, { _tag: "continue" }, placed ? order : null);
  });

/**
 * Schedules a downgrade of a plan that PayPal bills: its agreement's price falls, and its owner is asked nothing.
 * Answers false where the change is none. (CHG-02)
 */
const downgradeOnPayPal = (
  ports: OrderPorts,
  account: Account,
  request: PayPalPlanRequest,
): Effect.Effect<boolean, NotFound | Forbidden | Conflict | PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const before = yield* read.subscriptions.current(account.id);
    // Renewals that were not received yet come before the change.
    const running = before === null ? null : yield* syncSubscription(ports)(before);
    if (running?.provider !== "paypal") return false;
    const priced = yield* priceChange(ports, read, account, running, request, { credit: cents(0) });
    if (priced.preview.kind !== "downgrade") return false;
    yield* requireExpected(request, { kind: "downgrade", total: cents(0) });
    yield* scheduleDowngrade(ports, running, priced);
    return true;
  });

/**
 * Asks PayPal for a plan, new or in place of the running one, and answers where the buyer agrees to it. Asked again for
 * the same plan while it waits, it is the same order. Promo codes and Enterprise licences are refused. (CHK-04, CHG-09,
 * DSC-08, LIC-14)
 */
export const startPayPalPlan =
  (ports: OrderPorts) =>
  (
    account: Account,
    request: PayPalPlanRequest,
  ): Effect.Effect<ApprovalRedirect, NotFound | Forbidden | Conflict | TooManyAttempts | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      yield* requireNoDispute(ports.transactions.read, account.id);
      const error = payPalPromoError(yield* findPromoCode(ports, account, request.discount_code));
      if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
      yield* requirePayPalForPlan(ports, account, request);
      return yield* Effect.gen(function* () {
        const open = yield* ports.transactions.read.orders.openSubscriptionOrder(account.id);
        if (open?.provider === "paypal" && sellsPlan(open, request) && isExpectedOffer(request, offerOf(open)))
          return toApprovalRedirect(ports, yield* advanceOrder(ports)(open.id, { _tag: "continue" }));
        // A downgrade needs no approval; redirect to the home page. (CHG-02)
        if (yield* downgradeOnPayPal(ports, account, request))
          return { redirect_url: `${ports.settings.siteUrl}${afterPlanOrder("downgrade")}`, error: null };
        return toApprovalRedirect(ports, yield* placeAgreement(ports, account, request));
      }).pipe(withAccountLease(ports)(account.id));
    });

type OwnOrderError = NotFound | Forbidden | Conflict | PaymentProviderUnavailable;

/** The buyer has come back from PayPal: what it says of their own order counts. The address is only a hint. (CHK-04) */
export const completePayPalOrder =
  (ports: OrderPorts) =>
  (buyer: Buyer, orderId: string): Effect.Effect<PayPalOrderView, OwnOrderError> =>
    Effect.gen(function* () {
      const order = yield* requireOwnOrder((orders) => orders.get(orderId), ports.transactions.read, buyer);
      return payPalOrderView(yield* advanceOrder(ports)(order.id, { _tag: "continue" }));
    });

/** The buyer came back without agreeing: the order is canceled, unless it is paid after all. (CHK-04) */
export const cancelPayPalOrder =
  (ports: OrderPorts) =>
  (buyer: Buyer, orderId: string): Effect.Effect<PayPalOrderView, OwnOrderError> =>
    Effect.gen(function* () {
      const order = yield* requireOwnOrder((orders) => orders.get(orderId), ports.transactions.read, buyer);
      const ending = { _tag: "canceled", by: "buyer", message: "paypal_canceled" } as const;
      return payPalOrderView(yield* advanceOrder(ports)(order.id, { _tag: "cancel", ending }));
    });
