import type Stripe from "stripe";
import {
  ApiError,
  CARDS,
  type ErrorBody,
  authenticationFailure,
  badState,
  brandOf,
  cardError,
  luhn,
  missing,
  missingParam,
  unknownParam,
} from "./errors.ts";
import {
  emptyAddress,
  idOf,
  makeCharge,
  makePaymentIntent,
  makePaymentMethod,
  makeSetupIntent,
  newId,
} from "./factories.ts";
import { bool, int, mergeMetadata, obj, str } from "./form.ts";
import type { ApiRequest, Route } from "./routes.ts";
import { page } from "./page-of.ts";
import type { State } from "./state.ts";

/** What asks for a card: to save it, or to charge it. */
export type Intent = Stripe.SetupIntent | Stripe.PaymentIntent;

const EXPIRED = {
  when: "charge",
  decline: { code: "expired_card", decline_code: "expired_card", message: "Your card has expired." },
} as const;

/** A card is good until its month is over. */
const isExpired = (method: Stripe.PaymentMethod, now: number): boolean =>
  method.card !== undefined && now * 1_000 >= Date.UTC(method.card.exp_year, method.card.exp_month, 1);

/** Cards and intents: confirming, 3-D Secure, declines. `onPaid` hears of payments that came in. */
export const makeIntents = (state: State, origin: () => string, onPaid: (intent: Stripe.PaymentIntent) => void) => {
  const fail = (intent: Intent, method: Stripe.PaymentMethod | null, reason: ErrorBody): void => {
    const error = { ...reason, ...(method ? { payment_method: method } : {}) };
    const back = { status: "requires_payment_method", payment_method: null, next_action: null };
    if (intent.object === "setup_intent") Object.assign(intent, back, { last_setup_error: error });
    else Object.assign(intent, back, { last_payment_error: error });
    state.emit(
      intent.object === "setup_intent" ? "setup_intent.setup_failed" : "payment_intent.payment_failed",
      intent,
    );
  };

  const methodOf = (intent: Intent): Stripe.PaymentMethod =>
    state.get<Stripe.PaymentMethod>("payment_method", idOf(intent.payment_method ?? ""), "payment_method");

  const finish = (intent: Intent): void => {
    const method = methodOf(intent);
    const card = { ...state.card(method.id), ...(isExpired(method, state.now()) ? EXPIRED : {}) };
    if (card.decline && (card.when === "confirm" || intent.object === "payment_intent")) {
      const charge =
        intent.object === "payment_intent"
          ? state.put(
              makeCharge(state.now(), intent, method, {
                status: "failed",
                paid: false,
                failure_code: card.decline.code,
                failure_message: card.decline.message,
              }),
            )
          : null;
      const { error } = cardError(card.decline, charge ? { charge: charge.id } : {});
      fail(intent, method, error);
      if (charge && intent.object === "payment_intent") intent.latest_charge = charge.id;
      throw new ApiError(402, { ...error, payment_method: method, [intent.object]: intent });
    }
    intent.status = "succeeded";
    intent.next_action = null;
    if (intent.object === "setup_intent") {
      state.rememberCard(method.id, { ...state.card(method.id), setUp: true });
      if (intent.customer) method.customer = idOf(intent.customer);
      state.emit("setup_intent.succeeded", intent);
      return;
    }
    const charge = state.put(makeCharge(state.now(), intent, method));
    Object.assign(intent, { amount_received: intent.amount, latest_charge: charge.id });
    if (intent.setup_future_usage === "off_session" && intent.customer) {
      state.rememberCard(method.id, { ...state.card(method.id), setUp: true });
      method.customer = idOf(intent.customer);
      state.put(method);
    }
    state.emit("payment_intent.succeeded", intent);
    onPaid(intent);
  };

  const challenge = (intent: Intent): Intent => {
    const next = {
      type: "use_stripe_sdk",
      use_stripe_sdk: {
        type: "three_d_secure_redirect",
        stripe_js: `${origin()}/3ds/${intent.id}`,
        source: newId("src"),
      },
    };
    Object.assign(intent, { status: "requires_action", next_action: next });
    state.emit(
      intent.object === "setup_intent" ? "setup_intent.requires_action" : "payment_intent.requires_action",
      intent,
    );
    return intent;
  };

  /** Confirms an intent with its card: it succeeds, asks for 3-D Secure, or throws the decline. */
  const confirm = (intent: Intent, methodId: string | undefined, how: { readonly offSession: boolean }): Intent => {
    if (intent.status === "succeeded" || intent.status === "canceled") {
      throw badState(
        `${intent.object}_unexpected_state`,
        `You cannot confirm this intent because it has a status of ${intent.status}.`,
        {
          [intent.object]: intent,
        },
      );
    }
    const id = methodId ?? idOf(intent.payment_method ?? "");
    if (id === "") throw missingParam("payment_method");
    const method = state.get<Stripe.PaymentMethod>("payment_method", id, "payment_method");
    intent.payment_method = method.id;
    const card = state.card(method.id);
    const asks = card.challenge === "always" || (card.challenge !== undefined && !card.setUp);
    if (asks && how.offSession) {
      const { error } = cardError({
        code: "authentication_required",
        decline_code: "authentication_required",
        message: "Your card was declined. This transaction requires authentication.",
      });
      fail(intent, method, error);
      throw new ApiError(402, { ...error, payment_method: method, [intent.object]: intent });
    }
    if (asks) return challenge(intent);
    finish(intent);
    return intent;
  };

  /** Ends a 3-D Secure challenge. */
  const endChallenge = (id: string, completed: boolean): void => {
    const intent = state.find(id) as Intent | undefined;
    if (intent?.status !== "requires_action") return;
    state.put(intent);
    if (!completed) {
      fail(intent, methodOf(intent), authenticationFailure(intent.object));
      return;
    }
    try {
      finish(intent);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };

  const guarded = (kind: Intent["object"], { id, form, publishable }: ApiRequest): Intent => {
    const intent = state.get<Intent>(kind, id);
    if (publishable && str(form["client_secret"]) !== intent.client_secret) throw missing(kind, id, "intent");
    return intent;
  };

  const routes = (route: Route): void => {
    route(
      "post",
      "/v1/payment_methods",
      ({ form }) => {
        if (form["type"] !== "card") throw missingParam("type");
        const card = obj(form["card"]);
        const number = (str(card["number"]) ?? "").replace(/\s/g, "");
        if (!luhn(number))
          throw cardError({ code: "incorrect_number", message: "Your card number is incorrect.", param: "number" });
        const billing = obj(form["billing_details"]);
        const year = int(card["exp_year"]) ?? 0;
        const method = state.put(
          makePaymentMethod(
            state.now(),
            {
              brand: brandOf(number),
              last4: number.slice(-4),
              exp_month: int(card["exp_month"]) ?? 0,
              exp_year: year < 100 ? 2000 + year : year,
            },
            {
              billing_details: {
                address: { ...emptyAddress(), ...obj(billing["address"]) } as Stripe.Address,
                email: str(billing["email"]) ?? null,
                name: str(billing["name"]) ?? null,
                phone: str(billing["phone"]) ?? null,
                tax_id: null,
              },
            },
          ),
        );
        state.rememberCard(method.id, { ...(CARDS[number] ?? {}) });
        return method;
      },
      { browser: true },
    );
    route("post", "/v1/payment_methods/:id/detach", ({ id }) =>
      Object.assign(state.get<Stripe.PaymentMethod>("payment_method", id), { customer: null }),
    );
    route("post", "/v1/setup_intents", ({ form }) => {
      if (form["payment_method_types"]) throw unknownParam("payment_method_types");
      const intent = state.put(
        makeSetupIntent(state.now(), {
          customer: str(form["customer"]) ?? null,
          usage: str(form["usage"]) ?? "off_session",
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
      return bool(form["confirm"]) ? confirm(intent, str(form["payment_method"]), { offSession: false }) : intent;
    });
    route("post", "/v1/payment_intents", ({ form }) => {
      const intent = state.put(
        makePaymentIntent(state.now(), {
          amount: int(form["amount"]) ?? 0,
          currency: str(form["currency"]) ?? "usd",
          customer: str(form["customer"]) ?? null,
          payment_method: str(form["payment_method"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
      if (form["setup_future_usage"] === "off_session") intent.setup_future_usage = "off_session";
      return bool(form["confirm"])
        ? confirm(intent, undefined, { offSession: bool(form["off_session"]) ?? false })
        : intent;
    });
    route("get", "/v1/payment_intents", ({ form }) => {
      const customer = str(form["customer"]);
      const all = state
        .all<Stripe.PaymentIntent>("payment_intent")
        .filter((each) => customer === undefined || each.customer === customer);
      return page("/v1/payment_intents", all, str(form["limit"]), str(form["starting_after"]));
    });
    for (const kind of ["setup_intent", "payment_intent"] as const) {
      route("get", `/v1/${kind}s/:id`, (request) => guarded(kind, request), { browser: true });
      route(
        "post",
        `/v1/${kind}s/:id/confirm`,
        (request) =>
          confirm(guarded(kind, request), str(request.form["payment_method"]), {
            offSession: bool(request.form["off_session"]) ?? false,
          }),
        { browser: true },
      );
    }
  };

  return { routes, confirm, endChallenge };
};
