import type Stripe from "stripe";
import { usableCard } from "./cards.ts";
import {
  ApiError,
  type Decline,
  type ErrorBody,
  authenticationFailure,
  badState,
  cardError,
  missingParam,
} from "./errors.ts";
import { openDispute } from "./disputes.ts";
import { idOf, newId } from "./ids.ts";
import { makeBalanceTransaction, makeCharge } from "./objects/charge.ts";
import type { CardState, StripeState } from "./state.ts";

/** An intent to save or to charge a card. */
export type Intent = Stripe.SetupIntent | Stripe.PaymentIntent;

/** Whether the buyer is away (`offSession`) and cannot complete 3-D Secure. */
export interface Presence {
  readonly offSession: boolean;
}

const EXPIRED: Decline = { code: "expired_card", decline_code: "expired_card", message: "Your card has expired." };
const REFUSED_LATE: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};
const AUTHENTICATION_REQUIRED: Decline = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

/** Returns whether a card has expired. It is valid through the last day of its expiration month. */
const isExpired = (method: Stripe.PaymentMethod, now: number): boolean =>
  method.card !== undefined && now * 1_000 >= Date.UTC(method.card.exp_year, method.card.exp_month, 1);

/** Returns why a card is declined for an intent, or null if it is accepted. */
const declineOf = (intent: Intent, method: Stripe.PaymentMethod, card: CardState, now: number): Decline | null => {
  if (intent.object === "payment_intent" && isExpired(method, now)) return EXPIRED;
  if (card.decline === undefined) return null;
  return card.when === "confirm" || intent.object === "payment_intent" ? card.decline : null;
};

/** Returns an intent under its field name in an error body. */
const named = (intent: Intent) =>
  intent.object === "setup_intent" ? { setup_intent: intent } : { payment_intent: intent };

/**
 * Creates the functions that confirm intents, which succeed, require 3-D Secure, or are declined. `origin` returns the
 * sandbox's own URL, which serves the bank's page; `onPaid` is called with each succeeded payment.
 */
