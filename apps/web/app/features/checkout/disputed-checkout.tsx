import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { DisputeNotice } from "../disputes/dispute-notice.tsx";
import { CheckoutHead } from "./checkout-head.tsx";

/** A checkout of a customer with a disputed payment: it explains why nothing can be bought. */
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
