import { mayPlaceOrder } from "@backlot/domain/checkout/checkout";
import type { planComparison } from "@backlot/domain/checkout/plan-comparison";
import { payLabel } from "./button-texts.ts";
import { message } from "@backlot/domain/message-catalog";
import { payerOf } from "@backlot/domain/pricing/payer";
import type { ChangeKind } from "@backlot/domain/plans/plan-change";
import type { Way } from "@backlot/domain/orders/ways";
import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import type { Interval, LicenseId, Provider } from "@backlot/domain";
import * as Result from "effect/Result";
import { useRef, useState } from "react";
import { useNavigate, useNavigation, useRevalidator } from "react-router";
import { paths } from "#app/paths.ts";
import { usePrices } from "#app/hooks/use-store.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { type OrderOptions, PromoAndAddOn } from "./promo-and-add-on.tsx";
import { PaymentForm, Pay, type PaymentModel, PaymentProblem, type Paid, usePayment } from "./payment-form.tsx";
import { UpdateLicenseBlock } from "../accounts/update-license.tsx";
import { PAYMENT_GRID } from "./payment-grid.ts";
import { NowAndThen } from "./now-and-then.tsx";
import { PlanSubject } from "./plan-subject.tsx";
import { PlaceOrder } from "./place-order.tsx";
import { Reminder } from "./reminder.tsx";
import { Summary, TotalToday } from "./summary.tsx";
import { type ApprovalUrls, ApprovalsDialog } from "./approvals.tsx";
import { sendByCard, sendForApproval } from "./send-plan.ts";

/** The effects of a plan change, and its button's label. */
interface PlanChangeModel {
  readonly kind: ChangeKind;
  /** The effect of the change on the billing period. */
  readonly effect: string;
  /** The comparison of the current plan with the new one, or null if the current plan ended in the meantime. */
  readonly compared: ReturnType<typeof planComparison> | null;
  readonly button: string;
}

/** Data for the payment step. For a downgrade or the same plan, ways to pay have no quote. */
export interface PaymentStep extends PaymentModel {
  readonly plan_variant_id: number;
  readonly license_id: LicenseId;
  readonly interval: Interval;
  readonly change: PlanChangeModel | null;
  /** The promo code and add-on of a new plan; null for a plan change. */
  readonly options: OrderOptions | null;
  /** The warning that legacy credits will be lost, or null. */
  readonly legacyLoss: { readonly title: string; readonly text: string } | null;
  readonly confirmation: string;
  /** A reminder shown before payment, or null. */
  readonly reminder: string | null;
}

const orderText = ({ change }: PaymentStep, { payer, quote }: Way): string => {
  if (change !== null && change.kind !== "upgrade") return change.button;
  return payLabel(payer, change?.button ?? "Place order", quote?.total ?? null);
};

/** Returns the text about future charges for a downgrade or the same plan. */
const laterText = ({ change }: PaymentStep, payer: Provider): string => {
  if (change?.kind === "no-change") return "Your plan stays the same.";
  const { asks, name } = payerOf(payer);
  const charges = asks === "card" ? "We'll charge your card" : `${name} will charge`;
  return `${charges} the new price starting with your next billing period.`;
};

/** The events that a dialog around the payment step handles. */
export interface PaymentEvents {
  /** Called with true when the bank requests confirmation, and with false afterwards. */
  readonly onBank?: (asks: boolean) => void;
  /** Called when the order is sent. */
  readonly onPaying?: () => void;
  /** Called with the outcome: the error that the form shows, or null if another page follows. */
  readonly onSettled?: (problem: string | null) => void;
}

/** The error if the payment code fails, such as when the network cuts off a provider's script. */
const NOT_SENT = "We couldn't submit your payment. Try again, or pay with another card.";

