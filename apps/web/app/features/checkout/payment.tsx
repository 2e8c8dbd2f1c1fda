import { payLabel } from "./button-texts.ts";
import { payerOf } from "@backlot/domain/pricing/payer";
import type { Way } from "@backlot/domain/orders/ways";
import type { Provider } from "@backlot/domain";
import { useRef, useState } from "react";
import { useNavigate, useNavigation, useRevalidator } from "react-router";
import { paths } from "#app/paths.ts";
import { PaymentForm, Pay, type Paid, usePayment } from "./payment-form.tsx";
import { PAYMENT_GRID } from "./payment-grid.ts";
import { NowAndThen } from "./now-and-then.tsx";
import { Reminder } from "./reminder.tsx";
import { TotalToday } from "./summary.tsx";
import type { PaymentStep } from "./payment-step.ts";
import { OrderSection } from "./order-section.tsx";
import { useConfirmations } from "./use-confirmations.ts";
import { type ApprovalUrls, ApprovalsDialog } from "./approvals.tsx";
import { sendByCard, sendForApproval } from "./send-plan.ts";

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
  /** Called with true when the bank requests confirmation, and with false afterward. */
  readonly onBank?: (asks: boolean) => void;
  /** Called when the order is sent. */
  readonly onPaying?: () => void;
  /** Called with the outcome: the error that the form shows, or null if another page follows. */
  readonly onSettled?: (problem: string | null) => void;
}

/** The error if the payment code fails, such as when a provider's script fails to load. */
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
  const revalidator = useRevalidator();
  const confirmations = useConfirmations(model.legacyLoss !== null);
  const [approvals, setApprovals] = useState<ApprovalUrls | null>(null);
  const form = useRef<HTMLFormElement>(null);

  /** Reloads a changed price to show it with the error, or reloads the plans for sale. */
  const showNewOffer = async (reason: string | undefined): Promise<void> => {
    if (reason === "price_changed" || reason === "plan_unavailable") await revalidator.revalidate();
  };

  /** Returns whether the buyer still sees the form. A buyer who closed it isn't redirected. */
  const isShown = (): boolean => form.current?.checkVisibility() ?? false;

  const order = async (): Promise<Paid> => {
    if (noCode !== null) return { problem: noCode };
    const { checked: acknowledged } = confirmations.loss;
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
      onSubmit={payment.onSubmit(pay, confirmations.check)}
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
      <OrderSection
        model={model}
        quote={quote}
        confirmations={confirmations}
        payment={payment}
        problem={noCode}
        label={button.label}
        ready={(isFree || payment.ready) && !isChanging}
        pending={button.pending}
      />
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
