import { CHECKOUT_IDLE, checkoutAfter, mayPlaceOrder, payButton } from "@backlot/domain/checkout";
import { message } from "@backlot/domain/messages";
import { formatUsd } from "@backlot/domain/money";
import { cardLabel } from "@backlot/domain/payment-method";
import type { Quote } from "@backlot/domain";
import type { SavedCard } from "@backlot/ports";
import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementStyle } from "@stripe/stripe-js";
import * as Result from "effect/Result";
import { type FormEvent, type ReactNode, useEffect, useId, useReducer, useRef, useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";
import { post } from "#app/api.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { ErrorBlock } from "#ui/notice.tsx";
import { stripe as loadStripe } from "./stripe.ts";
import { Summary } from "./summary.tsx";

/** What the payment step needs to know. */
export interface PaymentStep {
  readonly plan_variant_id: number;
  readonly license_id: number;
  readonly quote: Quote;
  readonly cards: readonly SavedCard[];
  readonly confirmation: string;
  readonly billingName: string;
  readonly stripe: { readonly publishableKey: string; readonly standInUrl: string | null };
}

/** The provider draws its own fields: they are told the page's colours. */
const elementStyle = (): StripeElementStyle => {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    base: { color: token("--ink"), fontSize: "16px", fontFamily: "system-ui, sans-serif", "::placeholder": { color: token("--soft") } },
    invalid: { color: token("--danger") },
  };
};

function CardBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className="mb-1.5 block text-sm font-medium" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

function CardFields() {
  const theme = useRouteLoaderData<{ theme: string }>("root")?.theme;
  const [options, setOptions] = useState(() => ({ style: elementStyle() }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => setOptions({ style: elementStyle() }), [theme]);
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="col-span-2">
        <CardBox label="Card number">
          <CardNumberElement className="input" options={options} />
        </CardBox>
      </div>
      <CardBox label="Expiration date">
        <CardExpiryElement className="input" options={options} />
      </CardBox>
      <CardBox label="Security code">
        <CardCvcElement className="input" options={options} />
      </CardBox>
    </div>
  );
}

interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
}

