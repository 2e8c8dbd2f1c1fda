import type { Way } from "@backlot/domain/orders/ways";
import { message } from "@backlot/domain/message-catalog";
import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import { usePrices } from "#app/hooks/use-store.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { UpdateLicenseBlock } from "../accounts/update-license.tsx";
import { PromoAndAddOn } from "./promo-and-add-on.tsx";
import type { PaymentStep } from "./payment-step.ts";
import { PaymentProblem, type usePayment } from "./payment-form.tsx";
import { PlaceOrder } from "./place-order.tsx";
import { PlanSubject } from "./plan-subject.tsx";
import { Summary } from "./summary.tsx";
import type { Confirmations } from "./use-confirmations.ts";

/** The order of a plan: its summary, its options, the confirmations, and the button. */
export function OrderSection({
  model,
  quote,
  confirmations: { license, loss, showsErrors },
  payment,
  problem,
  label,
  ready,
  pending,
}: {
  model: PaymentStep;
  quote: Way["quote"];
  confirmations: Confirmations;
  payment: ReturnType<typeof usePayment>;
  /** Why the payment method can't apply the promo code, or null. */
  problem: string | null;
  label: string;
  ready: boolean;
  pending: boolean;
}) {
  const prices = usePrices();
  return (
    <section
      aria-labelledby="order"
      className="rounded-lg border border-border bg-card p-6 @3xl:col-start-2 @3xl:row-span-3 @3xl:row-start-1"
    >
      <h2 id="order" className="mb-4 text-lg">
        Order Summary
      </h2>
      {model.change === null ? (
        <PlanSubject license_id={model.license_id} interval={model.interval} mayChooseLicense />
      ) : null}
      {quote === null ? null : <Summary quote={quote} reasons={priceReasons(quote, model.license_id, prices)} />}
      {model.options === null ? null : (
        <div inert={payment.isPending}>
          <PromoAndAddOn options={model.options} lowered={quote?.discounts[0] ?? null} />
        </div>
      )}
      {model.change === null ? null : (
        <p className={`text-sm ${quote === null ? "" : "mt-4"}`}>{model.change.effect}</p>
      )}
      {model.legacyLoss === null ? null : (
        <div className="mt-5 rounded-md bg-danger-ground p-4 text-sm text-danger">
          <p className="font-semibold">{model.legacyLoss.title}</p>
          <p className="mt-1">{model.legacyLoss.text}</p>
          <Checkbox
            text="I understand that I'll lose these credits."
            {...loss}
            error={showsErrors && !loss.checked ? "Check this box to continue." : null}
          />
        </div>
      )}
      <Checkbox
        text={model.confirmation}
        {...license}
        error={showsErrors && !license.checked ? message("confirm_license_first") : null}
      />
      {model.change === null ? null : <UpdateLicenseBlock />}
      <PaymentProblem payment={payment} warning={problem} />
      <PlaceOrder total={quote?.total ?? null} label={label} ready={ready} pending={pending} />
    </section>
  );
}
