import { askedCredits } from "@backlot/domain";
import { PayingAccount } from "@backlot/ports";
import { Subscriptions } from "@backlot/ports/subscriptions/subscriptions.contract";
import * as Effect from "effect/Effect";
import { recordPurchase } from "../record-event.ts";
import { implement } from "../implement.ts";
import { cancelSubscription } from "../plan-changes/cancel-subscription.ts";
import { payOverdue } from "../plan-changes/pay-overdue.ts";
import { previewPlanChange, toChangePreviewView } from "../plan-changes/price-change.ts";
import { resumeSubscription } from "../plan-changes/resume-subscription.ts";
import { quoteNewPlan } from "../orders/price-plan.ts";
import { checkPromoCode, toPromoView } from "../pricing/promo-code.ts";
import { toSubscribeResult } from "./responses.ts";
import { buy } from "./buy.ts";
import type { Given } from "./buyable.ts";
import { NOTHING_GIVEN } from "./funds.ts";
import { planToBuy } from "./buyables/plan.ts";

/** Handlers for buying, changing, and canceling an account's plan. */
export const subscriptions = implement(Subscriptions, {
  quote: ({ query }) => Effect.flatMap(PayingAccount, (account) => quoteNewPlan(account, query)),
  subscribe: Effect.fnUntraced(function* ({ payload }) {
    const account = yield* PayingAccount;
    const plan = planToBuy(account, {
      ...payload,
      discount_code: payload.discount_code ?? undefined,
      add_on_credits: payload.credit_pack_variant == null ? undefined : askedCredits(payload.credit_pack_variant),
    });
    const { setup_intent_id: id } = payload;
    const card: Given = id === undefined ? NOTHING_GIVEN : { _tag: "SetupIntent", id };
    const result = yield* toSubscribeResult(account, yield* buy({ _tag: "Account", account }, plan, "stripe", card));
    // A free change has no order, because it isn't a purchase.
    if (id !== undefined) yield* recordPurchase((orders) => orders.byIdempotencyKey(id));
    return result;
  }),
  checkDiscount: Effect.fnUntraced(function* ({ query }) {
    const promo = yield* checkPromoCode(yield* PayingAccount, query.discount_code);
    return { discount: promo === null ? null : toPromoView(promo) };
  }),
  changePreview: Effect.fnUntraced(function* ({ query }) {
    return toChangePreviewView(yield* previewPlanChange(yield* PayingAccount, query));
  }),
  cancel: Effect.fnUntraced(function* ({ payload }) {
    const acknowledged = payload.acknowledge_legacy_loss ?? false;
    return { subscription: yield* cancelSubscription(yield* PayingAccount, acknowledged) };
  }),
  resume: Effect.fnUntraced(function* () {
    return { subscription: yield* resumeSubscription(yield* PayingAccount) };
  }),
  payOverdue: Effect.fnUntraced(function* ({ payload }) {
    return { subscription: yield* payOverdue(yield* PayingAccount, payload.setup_intent_id) };
  }),
});
