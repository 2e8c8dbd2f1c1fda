import { CHECKOUT_IDLE, checkoutReducer } from "@backlot/domain/checkout/checkout";
import { payButton } from "#app/screens/button-texts.ts";
import { formatUsd } from "@backlot/domain/kernel/money";
import type { Cents } from "@backlot/domain";
import type { SavedCard } from "@backlot/ports";
import { type FormEvent, useReducer } from "react";
import { useNavigate } from "react-router";
import { postJson } from "#app/api.ts";
import { Button } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import { PaymentMethodField, type StripeSettings, StripeElements, useCardPayment } from "./card.tsx";

/** Data for paying an overdue renewal. */
export interface OverdueModel {
  readonly cards: readonly SavedCard[];
  /** Why the saved cards could not be read, or null. */
  readonly cardsProblem: string | null;
  readonly amount: Cents;
  readonly billingName: string;
  readonly stripe: StripeSettings;
}

function Form({ model }: { model: OverdueModel }) {
  const card = useCardPayment(model.cards, model.billingName);
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(checkoutReducer, CHECKOUT_IDLE);
  const payNow = async (): Promise<string | null> => {
    const saved = await card.setUp();
    if ("problem" in saved) return saved.problem;
    const paid = await postJson("/api/subscriptions/pay_overdue", { setup_intent_id: saved.id });
    if (paid.ok) return null;
    const asks = paid.refusal.code === "payment_needs_confirmation" ? paid.refusal.client_secret : undefined;
    return asks === undefined ? paid.refusal.message : card.pay(asks, false);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state._tag === "loading") return;
    dispatch({ _tag: "submitted" });
    const refused = await payNow();
    dispatch(refused === null ? { _tag: "succeeded" } : { _tag: "failed", message: refused });
    if (refused === null) await navigate("?paid=1", { replace: true });
  };
  const button = payButton(state, { signedIn: true }, `Pay ${formatUsd(model.amount)}`);
  return (
    <form onSubmit={submit} className="max-w-form" noValidate>
      <PaymentMethodField
        cards={model.cards}
        problem={model.cardsProblem}
        chosen={card.chosen}
        onChoose={card.choose}
      />
      {state._tag === "error" ? (
        <div className="mt-4">
          <Alert variant="error">{state.message}</Alert>
        </div>
      ) : null}
      <Button
        type="submit"
        className="mt-5"
        disabled={!card.ready}
        pending={button.pending || state._tag === "success"}
      >
        {button.label}
      </Button>
    </form>
  );
}

/** The form to pay an overdue renewal. The card also pays future renewals. */
export default function OverduePayment({ model }: { model: OverdueModel }) {
  return (
    <StripeElements settings={model.stripe}>
      <Form model={model} />
    </StripeElements>
  );
}
