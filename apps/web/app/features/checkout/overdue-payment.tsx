import { formatUsd } from "@backlot/domain/kernel/money";
import type { Cents } from "@backlot/domain";
import { useNavigate } from "react-router";
import { postJson } from "#app/browser/api.ts";
import {
  PayButton,
  PaymentCard,
  PaymentForm,
  type PaymentModel,
  PaymentProblem,
  type Paid,
  usePayment,
} from "./payment-form.tsx";

/** Data for paying an overdue renewal. */
interface OverdueModel extends PaymentModel {
  readonly amount: Cents;
}

function Form({ model }: { model: OverdueModel }) {
  const payment = usePayment(model);
  const { card } = payment;
  const navigate = useNavigate();
  const charge = async (): Promise<string | null> => {
    const saved = await card.setUp();
    if ("problem" in saved) return saved.problem;
    const paid = await postJson("/api/subscriptions/pay_overdue", { setup_intent_id: saved.id });
    if (paid.ok) return null;
    const asks = paid.refusal.code === "payment_needs_confirmation" ? paid.refusal.client_secret : undefined;
    return asks === undefined ? paid.refusal.message : card.pay(asks, false);
  };
  const pay = async (): Promise<Paid> => {
    const problem = await charge();
    if (problem !== null) return { problem };
    return { form: "succeeded", next: () => navigate("?paid=1", { replace: true }) };
  };
  return (
    <form onSubmit={payment.onSubmit(pay)} className="max-w-form" noValidate>
      <PaymentCard model={model} payment={payment} />
      <PaymentProblem payment={payment} />
      <PayButton payment={payment} label={`Pay ${formatUsd(model.amount)}`} />
    </form>
  );
}

/** The form to pay an overdue renewal. The card also pays future renewals. */
export default function OverduePayment({ model }: { model: OverdueModel }) {
  return (
    <PaymentForm model={model}>
      <Form model={model} />
    </PaymentForm>
  );
}
