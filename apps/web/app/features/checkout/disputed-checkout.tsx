import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { DisputeNotice } from "../disputes/dispute-notice.tsx";
import { CheckoutHead } from "./checkout-head.tsx";

/** The checkout for a customer with a disputed payment, which explains why they can't buy anything. */
export function DisputedCheckout({ title, supportEmail }: { title: string; supportEmail: string }) {
  return (
    <div className="container-page checkout pt-10">
      <CheckoutHead title={title} supportEmail={supportEmail} />
      <div className="mb-6 max-w-2xl">
        <DisputeNotice supportEmail={supportEmail} />
      </div>
      <ButtonLink to={paths.orders()} variant="secondary">
        See your payments
      </ButtonLink>
    </div>
  );
}
