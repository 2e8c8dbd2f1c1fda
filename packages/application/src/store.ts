import { LOWEST_LICENCE, licenceTypeRows } from "@backlot/domain";
import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { saveLicenseeProfile } from "./accounts/save-licensee-profile.ts";
import { signIn } from "./accounts/sign-in.ts";
import { signUp } from "./accounts/sign-up.ts";
import { updateMinLicence } from "./accounts/update-min-licence.ts";
import { userView } from "./accounts/user-view.ts";
import { type Caller, signedIn } from "./caller.ts";
import { getCollection, listCollections } from "./catalogue/browse.ts";
import { getPlanVariant, listPlanVariants } from "./catalogue/plan-variants.ts";
import { downloadVariant } from "./downloads/download-variant.ts";
import { createSetupIntent, deleteCard, listCards, makeDefaultCard } from "./payments/cards.ts";
import { declined, unreachable } from "./payments/provider-errors.ts";
import { buyWithCredits } from "./purchases/buy-with-credits.ts";
import { knownPurchase } from "./purchases/known-purchase.ts";
import { confirmPackPayment, listPacks, recordPack, startPackPayment } from "./purchases/buy-pack.ts";
import type { StorePorts } from "./store-ports.ts";
import { previewSubscriptionChange } from "./subscriptions/consider-change.ts";
import { cancelSubscription, keepSubscription } from "./subscriptions/end-of-period.ts";
import { payOverdue } from "./subscriptions/pay-overdue.ts";
import { promoNamed, quoteNewPlan } from "./subscriptions/plan-purchase.ts";
import { subscribe } from "./subscriptions/subscribe.ts";
import { leaveWallet, returnFromWallet, startWalletPack, startWalletPlan } from "./wallet/buy-through-wallet.ts";

const inData = <A>(data: A): { readonly data: A } => ({ data });

