import { useRevalidator } from "react-router";
import { CardFields } from "./card.tsx";
import { PayButton, PaymentForm, type PaymentModel, PaymentProblem, type Paid, usePayment } from "./payment-form.tsx";

/** Data for the new card form. */
type AddCardModel = Pick<PaymentModel, "billingName" | "stripe">;

function AddCardForm({ model, onSaved }: { model: AddCardModel; onSaved: () => void }) {
  const payment = usePayment({ ...model, cards: [], cardsProblem: null });
  const { revalidate } = useRevalidator();
  const save = async (): Promise<Paid> => {
    const saved = await payment.card.setUp();
    if ("problem" in saved) return saved;
    return { form: "succeeded", next: () => revalidate().then(onSaved) };
  };
  return (
    <form onSubmit={payment.onSubmit(save)} className="max-w-form" noValidate>
      <CardFields />
      <PaymentProblem payment={payment} />
      <p className="mt-4 text-sm text-muted-foreground">
        Card details go straight to the payment provider. We never see them.
      </p>
      <PayButton payment={payment} label="Save card" />
    </form>
  );
}

/** The form that saves a card without a purchase. */
export default function AddCard({ model, onSaved }: { model: AddCardModel; onSaved: () => void }) {
  return (
    <PaymentForm model={model}>
      <AddCardForm model={model} onSaved={onSaved} />
    </PaymentForm>
  );
}
