import {
  type Account,
  type ExpectedOffer,
  afterPlanOrder,
  isExpectedOffer,
  ZERO,
  licenseForPlan,
  offerOf,
  sellsPlan,
  cents,
  payersFor,
  message,
  endingText,
} from "@backlot/domain";
import { Buyer, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licensesOf } from "../accounts/minimum-license.ts";
import { withAccountLease } from "../account-lease.ts";
import { type Advanced, advanceOrder } from "../orders/advance-order.ts";
import { returnUrls } from "../orders/charge-of.ts";
import { requireOwnOrder } from "../orders/order-access.ts";
import { payPalOrderView } from "../orders/order-view.ts";
import { placeOrder } from "../orders/place-order.ts";
import { requireNoDispute } from "../disputes/open-disputes.ts";
import { holdOfChange } from "../plan-changes/hold-of-change.ts";
import { type PlanChangeRequest, priceChange } from "../plan-changes/price-change.ts";
import { scheduleDowngrade } from "../plan-changes/schedule-downgrade.ts";
import { type OrderOptions, findPromoCode, priceNewPlan, requirePurchasablePlan } from "../pricing/price-plan.ts";
import { payerRefused, payersOnOffer, requirePayer } from "../providers.ts";
import { readyForChange, subscriptionChanged } from "./ready-for-change.ts";
import { requireExpected } from "./require-expected.ts";
import { Settings } from "../settings.ts";

/** Returns the URL where the buyer of a PayPal order continues, or an error message if the order can't continue. */
export const toApprovalRedirect = (advanced: Advanced) =>
  Effect.gen(function* () {
    const { order, state } = advanced;
    const ended = endingText(order);
    if (ended !== null) return { redirect_url: null, error: ended };
    if (state?._tag !== "RequiresAction")
      return { redirect_url: (yield* returnUrls(order.id)).return_url, error: null };
    return state.redirect_url === null
      ? { redirect_url: null, error: message("error_occured") }
      : { redirect_url: state.redirect_url, error: null };
  });

/** Fails if PayPal is not allowed for a new plan or a plan change. */
const requirePayPalForPlan = (account: Account, request: PlanChangeRequest) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const offer = yield* read.plans.get(request.plan_variant_id);
    const known = yield* licensesOf(account);
    const purchase = licenseForPlan(offer, { ...known, chosen: request.license_id });
    const isOffered = known.billedBy === "paypal" || (yield* payersOnOffer).includes("paypal");
    if (!isOffered || payersFor(["paypal"], { ...known, purchase }).length === 0)
      return yield* payerRefused("paypal", isOffered ? "no-enterprise" : "not-offered", known.billedBy);
  });

type PayPalPlanRequest = PlanChangeRequest & ExpectedOffer & Pick<OrderOptions, "discount_code">;

/** Places the order for a new plan or an upgrade, and creates its billing agreement at PayPal. */
const placeAgreement = (account: Account, request: PayPalPlanRequest) =>
  Effect.gen(function* () {
    const { order, placed } = yield* placeOrder({
      account,
      provider: "paypal",
      customer_id: null,
      payment_method_id: null,
      idempotency_key: null,
      price: (locked, orderId) =>
        Effect.gen(function* () {
          const repos = yield* ReadRepositories;
          const running = yield* repos.subscriptions.current(account.id);
          if (running !== null) {
            const priced = yield* priceChange(locked, running, request, { credit: ZERO });
            yield* requirePayer("paypal", priced.paying);
            const { quote } = priced;
            if (quote === null) return yield* subscriptionChanged();
            yield* requireExpected(request, { kind: "upgrade", total: quote.total });
            return yield* holdOfChange(running, { ...priced, quote }, orderId);
          }
          const variant = yield* requirePurchasablePlan(locked, request);
          const quote = yield* priceNewPlan(variant, { promo: null, credit: cents(0), payer: "paypal" });
          yield* requireExpected(request, { kind: "new-plan", total: quote.total });
          return {
            license_id: variant.license_id,
            items: [{ kind: "plan" as const, plan_variant_id: variant.id }],
            quote,
            hold: [],
          };
        }),
    });
    return yield* advanceOrder(order.id, { _tag: "continue" }, placed ? order : null);
  });

/**
 * Makes a running plan ready to be changed, and schedules the change if it is a downgrade of a plan that PayPal bills.
 * A downgrade lowers the agreement's price, which needs no approval by the buyer. Returns whether it was one.
 */
const downgradeOnPayPal = (account: Account, request: PayPalPlanRequest) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    if ((yield* read.subscriptions.current(account.id)) === null) return false;
    const running = yield* readyForChange(account, request, "paypal");
    if (running.provider !== "paypal") return false;
    const priced = yield* priceChange(account, running, request, { credit: cents(0) });
    if (priced.preview.kind !== "downgrade") return false;
    yield* requireExpected(request, { kind: "downgrade", total: cents(0) });
    yield* scheduleDowngrade(running, priced);
    return true;
  });

/**
 * Starts a PayPal agreement for a new plan or an upgrade, and returns where the buyer approves it. Schedules a
 * downgrade at once. Repeating the request while the order is open returns the same order. Fails for promo codes and
 * Enterprise licenses. (DSC-08, LIC-14)
 */
export const startPayPalPlan = (account: Account, request: PayPalPlanRequest) =>
  Effect.gen(function* () {
    yield* requireNoDispute(account.id);
    if ((yield* findPromoCode(account.id, request.discount_code)) !== null)
      return yield* payerRefused("paypal", "no-code", null);
    yield* requirePayPalForPlan(account, request);
    return yield* Effect.gen(function* () {
      const settings = yield* Settings;
      const read = yield* ReadRepositories;
      const open = yield* read.orders.openSubscriptionOrder(account.id);
      if (open?.provider === "paypal" && sellsPlan(open, request) && isExpectedOffer(request, offerOf(open)))
        return yield* toApprovalRedirect(yield* advanceOrder(open.id, { _tag: "continue" }));
      // A downgrade needs no approval; redirect to the home page. (CHG-02)
      if (yield* downgradeOnPayPal(account, request))
        return { redirect_url: `${settings.siteUrl}${afterPlanOrder("downgrade")}`, error: null };
      return yield* toApprovalRedirect(yield* placeAgreement(account, request));
    }).pipe(withAccountLease(account.id));
  });

/**
 * Advances the buyer's order on return from PayPal. Asks PayPal for the payment's state instead of trusting the URL.
 */
export const completePayPalOrder = (orderId: string) =>
  Effect.gen(function* () {
    const order = yield* requireOwnOrder((orders) => orders.get(orderId), yield* Buyer);
    return payPalOrderView(yield* advanceOrder(order.id, { _tag: "continue" }));
  });

/** Cancels the order of a buyer who returned without approving, unless it turns out to be paid. */
export const cancelPayPalOrder = (orderId: string) =>
  Effect.gen(function* () {
    const order = yield* requireOwnOrder((orders) => orders.get(orderId), yield* Buyer);
    const ending = { _tag: "canceled", by: "buyer", message: "approval_canceled" } as const;
    return payPalOrderView(yield* advanceOrder(order.id, { _tag: "cancel", ending }));
  });
