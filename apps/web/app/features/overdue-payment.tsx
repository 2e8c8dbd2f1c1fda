import { CHECKOUT_IDLE, checkoutReducer } from "@backlot/domain/checkout/checkout";
import { payButton } from "@backlot/domain/screens/button-texts";
import { formatUsd } from "@backlot/domain/kernel/money";
import type { Cents } from "@backlot/domain";
import type { SavedCard } from "@backlot/ports";
import { type FormEvent, useReducer } from "react";
import { useNavigate } from "react-router";
import { post } from "#app/api.ts";
import { Button } from "#ui/button.tsx";
import { ErrorBlock } from "#ui/notice.tsx";
import { CardPicker, type StripeSettings, WithStripe, useCard } from "./card.tsx";

/** What paying an overdue renewal needs to know. */
export interface OverdueStep {
  readonly cards: readonly SavedCard[];
  /** Why the saved cards could not be read; null where they were. */
  readonly cardsProblem: string | null;
  readonly amount: Cents;
  readonly billingName: string;
  readonly stripe: StripeSettings;
}

function Form({ step }: { step: OverdueStep }) {
  const card = useCard(step.cards, step.billingName);
  const navigate = useNavigate();
  const [state, happens] = useReducer(checkoutReducer, CHECKOUT_IDLE);
  const payNow = async (): Promise<string | null> => {
    const saved = await card.setUp();
    if ("problem" in saved) return saved.problem;
    const paid = await post("/api/subscriptions/pay_overdue", { setup_intent_id: saved.id });
    if (paid.ok) return null;
    const asks = paid.refusal.code === "payment_needs_confirmation" ? paid.refusal.client_secret : undefined;
    return asks === undefined ? paid.refusal.message : card.pay(asks, false);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state._tag === "loading") return;
    happens({ _tag: "placed" });
    const refused = await payNow();
    happens(refused === null ? { _tag: "confirmed" } : { _tag: "refused", message: refused });
    if (refused === null) await navigate("?paid=1", { replace: true });
  };
  const button = payButton(state, { signedIn: true }, `Pay ${formatUsd(step.amount)}`);
  return (
    <form onSubmit={submit} className="max-w-form" noValidate>
      <CardPicker cards={step.cards} problem={step.cardsProblem} chosen={card.chosen} onChoose={card.choose} />
      {state._tag === "error" ? (
        <div className="mt-4">
          <ErrorBlock>{state.message}</ErrorBlock>
        </div>
      ) : null}
      <Button type="submit" className="mt-5" disabled={!card.ready} busy={button.busy || state._tag === "success"}>
        {button.label}
      </Button>
    </form>
  );
}

/** Pays a renewal that was refused, with a card that pays from then on. (CHK-07) */
export default function OverduePayment({ step }: { step: OverdueStep }) {
  return (
    <WithStripe settings={step.stripe}>
      <Form step={step} />
    </WithStripe>
  );
}