function Order({ step }: { step: PaymentStep }) {
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const [card, setCard] = useState<string>(step.cards[0]?.id ?? "new");
  const [confirmed, setConfirmed] = useState(false);
  const [asked, setAsked] = useState(false);
  const [state, happens] = useReducer(checkoutAfter, CHECKOUT_IDLE);
  // A set-up that the bank refused can be used again with another card; one that went through stands for one order.
  const open = useRef<Intent>(undefined);
  const checkbox = useRef<HTMLInputElement>(null);
  const confirmationNote = useId();

  const saveCard = async (): Promise<{ readonly id: string } | { readonly problem: string }> => {
    const fields = elements?.getElement(CardNumberElement);
    if (!stripe || (card === "new" && !fields)) return { problem: "The card form is not ready yet. Wait a moment, then try again." };
    if (card === "new" && open.current === undefined) {
      const made = await post<Intent>("/api/setup_intent", {});
      if (!made.ok) return { problem: made.refusal.message };
      open.current = made.value;
    }
    if (card !== "new") {
      const made = await post<Intent>("/api/setup_intent", { payment_method: card });
      if (!made.ok) return { problem: made.refusal.message };
      if (made.value.status === "succeeded") return { id: made.value.id };
      const { error } = await stripe.confirmCardSetup(made.value.client_secret);
      return error ? { problem: error.message ?? "Your bank did not confirm this card." } : { id: made.value.id };
    }
    const intent = open.current;
    if (intent === undefined || !fields) return { problem: "The card form is not ready yet. Wait a moment, then try again." };
    const { error } = await stripe.confirmCardSetup(intent.client_secret, {
      payment_method: { card: fields, billing_details: { name: step.billingName } },
    });
    if (error) return { problem: error.message ?? "Your card could not be saved." };
    open.current = undefined;
    return { id: intent.id };
  };

  const subscribe = async (setup_intent_id: string): Promise<string | null> => {
    const order = { plan_variant_id: step.plan_variant_id, license_id: step.license_id, setup_intent_id };
    const placed = await post("/api/subscriptions", order);
    if (placed.ok) return null;
    if (placed.refusal.code !== "payment_needs_confirmation" || !stripe || placed.refusal.client_secret === undefined) {
      return placed.refusal.message;
    }
    const { error } = await stripe.confirmCardPayment(placed.refusal.client_secret);
    if (error) return error.message ?? placed.refusal.message;
    const again = await post("/api/subscriptions", order);
    return again.ok ? null : again.refusal.message;
  };

  const placeOrder = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state._tag === "loading") return;
    setAsked(true);
    if (Result.isFailure(mayPlaceOrder({ confirmationRequired: true, confirmed }))) {
      checkbox.current?.focus();
      return;
    }
    happens({ _tag: "placed" });
    const saved = await saveCard();
    const refused = "problem" in saved ? saved.problem : await subscribe(saved.id);
    if (refused !== null) {
      happens({ _tag: "refused", message: refused });
      return;
    }
    happens({ _tag: "confirmed" });
    await navigate(paths.thankYou);
  };

  const missing = asked && !confirmed;
  const button = payButton(state, { signedIn: true }, `Place order · ${formatUsd(step.quote.total)}`);
  return (
    <form onSubmit={placeOrder} className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]" noValidate>
      <section aria-labelledby="payment">
        <h2 id="payment" className="mb-4 text-lg">
          Payment method
        </h2>
        {step.cards.length > 0 ? (
          <fieldset className="mb-5 grid gap-2">
            <legend className="mb-2 text-sm font-medium">Card</legend>
            {[
              ...step.cards.map((each) => ({ id: each.id, name: <span className="figures">{cardLabel(each.card)}</span> })),
              { id: "new", name: "Add New" },
            ].map(({ id, name }) => (
              <label key={id} className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line px-4 has-checked:border-chosen">
                <input type="radio" name="card" value={id} checked={card === id} onChange={() => setCard(id)} className="size-4 accent-accent" />
                {name}
              </label>
            ))}
          </fieldset>
        ) : null}
        {card === "new" ? <CardFields /> : null}
        <p className="mt-4 text-sm text-soft">Card details go straight to the payment provider. Backlot never sees them.</p>
      </section>
      <section aria-labelledby="order" className="rounded-lg border border-line bg-raised p-6">
        <h2 id="order" className="mb-4 text-lg">
          Order Summary
        </h2>
        <Summary quote={step.quote} />
        <div className={`mt-5 rounded-md border p-3 ${missing ? "border-danger" : "border-line"}`}>
          <label className="flex cursor-pointer gap-3 text-sm">
            <input
              ref={checkbox}
              type="checkbox"
              checked={confirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
              aria-invalid={missing ? true : undefined}
              aria-describedby={missing ? confirmationNote : undefined}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            {step.confirmation}
          </label>
          {missing ? (
            <p id={confirmationNote} role="alert" className="mt-2 text-sm text-danger">
              {message("confirm_licence_first")}
            </p>
          ) : null}
        </div>
        {state._tag === "error" ? (
          <div className="mt-4">
            <ErrorBlock>{state.message}</ErrorBlock>
          </div>
        ) : null}
        <Button type="submit" className="mt-5 w-full" disabled={!stripe} busy={button.busy || state._tag === "success"}>
          {button.label}
        </Button>
        <p className="mt-4 text-sm text-soft">
          By placing the order you accept the{" "}
          <Link className="link" to={paths.terms} target="_blank">
            terms of service
          </Link>{" "}
          and the{" "}
          <Link className="link" to={paths.licence} target="_blank">
            licence agreement
          </Link>
          .
        </p>
      </section>
    </form>
  );
}

/** The payment step: the card form of the provider beside the order's summary. (CHK-01, CHK-02, CHK-03) */
export default function Payment({ step }: { step: PaymentStep }) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { publishableKey, standInUrl } = step.stripe;
  useEffect(() => {
    let current = true;
    if (attempt > 0) setFailed(false);
    loadStripe(publishableKey, standInUrl).then(
      (ready) => current && setStripe(ready),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [publishableKey, standInUrl, attempt]);
  if (failed) {
    return (
      <div className="grid max-w-form gap-4">
        <ErrorBlock>The payment form can't be loaded. Look at your connection, or at what your browser blocks, then try again.</ErrorBlock>
        <Button type="button" look="quiet" onClick={() => setAttempt((before) => before + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  if (stripe === null) return <div className="h-96 rounded-lg bg-raised" role="status" aria-label="Loading the payment form" />;
  return (
    <Elements stripe={stripe}>
      <Order step={step} />
    </Elements>
  );
}