export const makeConfirmation = (
  state: StripeState,
  origin: () => string,
  onPaid: (intent: Stripe.PaymentIntent) => void,
) => {
  const fail = (intent: Intent, method: Stripe.PaymentMethod, reason: ErrorBody): void => {
    const error: ErrorBody = { ...reason, payment_method: method };
    intent.status = "requires_payment_method";
    intent.payment_method = null;
    intent.next_action = null;
    if (intent.object === "setup_intent") {
      intent.last_setup_error = error;
      state.emit("setup_intent.setup_failed", intent);
    } else {
      intent.last_payment_error = error;
      state.emit("payment_intent.payment_failed", intent);
    }
  };

  const methodOf = (intent: Intent): Stripe.PaymentMethod =>
    state.get("payment_method", idOf(intent.payment_method ?? ""), "payment_method");

  const decline = (intent: Intent, method: Stripe.PaymentMethod, reason: Decline): ApiError => {
    const charge =
      intent.object === "payment_intent" ? state.put(makeCharge(state.now(), intent, method, reason)) : null;
    const { error } = cardError(reason, charge === null ? {} : { charge: charge.id });
    fail(intent, method, error);
    if (charge !== null && intent.object === "payment_intent") intent.latest_charge = charge.id;
    return new ApiError(402, { ...error, payment_method: method, ...named(intent) });
  };

  /** Saves a card to the intent's customer for later payments. */
  const attach = (intent: Intent, method: Stripe.PaymentMethod): void => {
    state.setCard(method.id, { ...state.card(method.id), setUp: true });
    if (intent.customer) state.put(method).customer = idOf(intent.customer);
  };

  const succeed = (intent: Intent, method: Stripe.PaymentMethod): void => {
    intent.status = "succeeded";
    intent.next_action = null;
    if (intent.object === "setup_intent") {
      attach(intent, method);
      state.emit("setup_intent.succeeded", intent);
      return;
    }
    const charge = state.put(makeCharge(state.now(), intent, method, null));
    charge.balance_transaction = state.put(makeBalanceTransaction(state.now(), charge)).id;
    intent.amount_received = intent.amount;
    intent.latest_charge = charge.id;
    if (intent.setup_future_usage === "off_session" && intent.customer) attach(intent, method);
    state.emit("payment_intent.succeeded", intent);
    onPaid(intent);
    if (state.card(method.id).disputes === true) openDispute(state, charge, charge.amount);
  };

  /** Charges or saves the card. A slow card leaves the payment in processing. Throws the decline. */
  const finish = (intent: Intent): void => {
    const method = methodOf(intent);
    const card = state.card(method.id);
    const reason = declineOf(intent, method, card, state.now());
    if (reason !== null) throw decline(intent, method, reason);
    if (card.isSlow !== true || intent.object === "setup_intent") {
      succeed(intent, method);
      return;
    }
    intent.status = "processing";
    intent.next_action = null;
    state.emit("payment_intent.processing", intent);
  };

  /**
   * Completes a payment that is in processing: it succeeds or is declined. Returns the intent. Throws the API's 400 in
   * any other status.
   */
  const endProcessing = (id: string, isPaid: boolean): Stripe.PaymentIntent => {
    const intent = state.get("payment_intent", id);
    if (intent.status !== "processing")
      throw badState(
        "payment_intent_unexpected_state",
        `No bank works on this intent: its status is ${intent.status}.`,
      );
    state.put(intent);
    const method = methodOf(intent);
    if (isPaid) succeed(intent, method);
    else decline(intent, method, REFUSED_LATE);
    return intent;
  };

  const challenge = (intent: Intent): void => {
    intent.status = "requires_action";
    intent.next_action = {
      type: "use_stripe_sdk",
      use_stripe_sdk: {
        type: "three_d_secure_redirect",
        stripe_js: `${origin()}/3ds/${intent.id}`,
        source: newId("src"),
      },
    };
    if (intent.object === "setup_intent") state.emit("setup_intent.requires_action", intent);
    else state.emit("payment_intent.requires_action", intent);
  };

  /** Confirms an intent with its card: it succeeds, requires 3-D Secure, or throws the decline. */
  const confirm = <I extends Intent>(intent: I, methodId: string | undefined, { offSession }: Presence): I => {
    if (["succeeded", "canceled", "processing"].includes(intent.status)) {
      throw badState(
        `${intent.object}_unexpected_state`,
        `You cannot confirm this intent because it has a status of ${intent.status}.`,
        named(intent),
      );
    }
    const id = methodId ?? idOf(intent.payment_method ?? "");
    if (id === "") throw missingParam("payment_method");
    const method = usableCard(state, id);
    intent.payment_method = method.id;
    const card = state.card(method.id);
    const isChallenged = card.challenge === "always" || (card.challenge !== undefined && card.setUp !== true);
    if (isChallenged && offSession) {
      const { error } = cardError(AUTHENTICATION_REQUIRED);
      fail(intent, method, error);
      throw new ApiError(402, { ...error, payment_method: method, ...named(intent) });
    }
    if (isChallenged) challenge(intent);
    else finish(intent);
    return intent;
  };

  /**
   * Ends an intent's 3-D Secure challenge: charges or saves the card, or fails the intent if the challenge was not
   * completed. Does nothing unless the intent requires the challenge.
   */
  const endChallenge = (id: string, completed: boolean): void => {
    const intent = state.find(id);
    if (intent?.object !== "setup_intent" && intent?.object !== "payment_intent") return;
    if (intent.status !== "requires_action") return;
    state.put(intent);
    if (!completed) {
      fail(intent, methodOf(intent), authenticationFailure(intent.object));
      return;
    }
    try {
      finish(intent);
    } catch (error) {
      // The decline is stored on the intent, where the buyer's browser reads it.
      if (!(error instanceof ApiError)) throw error;
    }
  };

  return { confirm, endChallenge, endProcessing };
};

export type Confirmation = ReturnType<typeof makeConfirmation>;
