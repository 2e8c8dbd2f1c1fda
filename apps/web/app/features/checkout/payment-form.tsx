import { CHECKOUT_IDLE, checkoutReducer } from "@backlot/domain/checkout/checkout";
import type { Way } from "@backlot/domain/orders/ways";
import { payerOf } from "@backlot/domain/pricing/payer";
import type { SavedCard } from "@backlot/ports";
import { type DependencyList, type FormEvent, type ReactNode, useEffect, useReducer, useState } from "react";
import { payButton } from "./button-texts.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { PaymentMethodField, StripeElements, type StripeSettings, useCardPayment } from "./card.tsx";
import { WayRadioGroup } from "./approvals.tsx";

/** Data that every payment form needs. */
export interface PaymentModel {
  /** The ways to pay, with the default first. Only a card by default. */
  readonly ways?: readonly Way[];
  readonly cards: readonly SavedCard[];
  /** Why the saved cards could not be read, or null. */
  readonly cardsProblem: string | null;
  readonly billingName: string | null;
  readonly stripe: StripeSettings;
}

/**
 * The result of a submission: an error message, or what the form does next. "succeeded" is final, "reset" lets the next
 * purchase start over, and "left" keeps the loading state because another page takes over, such as the provider's.
 * `next` runs after the form shows the result.
 */
export type Paid =
  | { readonly problem: string; readonly next?: () => unknown }
  | { readonly form: "succeeded" | "reset" | "left"; readonly next?: () => unknown };

const BY_CARD: Way = { payer: "stripe", quote: null, note: null, refusal: null };

/** Options for `usePayment`: what identifies the order, and a callback for the bank's confirmation step. */
export interface PaymentOptions {
  /** Values that identify the order, apart from the payer and the card. A change clears the last error. */
  readonly order?: DependencyList;
  /** Called with true when the bank requests confirmation, and with false afterward. */
  readonly onBank?: (asks: boolean) => void;
}

/**
 * Returns the state of a payment form: the chosen payer and card, whether it is being submitted, and its last error.
 * Must be inside `PaymentForm`.
 */
export const usePayment = (model: PaymentModel, { order = [], onBank }: PaymentOptions = {}) => {
  const { ways = [BY_CARD] } = model;
  const card = useCardPayment(model.cards, model.billingName, onBank);
  const [state, dispatch] = useReducer(checkoutReducer, CHECKOUT_IDLE);
  const [chosen, setPayer] = useState(ways[0]?.payer);
  // The ways to pay can change with the order.
  const way = ways.find(({ payer }) => payer === chosen) ?? ways[0] ?? BY_CARD;
  const { payer } = way;
  const { asks } = payerOf(payer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change to any of these means a different order
  useEffect(() => dispatch({ _tag: "edited" }), [payer, card.chosen, ...order]);

  /** Submits the form unless a submission is already in progress. `check` runs first and returns false to stop. */
  const onSubmit =
    (pay: () => Promise<Paid>, check: () => boolean = () => true) =>
    async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      if (state._tag === "loading" || !check()) return;
      dispatch({ _tag: "submitted" });
      const paid = await pay();
      if ("problem" in paid) dispatch({ _tag: "failed", message: paid.problem });
      else if (paid.form !== "left") dispatch({ _tag: paid.form });
      await paid.next?.();
    };

  return {
    card,
    ways,
    /** The chosen way to pay. */
    way,
    asks,
    setPayer,
    onSubmit,
    reset: () => dispatch({ _tag: "reset" }),
    /** Whether the form is being submitted or has been submitted. The payment method can't be changed in that case. */
    isPending: state._tag === "loading" || state._tag === "success",
    problem: state._tag === "error" ? state.message : null,
    /** Whether the chosen payer can be charged: Stripe has loaded, or no card is needed. */
    ready: asks === "approval" || card.ready,
    /** Returns the button's label and state. */
    button: (label: string, buyer = { signedIn: true }) => {
      const button = payButton(state, buyer, label);
      return { ...button, pending: button.pending || state._tag === "success" };
    },
  };
};

/** The state of a payment form. */
export type Payment = ReturnType<typeof usePayment>;

/** The choice of the payment method, and of the card if the payer requires one. */
export function Pay({ model, payment }: { model: PaymentModel; payment: Payment }) {
  return (
    <div inert={payment.isPending}>
      <WayRadioGroup ways={payment.ways} way={payment.way} onChoose={payment.setPayer} />
      {payment.asks === "card" ? <PaymentCard model={model} payment={payment} /> : null}
    </div>
  );
}

/** The choice of the card to pay with. */
export function PaymentCard({ model, payment }: { model: PaymentModel; payment: Payment }) {
  return (
    <div inert={payment.isPending}>
      <PaymentMethodField
        cards={model.cards}
        problem={model.cardsProblem}
        chosen={payment.card.chosen}
        onChoose={payment.card.choose}
      />
    </div>
  );
}

/** The last error of a payment form, or a warning that does not take the focus. Renders nothing without either. */
export function PaymentProblem({ payment, warning = null }: { payment: Payment; warning?: string | null }) {
  const text = payment.problem ?? warning;
  return text === null ? null : (
    <div className="mt-4">
      <Alert variant="error" autoFocus={payment.problem !== null}>
        {text}
      </Alert>
    </div>
  );
}

/** The button that submits a payment form, with its progress. `className` positions the button. */
export function PayButton({
  payment,
  label,
  disabled = false,
  className = "mt-5",
}: {
  payment: Payment;
  label: string;
  disabled?: boolean;
  className?: string;
}) {
  const button = payment.button(label);
  return (
    <Button type="submit" className={className} disabled={!payment.ready || disabled} pending={button.pending}>
      {button.label}
    </Button>
  );
}

/** Loads Stripe's fields and provides them to a payment form. */
export function PaymentForm({ model, children }: { model: Pick<PaymentModel, "stripe">; children: ReactNode }) {
  return <StripeElements settings={model.stripe}>{children}</StripeElements>;
}
