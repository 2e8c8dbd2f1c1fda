import { CHECKOUT_IDLE, checkoutAfter, mayPlaceOrder, payButton } from "@backlot/domain/checkout";
import { message } from "@backlot/domain/messages";
import { formatUsd } from "@backlot/domain/money";
import { type ChangeKind, afterChange } from "@backlot/domain/plan-change";
import type { Quote } from "@backlot/domain";
import type { SavedCard } from "@backlot/ports";
import * as Result from "effect/Result";
import { type FormEvent, useId, useReducer, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { post } from "#app/api.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { ErrorBlock } from "#ui/notice.tsx";
import { CardPicker, type StripeSettings, WithStripe, useCard } from "./card.tsx";
import { Summary } from "./summary.tsx";

/** What a change of the running plan does, beside its button. */
export interface PlanChangeStep {
  readonly kind: ChangeKind;
  readonly says: readonly string[];
}

/** What the payment step needs to know. `quote` is null where nothing is paid today. */
export interface PaymentStep {
  readonly plan_variant_id: number;
  readonly license_id: number;
  readonly quote: Quote | null;
  readonly change: PlanChangeStep | null;
  /** The warning of a legacy plan, where its credits would be lost. (CHG-05) */
  readonly legacyLoss: { readonly title: string; readonly text: string } | null;
  readonly cards: readonly SavedCard[];
  readonly confirmation: string;
  readonly billingName: string;
  readonly stripe: StripeSettings;
}

/** Answers that may still turn into a plan: the page waits for the provider instead of asking for money again. (CHK-08) */
const STILL_OPEN = new Set(["provider_unreachable", "unreachable"]);

const orderText = ({ quote, change }: PaymentStep): string => {
  if (change?.kind === "downgrade") return "Confirm the downgrade";
  return `${change?.kind === "upgrade" ? "Upgrade now" : "Place order"} · ${formatUsd(quote?.total ?? (0 as never))}`;
};

function Tick({
  text,
  checked,
  onTick,
  missing,
  box,
}: {
  text: string;
  checked: boolean;
  onTick: (on: boolean) => void;
  missing: string | null;
  box: React.Ref<HTMLInputElement>;
}) {
  const note = useId();
  return (
    <div className={`mt-5 rounded-md border p-3 ${missing === null ? "border-line" : "border-danger"}`}>
      <label className="flex cursor-pointer gap-3 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={checked}
          onChange={(event) => onTick(event.target.checked)}
          aria-invalid={missing === null ? undefined : true}
          aria-describedby={missing === null ? undefined : note}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        {text}
      </label>
      {missing === null ? null : (
        <p id={note} role="alert" className="mt-2 text-sm text-danger">
          {missing}
        </p>
      )}
    </div>
  );
}

function Order({ step }: { step: PaymentStep }) {
  const card = useCard(step.cards, step.billingName);
  const navigate = useNavigate();
  const [confirmed, setConfirmed] = useState(false);
  const [acknowledged, setAcknowledged] = useState(false);
  const [asked, setAsked] = useState(false);
  const [state, happens] = useReducer(checkoutAfter, CHECKOUT_IDLE);
  const confirmation = useRef<HTMLInputElement>(null);
  const acknowledgement = useRef<HTMLInputElement>(null);

  /** Where the order leads, or why it was refused. */
  const subscribe = async (setup_intent_id: string): Promise<{ readonly to: string } | { readonly problem: string }> => {
    const order = {
      plan_variant_id: step.plan_variant_id,
      license_id: step.license_id,
      setup_intent_id,
      ...(step.legacyLoss === null ? {} : { acknowledge_legacy_loss: acknowledged }),
    };
    type Placed = { readonly data: { readonly change: ChangeKind | null } };
    const place = () => post<Placed>("/api/subscriptions", order);
    let placed = await place();
    if (!placed.ok && placed.refusal.code === "payment_needs_confirmation" && placed.refusal.client_secret !== undefined) {
      const refused = await card.pay(placed.refusal.client_secret, false);
      if (refused !== null) return { problem: refused };
      placed = await place();
    }
    if (placed.ok) {
      const { change } = placed.value.data;
      const leadsTo = change === null ? paths.thankYou : (afterChange(change) ?? paths.subscription);
      return { to: change === "downgrade" ? paths.downgraded : leadsTo };
    }
    return STILL_OPEN.has(placed.refusal.code) ? { to: paths.confirming } : { problem: placed.refusal.message };
  };

  const placeOrder = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state._tag === "loading") return;
    setAsked(true);
    if (Result.isFailure(mayPlaceOrder({ confirmationRequired: true, confirmed }))) {
      confirmation.current?.focus();
      return;
    }
    if (step.legacyLoss !== null && !acknowledged) {
      acknowledgement.current?.focus();
      return;
    }
    happens({ _tag: "placed" });
    const saved = await card.setUp();
    const ended = "problem" in saved ? saved : await subscribe(saved.id);
    if ("problem" in ended) {
      happens({ _tag: "refused", message: ended.problem });
      return;
    }
    happens({ _tag: "confirmed" });
    await navigate(ended.to);
  };

  const button = payButton(state, { signedIn: true }, orderText(step));
  return (
    <form onSubmit={placeOrder} className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]" noValidate>
      <section aria-labelledby="payment">
        <h2 id="payment" className="mb-4 text-lg">
          Payment method
        </h2>
        <CardPicker cards={step.cards} chosen={card.chosen} onChoose={card.choose} />
      </section>
      <section aria-labelledby="order" className="rounded-lg border border-line bg-raised p-6">
        <h2 id="order" className="mb-4 text-lg">
          Order Summary
        </h2>
        {step.quote === null ? null : <Summary quote={step.quote} />}
        {step.change === null ? null : (
          <ul className={`grid gap-2 text-sm ${step.quote === null ? "" : "mt-5 border-t border-line pt-4"}`}>
            {step.change.says.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {step.legacyLoss === null ? null : (
          <div className="mt-5 rounded-md bg-danger-ground p-4 text-sm text-danger">
            <p className="font-semibold">{step.legacyLoss.title}</p>
            <p className="mt-1">{step.legacyLoss.text}</p>
            <Tick
              text="I know that these credits will be lost."
              checked={acknowledged}
              onTick={setAcknowledged}
              missing={asked && !acknowledged ? "Confirm this to go on." : null}
              box={acknowledgement}
            />
          </div>
        )}
        <Tick
          text={step.confirmation}
          checked={confirmed}
          onTick={setConfirmed}
          missing={asked && !confirmed ? message("confirm_licence_first") : null}
          box={confirmation}
        />
        {state._tag === "error" ? (
          <div className="mt-4">
            <ErrorBlock>{state.message}</ErrorBlock>
          </div>
        ) : null}
        <Button type="submit" className="mt-5 w-full" disabled={!card.ready} busy={button.busy || state._tag === "success"}>
          {button.label}
        </Button>
        <p className="mt-4 text-sm text-soft">
          By placing the order you accept the{" "}
          <Link className="link" to={paths.terms} target="_blank">
            terms of service
          </Link>{" "}
          and the{" "}
          <Link className="link" to={paths.licence} target="_blank">
            licence agreement
          </Link>
          .
        </p>
      </section>
    </form>
  );
}

/** The payment step: the card form of the provider beside the order's summary. (CHK-01, CHK-02, CHK-03, CHG-04) */
export default function Payment({ step }: { step: PaymentStep }) {
  return (
    <WithStripe settings={step.stripe}>
      <Order step={step} />
    </WithStripe>
  );
}