function Order({ model, isEmbedded, isStale = false, onBank, onPaying, onSettled }: PaymentProps) {
  const payment = usePayment(model, {
    order: [model.plan_variant_id, model.license_id, model.options?.code ?? null, model.options?.addOn],
    ...(onBank === undefined ? {} : { onBank }),
  });
  const { card, way, asks } = payment;
  const { payer, quote, refusal: noCode } = way;
  /** Whether this is a downgrade or the same plan, which needs no payment method. */
  const isFree = model.change !== null && model.change.kind !== "upgrade";
  const navigate = useNavigate();
  const prices = usePrices();
  const revalidator = useRevalidator();
  const [confirmed, setConfirmed] = useState(false);
  const [acknowledged, setAcknowledged] = useState(false);
  const [showsErrors, setShowsErrors] = useState(false);
  const [approvals, setApprovals] = useState<ApprovalUrls | null>(null);
  const confirmation = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const acknowledgment = useRef<HTMLInputElement>(null);

  /** Reloads a changed price to show it with the error, or reloads the plans for sale. */
  const showNewOffer = async (reason: string | undefined): Promise<void> => {
    if (reason === "price_changed" || reason === "plan_unavailable") await revalidator.revalidate();
  };

  /** Returns whether the buyer still sees the form. A buyer who closed it isn't redirected. */
  const isShown = (): boolean => form.current?.checkVisibility() ?? false;

  const check = (): boolean => {
    setShowsErrors(true);
    const losesCredits = model.legacyLoss !== null;
    const may = mayPlaceOrder({ confirmationRequired: true, confirmed, losesCredits, acknowledged });
    if (Result.isSuccess(may)) return true;
    const unchecked = may.failure._tag === "LossNotAcknowledged" ? acknowledgment : confirmation;
    unchecked.current?.focus();
    return false;
  };

  const order = async (): Promise<Paid> => {
    if (noCode !== null) return { problem: noCode };
    const sent = await (asks === "approval"
      ? sendForApproval(model, way, acknowledged)
      : sendByCard(model, way, acknowledged, isFree ? null : card));
    if ("problem" in sent) {
      await showNewOffer(sent.reason);
      return { problem: sent.problem };
    }
    if ("approvals" in sent) return { form: "left", next: () => setApprovals(sent.approvals) };
    if ("approve" in sent) return { form: "left", next: () => isShown() && window.location.assign(sent.approve) };
    return { form: sent.isDone ? "succeeded" : "left", next: () => navigate(sent.to) };
  };

  const pay = async (): Promise<Paid> => {
    onPaying?.();
    const paid = await order().catch((): Paid => ({ problem: NOT_SENT }));
    onSettled?.("problem" in paid ? paid.problem : null);
    return paid;
  };

  const button = payment.button(orderText(model, way));
  const compared = model.change?.compared ?? null;
  const { state, location } = useNavigation();
  // Another promo code or add-on is loading, so the displayed price is about to change.
  const isChanging = isStale || (state === "loading" && location.pathname === window.location.pathname);
  return (
    <form
      ref={form}
      onSubmit={payment.onSubmit(pay, check)}
      className={isEmbedded ? "contents" : PAYMENT_GRID}
      noValidate
    >
      <section aria-labelledby="payment">
        {isEmbedded || compared === null ? null : (
          <div className="mb-8">
            <NowAndThen {...compared} />
          </div>
        )}
        {quote === null ? null : (
          <TotalToday total={quote.total} href={isEmbedded ? null : "#order"} className="@3xl:hidden" />
        )}
        <h2 id="payment" className="mb-4 text-lg">
          Payment method
        </h2>
        {isFree ? <p className="measure text-muted-foreground">{laterText(model, payer)}</p> : null}
        {/* Keep a typed card mounted while the buyer looks at a downgrade. */}
        <div hidden={isFree}>
          <Pay model={model} payment={payment} />
        </div>
        <Reminder text={model.reminder} />
        <ApprovalsDialog
          payer={payer}
          urls={approvals}
          onStarted={() => void navigate(paths.home)}
          onClose={() => {
            setApprovals(null);
            payment.reset();
          }}
        />
      </section>
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
              checked={acknowledged}
              onCheckedChange={setAcknowledged}
              error={showsErrors && !acknowledged ? "Check this box to continue." : null}
              ref={acknowledgment}
            />
          </div>
        )}
        <Checkbox
          text={model.confirmation}
          checked={confirmed}
          onCheckedChange={setConfirmed}
          error={showsErrors && !confirmed ? message("confirm_license_first") : null}
          ref={confirmation}
        />
        {model.change === null ? null : <UpdateLicenseBlock />}
        <PaymentProblem payment={payment} warning={noCode} />
        <PlaceOrder
          total={quote?.total ?? null}
          label={button.label}
          ready={(isFree || payment.ready) && !isChanging}
          pending={button.pending}
        />
      </section>
    </form>
  );
}

type PaymentProps = PaymentEvents & {
  readonly model: PaymentStep;
  /** Whether the step fills the columns of a surrounding `PAYMENT_GRID`, which already compares the plans. */
  readonly isEmbedded?: boolean;
  /** Whether another offer is loading, so that the user can no longer pay for this one. */
  readonly isStale?: boolean;
};

/** The payment step: payment form and order summary. */
export default function Payment(props: PaymentProps) {
  const form = (
    <PaymentForm model={props.model}>
      <Order {...props} />
    </PaymentForm>
  );
  return props.isEmbedded ? form : <div className="@container">{form}</div>;
}
