import { askedCredits } from "@backlot/domain";
import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { recordPurchase } from "./analytics/record-event.ts";
import { startPackPayment } from "./checkout/buy-credits.ts";
import { startCartPayment } from "./checkout/buy-cart.ts";
import { checkoutView } from "./checkout/checkout-view.ts";
import { createSetupIntent, deleteCard, listCards, makeDefaultCard } from "./checkout/cards.ts";
import { cartBuyer } from "./checkout/guest.ts";
import { confirmPayment } from "./checkout/one-time-payment.ts";
import { checkPromoCode, quoteNewPlan, toPromoView } from "./checkout/price-plan.ts";
import { toPaymentDeclined, toProviderUnreachable } from "./checkout/provider-errors.ts";
import { subscribe } from "./checkout/subscribe.ts";
import { cancelSubscription } from "./subscriptions/cancel-subscription.ts";
import { payOverdue } from "./subscriptions/pay-overdue.ts";
import { previewPlanChange, toChangePreviewView } from "./subscriptions/price-change.ts";
import { resumeSubscription } from "./subscriptions/resume-subscription.ts";
import { envelope } from "./envelope.ts";
import { requireAdmin } from "./teams/acting.ts";
import type { Asked } from "./asked.ts";

/** Payments and saved cards. (CHK-03) */
export const payments = ({ ports, caller, account: own, paying: account }: Asked): Store["payments"] => ({
  setupIntent: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => createSetupIntent(ports)(own, payload)),
      Effect.map(({ id, client_secret, status }) => ({ id, client_secret, status })),
      Effect.catchTag("CardDeclined", (no) => Effect.fail(toPaymentDeclined(no))),
      toProviderUnreachable,
    ),
  paymentIntent: ({ payload }) => {
    const payment = {
      payment_method_id: payload.payment_method_id ?? null,
      customer_id: payload.customer_id ?? null,
      amount: payload.amount ?? null,
    };
    return "token" in payload
      ? cartBuyer(
          ports,
          caller,
          Effect.flatMap(own, requireAdmin("only_admins")),
        )(payload.token, payload.email ?? null).pipe(
          Effect.flatMap((buyer) => startCartPayment(ports)(buyer, payment)),
          toProviderUnreachable,
        )
      : own.pipe(
          Effect.flatMap(requireAdmin("team_may_not_buy_credits")),
          Effect.flatMap((own) => startPackPayment(ports)(own, { credits: payload.recurring_credits, ...payment })),
          toProviderUnreachable,
        );
  },
  paymentIntentConfirm: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => confirmPayment(ports)(own, payload.payment_intent_id, payload.payment_method_id ?? null)),
      toProviderUnreachable,
    ),
  cards: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => listCards(ports)(own, payload.stripe_customer_token)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  makeDefaultCard: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => makeDefaultCard(ports)(own, payload.payment_method_id)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  deleteCard: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => deleteCard(ports)(own, payload.payment_method_id)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
});

/** An account's plan: bought, changed, ended. (CHG-01) */
export const subscriptions = ({ ports, caller, paying: account }: Asked): Store["subscriptions"] => ({
  quote: ({ query }) =>
    account.pipe(
      Effect.flatMap((own) => quoteNewPlan(ports)(own, query)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  subscribe: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) =>
        subscribe(ports)(own, {
          ...payload,
          discount_code: payload.discount_code ?? undefined,
          add_on_credits: payload.credit_pack_variant == null ? undefined : askedCredits(payload.credit_pack_variant),
        }),
      ),
      // A change that costs nothing now has no order: nothing was bought.
      Effect.tap(() => recordPurchase(ports, caller)((orders) => orders.byIdempotencyKey(payload.setup_intent_id))),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  checkDiscount: ({ query }) =>
    account.pipe(
      Effect.flatMap((own) => checkPromoCode(ports)(own, query.discount_code)),
      Effect.map((discount) => envelope({ discount: discount === null ? null : toPromoView(discount) })),
      toProviderUnreachable,
    ),
  changePreview: ({ query }) =>
    account.pipe(
      Effect.flatMap((own) => previewPlanChange(ports)(own, query)),
      Effect.map((priced) => envelope(toChangePreviewView(priced))),
      toProviderUnreachable,
    ),
  cancel: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => cancelSubscription(ports)(own, payload.acknowledge_legacy_loss ?? false)),
      Effect.map((subscription) => envelope({ subscription })),
      toProviderUnreachable,
    ),
  resume: () =>
    account.pipe(
      Effect.flatMap((own) => resumeSubscription(ports)(own)),
      Effect.map((subscription) => envelope({ subscription })),
      toProviderUnreachable,
    ),
  payOverdue: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => payOverdue(ports)(own, payload.setup_intent_id)),
      Effect.map((subscription) => envelope({ subscription })),
      toProviderUnreachable,
    ),
});

/** What the payment step shows. (CHK-05) */
export const checkout = ({ ports, caller }: Asked): Store["checkout"] => ({
  view: ({ query }) => checkoutView(ports, caller)(query).pipe(Effect.map(envelope), toProviderUnreachable),
});
