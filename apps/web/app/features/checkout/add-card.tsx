import { CHECKOUT_IDLE, checkoutReducer } from "@backlot/domain/checkout/checkout";
import { message } from "@backlot/domain/message-catalog";
import { type FormEvent, useReducer } from "react";
import { useRevalidator } from "react-router";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CardFields, type StripeSettings, StripeElements, useCardPayment } from "./card.tsx";

/** Data for the new card form. */
export interface AddCardModel {
  readonly billingName: string;
  readonly stripe: StripeSettings;
}

function AddCardForm({ billingName, onSaved }: { billingName: string; onSaved: () => void }) {
  const card = useCardPayment([], billingName);
  const { revalidate } = useRevalidator();
  const [state, dispatch] = useReducer(checkoutReducer, CHECKOUT_IDLE);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state._tag === "loading") return;
    dispatch({ _tag: "submitted" });
    const saved = await card.setUp();
    if ("problem" in saved) return dispatch({ _tag: "failed", message: saved.problem });
    dispatch({ _tag: "succeeded" });
    await revalidate();
    onSaved();
  };
  return (
    <form onSubmit={submit} className="max-w-form" noValidate>
      <CardFields />
      {state._tag === "error" ? (
        <div className="mt-4">
          <Alert variant="error">{state.message}</Alert>
        </div>
      ) : null}
      <p className="mt-4 text-sm text-muted-foreground">
        Card details go straight to the payment provider. Backlot never sees them.
      </p>
      <Button type="submit" className="mt-4" disabled={!card.ready} pending={state._tag === "loading"}>
        {state._tag === "loading" ? message("loading") : "Save card"}
      </Button>
    </form>
  );
}

/** The form that saves a card without a purchase. */
export default function AddCard({ model, onSaved }: { model: AddCardModel; onSaved: () => void }) {
  return (
    <StripeElements settings={model.stripe}>
      <AddCardForm billingName={model.billingName} onSaved={onSaved} />
    </StripeElements>
  );
}