/** The driving port over the driven ones: the store as one caller sees it. */
export const makeStore =
  (ports: StorePorts) =>
  (caller: Caller): Store => {
    const account = signedIn(ports, caller);
    const token = caller._tag === "SignedIn" ? caller.token : null;
    const { read } = ports.transactions;
    return {
      health: { check: () => Effect.succeed({ status: "ok" }) },
      licenceTypes: { list: () => Effect.succeed(licenceTypeRows()) },
      planVariants: {
        list: ({ query }) => listPlanVariants(ports)(query.license_id),
        get: ({ params, query }) => getPlanVariant(ports)(params.id, query.license_id),
      },
      creditPacks: { list: ({ query }) => listPacks(ports)(query.license_id ?? LOWEST_LICENCE) },
      collections: {
        list: ({ query }) => listCollections(ports, caller)(query.library_id),
        get: ({ params }) => getCollection(ports, caller)(params.slug),
      },
      accounts: {
        signUp: ({ payload }) => signUp(ports)(payload),
        signIn: ({ payload }) => signIn(ports)(payload),
        signOut: () => (caller._tag === "SignedIn" ? ports.identity.signOut(caller.session) : Effect.void),
      },
      users: {
        me: () =>
          account.pipe(
            Effect.flatMap((own) => userView(read, own, token)),
            Effect.map(inData),
          ),
        updateMinLicence: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => updateMinLicence(ports)(own, payload.license_id)),
            Effect.flatMap((own) => userView(read, own, token)),
            Effect.map(inData),
          ),
      },
      licenseeProfiles: {
        create: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => saveLicenseeProfile(ports)(own, payload)),
            Effect.map(inData),
          ),
        update: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => saveLicenseeProfile(ports)(own, payload)),
            Effect.map(inData),
          ),
      },
      payments: {
        setupIntent: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => createSetupIntent(ports)(own, payload)),
            Effect.map(({ id, client_secret, status }) => ({ id, client_secret, status })),
            Effect.catchTag("CardDeclined", (no) => Effect.fail(declined(no))),
            unreachable,
          ),
        paymentIntent: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) =>
              startPackPayment(ports)(own, {
                credits: payload.recurring_credits,
                payment_method_id: payload.payment_method_id ?? null,
                customer_id: payload.customer_id ?? null,
                amount: payload.amount ?? null,
              }),
            ),
            unreachable,
          ),
        paymentIntentConfirm: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => confirmPackPayment(ports)(own, payload.payment_intent_id)),
            unreachable,
          ),
        cards: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => listCards(ports)(own, payload.stripe_customer_token)),
            Effect.map(inData),
            unreachable,
          ),
        makeDefaultCard: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => makeDefaultCard(ports)(own, payload.payment_method_id)),
            Effect.map(inData),
            unreachable,
          ),
        deleteCard: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => deleteCard(ports)(own, payload.payment_method_id)),
            Effect.map(inData),
            unreachable,
          ),
      },
      subscriptions: {
        quote: ({ query }) =>
          account.pipe(
            Effect.flatMap((own) => quoteNewPlan(ports)(own, query)),
            Effect.map(inData),
            unreachable,
          ),
        subscribe: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) =>
              subscribe(ports)(own, {
                ...payload,
                discount_code: payload.discount_code ?? undefined,
                add_on_credits:
                  payload.credit_pack_variant?.credit_pack_variant_id ?? payload.credit_pack_variant?.recurring_credits,
              }),
            ),
            Effect.map(inData),
            unreachable,
          ),
        checkDiscount: ({ query }) =>
          account.pipe(
            Effect.flatMap(() => promoNamed(ports, query.discount_code)),
            Effect.map((discount) => inData({ discount })),
            unreachable,
          ),
        changePreview: ({ query }) =>
          account.pipe(
            Effect.flatMap((own) => previewSubscriptionChange(ports)(own, query)),
            Effect.map(({ variant, preview, quote }) =>
              inData({
                kind: preview.kind,
                plan_variant: variant,
                effective_at: preview.effective_at,
                charge_today: quote?.total ?? preview.charge_today,
                credits_returned: preview.credits_returned,
                credit_for_unused: preview.credit_for_unused,
                credits_gained: preview.credits_gained,
                legacy_credits_lost: preview.legacy_credits_lost,
                quote,
                next_renewal: preview.next_renewal,
              }),
            ),
            unreachable,
          ),
        cancel: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => cancelSubscription(ports)(own, payload.acknowledge_legacy_loss ?? false)),
            Effect.map((subscription) => inData({ subscription })),
            unreachable,
          ),
        keep: () =>
          account.pipe(
            Effect.flatMap((own) => keepSubscription(ports)(own)),
            Effect.map((subscription) => inData({ subscription })),
            unreachable,
          ),
        payOverdue: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => payOverdue(ports)(own, payload.setup_intent_id)),
            Effect.map((subscription) => inData({ subscription })),
            unreachable,
          ),
      },
      purchases: {
        creditPack: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) =>
              recordPack(ports)(own, {
                payment_intent: payload.payment_intent,
                credits: payload.credit_pack_variant_id ?? payload.recurring_credits ?? 0,
              }),
            ),
            Effect.map(inData),
            unreachable,
          ),
        known: ({ query }) =>
          account.pipe(
            Effect.flatMap((own) => knownPurchase(ports)(own, query.purchased_credits)),
            Effect.map(inData),
          ),
        collection: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => buyWithCredits(ports)(own, payload.collection_id)),
            Effect.map(inData),
          ),
      },
      orders: {
        initializeSubscription: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) =>
              startWalletPlan(ports)(own, { ...payload, discount_code: payload.discount_code ?? undefined }),
            ),
            unreachable,
          ),
        paypal: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) =>
              startWalletPack(ports)(own, payload.credit_pack_variant_id ?? payload.recurring_credits ?? 0),
            ),
            unreachable,
          ),
        paypalReturn: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => returnFromWallet(ports)(own, payload.order_id)),
            Effect.map(inData),
            unreachable,
          ),
        paypalCancel: ({ payload }) =>
          account.pipe(
            Effect.flatMap((own) => leaveWallet(ports)(own, payload.order_id)),
            Effect.map(inData),
            unreachable,
          ),
      },
      downloads: {
        download: ({ params }) => account.pipe(Effect.flatMap((own) => downloadVariant(ports)(own, params.id))),
      },
    };
  };
