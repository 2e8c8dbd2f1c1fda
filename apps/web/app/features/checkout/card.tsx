import { cardLabel, defaultCard } from "@backlot/domain/checkout/saved-card";
import type { SavedCard } from "@backlot/ports";
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from "@stripe/react-stripe-js";
import type { Stripe, StripeCardNumberElement, StripeElementStyle, StripeError } from "@stripe/stripe-js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { postJson } from "#app/browser/api.ts";
import { Button } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import { CardMark } from "./card-mark.tsx";
import { type ChosenCard, SavedCardsDialog } from "./saved-cards-dialog.tsx";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";
import { stripe as loadStripe } from "./stripe.ts";

/** Settings for Stripe in the browser. */
export interface StripeSettings {
  readonly publishableKey: string;
  readonly standInUrl: string | null;
}

/** Returns the page's colors for Stripe's card fields, which render in iframes. */
const elementStyle = (): StripeElementStyle => {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    base: {
      color: token("--foreground"),
      fontSize: "16px",
      fontFamily: "system-ui, sans-serif",
      "::placeholder": { color: token("--muted-foreground") },
    },
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

/** Stripe's fields for a new card. Must be inside `StripeElements`. */
export function CardFields() {
  const theme = useRouteLoaderData<{ theme: string }>("root")?.theme;
  const [options, setOptions] = useState(() => ({ style: elementStyle() }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors depend on the theme
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

const NOT_READY = "The card form isn't ready yet. Wait a moment and try again.";

interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
}

/**
 * Returns the initial card: the default card if it hasn't expired, otherwise another valid card or, without one, a new
 * card.
 */
const standardCard = (cards: readonly SavedCard[]): ChosenCard => defaultCard(cards)?.id ?? "new";

/**
 * Returns the chosen card and the functions to save and charge it. Must be inside `StripeElements`. Calls `onBank` with
 * true before the bank's confirmation opens in Stripe's window over the page, and with false afterward.
 */
export const useCardPayment = (
  cards: readonly SavedCard[],
  billingName: string | null,
  onBank: (asks: boolean) => void = () => {},
) => {
  const stripe = useStripe();
  const elements = useElements();
  const [chosen, choose] = useState<ChosenCard>(() => standardCard(cards));
  // A declined setup intent can be reused with another card. A successful one is valid for one order.
  const open = useRef<Intent>(undefined);
  const billing_details = billingName === null ? {} : { name: billingName };

  const typed = (): StripeCardNumberElement | null => elements?.getElement(CardNumberElement) ?? null;

  /** Lets the bank request confirmation in Stripe's window. Returns the error, if any. */
  const askBank = async (
    confirm: () => Promise<{ readonly error?: StripeError | undefined }>,
  ): Promise<StripeError | undefined> => {
    onBank(true);
    try {
      return (await confirm()).error;
    } finally {
      onBank(false);
    }
  };

  /** Saves the typed card, or authorizes the saved one. Returns the id of the setup intent. */
  const setUp = async (): Promise<{ readonly id: string } | { readonly problem: string }> => {
    if (!stripe) return { problem: NOT_READY };
    if (chosen !== "new") {
      const response = await postJson("/api/setup_intent", { payment_method: chosen });
      if (!response.ok) return { problem: response.refusal.message };
      if (response.value.status === "succeeded") return { id: response.value.id };
      const error = await askBank(() => stripe.confirmCardSetup(response.value.client_secret));
      return error ? { problem: error.message ?? "Your bank didn't confirm this card." } : { id: response.value.id };
    }
    const card = typed();
    if (card === null) return { problem: NOT_READY };
    if (open.current === undefined) {
      const response = await postJson("/api/setup_intent", {});
      if (!response.ok) return { problem: response.refusal.message };
      open.current = response.value;
    }
    const intent = open.current;
    const typedIn = { payment_method: { card, billing_details } };
    const saved = await stripe.confirmCardSetup(intent.client_secret, typedIn, { handleActions: false });
    const error =
      saved.setupIntent?.status === "requires_action"
        ? await askBank(() => stripe.confirmCardSetup(intent.client_secret))
        : saved.error;
    if (error) return { problem: error.message ?? "We couldn't save your card." };
    open.current = undefined;
    return { id: intent.id };
  };

  /**
   * Confirms a payment with the typed card if `withTyped` is true, otherwise with the payment's own card. Lets the bank
   * request confirmation. Returns the error message, or null on success.
   */
  const pay = async (clientSecret: string, withTyped: boolean): Promise<string | null> => {
    const card = withTyped ? typed() : null;
    if (!stripe || (withTyped && card === null)) return NOT_READY;
    const refusal = (error: StripeError | undefined): string | null =>
      error ? (error.message ?? "Your bank didn't confirm this payment.") : null;
    try {
      if (card !== null) {
        const typedIn = { payment_method: { card, billing_details } };
        const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, typedIn, {
          handleActions: false,
        });
        if (error || paymentIntent.status !== "requires_action") return refusal(error);
      }
      return refusal(await askBank(() => stripe.confirmCardPayment(clientSecret)));
    } catch {
      return "We couldn't confirm your payment. Try again, or pay with another card.";
    }
  };

  return { ready: stripe !== null, chosen, choose, setUp, pay };
};

/** The payment card: a saved card with a button to choose another, or the fields of a new card. */
export function PaymentMethodField({
  cards,
  problem,
  chosen,
  onChoose,
}: {
  cards: readonly SavedCard[];
  problem: string | null;
  chosen: ChosenCard;
  onChoose: (card: ChosenCard) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  const saved = cards.find((each) => each.id === chosen);
  const part = useRef<HTMLDivElement>(null);
  // The button that opened the dialog unmounts when another card is chosen.
  useFocusOnChange(part, saved === undefined ? "new" : "saved");
  return (
    <div ref={part} tabIndex={-1} className="focus:outline-none">
      {problem === null ? null : (
        <div className="mb-4">
          <Alert variant="error" autoFocus={false}>
            {problem}
          </Alert>
        </div>
      )}
      {saved === undefined ? (
        <>
          <CardFields />
          {cards.length === 0 ? null : (
            <button
              type="button"
              className="link mt-3 inline-flex min-h-11 items-center text-sm"
              onClick={() => setChoosing(true)}
            >
              Use a saved card
            </button>
          )}
        </>
      ) : (
        <div className="flex min-h-14 items-center justify-between gap-3 rounded-md border border-ring py-1 pr-2 pl-4">
          <span className="tabular-nums flex items-center gap-3">
            <CardMark brand={saved.card.display_brand} />
            <span>{cardLabel(saved.card)}</span>
          </span>
          <button
            type="button"
            className="min-h-11 shrink-0 rounded-md px-3 text-sm hover:bg-card"
            onClick={() => setChoosing(true)}
          >
            Change
          </button>
        </div>
      )}
      <p className="mt-4 text-sm text-muted-foreground">
        Card details go straight to the payment provider. We never see them.
      </p>
      <SavedCardsDialog
        open={choosing}
        onClose={() => setChoosing(false)}
        cards={cards}
        chosen={chosen}
        onConfirm={(card) => {
          onChoose(card);
          setChoosing(false);
        }}
        onGone={(id) => id === chosen && onChoose(standardCard(cards.filter((each) => each.id !== id)))}
      />
    </div>
  );
}

/** Loads Stripe and provides its fields to the children. Shows an error if it cannot load. */
export function StripeElements({ settings, children }: { settings: StripeSettings; children: ReactNode }) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { publishableKey, standInUrl } = settings;
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
        <Alert variant="error">
          The payment form didn't load. Check your connection and any content blockers, then try again.
        </Alert>
        <Button type="button" variant="secondary" onClick={() => setAttempt((before) => before + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  if (stripe === null)
    return <div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />;
  return <Elements stripe={stripe}>{children}</Elements>;
}
