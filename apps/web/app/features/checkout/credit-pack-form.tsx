import { customAmount, customPackPrice, minimumCustomAmount, packsToOffer } from "@backlot/domain/credits/credit-pack";
import { costPerCredit, creditsText } from "@backlot/domain/credits/credits";
import { creditsPurchasedMessage } from "@backlot/domain/credits/credit-messages";
import { message } from "@backlot/domain/message-catalog";
import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import { payLabel } from "./button-texts.ts";
import type { LicenseId } from "@backlot/domain/licensing/license";
import { quotePack } from "@backlot/domain/pricing/quote";
import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import type { Credits, PackRange, Ratio } from "@backlot/domain";
import type { CreditPackVariant } from "@backlot/ports";
import * as Result from "effect/Result";
import { useEffect, useId, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { CREDITS_PURCHASED } from "./credits-confirmation-key.ts";
import { postJson } from "#app/browser/api.ts";
import { usePrices } from "#app/hooks/use-store.ts";
import { Alert } from "#ui/alert.tsx";
import { AmountField } from "../credits/amount-field.tsx";
import { payByCard } from "./one-time-payment.ts";
import {
  PayButton,
  PaymentForm,
  Pay,
  type PaymentModel,
  PaymentProblem,
  type Paid,
  usePayment,
} from "./payment-form.tsx";
import { approveCredits } from "./approvals.tsx";
import { CheckoutFoot } from "./checkout-foot.tsx";
import { WhyThisPrice } from "./why-this-price.tsx";

/**
 * Data for the credit pack selector. `missing` is the number of credits that the user still needs for an item, or 0.
 */
export interface BuyCreditsModel extends PaymentModel {
  readonly packs: readonly CreditPackVariant[];
  readonly ranges: readonly PackRange[];
  /** The license that the prices are for. */
  readonly license: LicenseId;
  /** The tax rate added to the prices. */
  readonly tax: Ratio;
  readonly missing: number;
  /** The item's page, to return to after the purchase; null if there is no item. */
  readonly backTo: string | null;
}

/** The result of a card payment: the credits bought, or the error message. */
export type PackPurchaseResult = { readonly credits: number } | { readonly problem: string };

/** Events of a card payment. Without `onSettled`, the form itself confirms the purchase or returns to the item. */
export interface PackPurchaseEvents {
  readonly onPaying?: () => void;
  /** Called with true when the bank requests confirmation, and with false afterward. */
  readonly onBank?: (asks: boolean) => void;
  readonly onSettled?: (result: PackPurchaseResult) => void;
}

/** A pack by its id, exactly the missing credits for an item, or a typed number. */
type PackChoice = number | "exact" | "custom";

/** Returns the option to buy exactly the missing credits for an item, or none if a pack has that many. */
const exactOption = (exact: Credits | null, ranges: readonly PackRange[]) => {
  const price = exact === null ? null : customPackPrice(ranges, exact);
  if (exact === null || price === null || Result.isFailure(price)) return [];
  const perCredit = costPerCredit(price.success, exact);
  return [
    {
      id: "exact" as PackChoice,
      name: creditsText(exact),
      note: formatUsd(price.success),
      each: perCredit === null ? null : `${formatUsd(perCredit)} each`,
    },
  ];
};

function Selector({ model, onPaying, onBank, onSettled }: { model: BuyCreditsModel } & PackPurchaseEvents) {
  const prices = usePrices();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const offered = packsToOffer(model.packs, model.missing);
  const [pack, setPack] = useState<PackChoice>(offered.exact === null ? (offered.packs[0]?.id ?? "custom") : "exact");
  const [typed, setTyped] = useState(String(Math.max(minimumCustomAmount(model.missing), 10)));
  const payment = usePayment(model, { order: [pack, typed], ...(onBank === undefined ? {} : { onBank }) });
  const { card, way, asks } = payment;
  const [bought, setBought] = useState<number>();
  /**
   * The last purchased choice. The pay button stays disabled until the choice changes, to prevent an accidental second
   * purchase.
   */
  const [spent, setSpent] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  const choice = `${way.payer} ${pack} ${typed}`;
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (bought !== undefined) done.current?.focus();
  }, [bought]);
  const custom = customAmount(typed, model.missing);
  const amount =
    pack === "custom"
      ? custom.amount
      : pack === "exact"
        ? offered.exact
        : (model.packs.find((each) => each.id === pack)?.amount ?? null);
  const valid = pack === "custom" ? custom.valid : true;
  const priced = amount === null ? null : customPackPrice(model.ranges, amount);
  const price = priced !== null && Result.isSuccess(priced) ? priced.success : null;
  const quote =
    amount === null || price === null || !valid
      ? null
      : quotePack({ reference: String(amount), amount, price }, model.tax);
  const total = quote === null ? null : quote.total;

  const buy = async (credits: number, due: Cents): Promise<string | null> => {
    const paid = await payByCard(card, {
      start: { recurring_credits: credits, amount: due },
      record: (payment_intent) =>
        postJson("/api/purchases/credit-pack-variant", {
          // A pack is never free, so there is always a payment.
          payment_intent: payment_intent ?? "",
          is_custom: typeof pack !== "number",
          recurring_credits: credits,
        }),
    });
    return "problem" in paid ? paid.problem : null;
  };

  const pay = async (): Promise<Paid> => {
    if (amount === null || total === null) return { form: "reset" };
    setBought(undefined);
    if (asks === "approval") {
      const approval = await approveCredits(way.payer, {
        ...(typeof pack === "number"
          ? { credit_pack_variant_id: pack }
          : { recurring_credits: amount, is_custom: true }),
        amount: total,
      });
      if ("problem" in approval) return approval;
      // Don't redirect if the buyer closed the form in the meantime.
      return { form: "left", next: () => form.current !== null && window.location.assign(approval.to) };
    }
    onPaying?.();
    const problem = await buy(amount, total);
    if (problem !== null) return { problem, next: () => onSettled?.({ problem }) };
    if (onSettled !== undefined) {
      const settle = (): Promise<void> => {
        onSettled({ credits: amount });
        return revalidate();
      };
      return { form: "left", next: settle };
    }
    const { backTo } = model;
    if (backTo !== null) {
      const state = { [CREDITS_PURCHASED]: creditsPurchasedMessage(amount) };
      return { form: "succeeded", next: () => navigate(backTo, { state }) };
    }
    setSpent(choice);
    setBought(amount);
    return { form: "reset", next: revalidate };
  };

  return (
    <form
      ref={form}
      onSubmit={payment.onSubmit(pay, () => valid && total !== null)}
      aria-labelledby={heading}
      className="grid items-start gap-8 @3xl:grid-cols-[1fr_24rem]"
      noValidate
    >
      <div className="grid gap-8">
        {bought === undefined ? null : (
          <div ref={done} tabIndex={-1}>
            <Alert variant="success">{creditsPurchasedMessage(bought)}</Alert>
          </div>
        )}
        <fieldset>
          <legend className="sr-only">Credits</legend>
          <h2 id={heading} className="mb-3 text-lg">
            <span>{message("buy_credit_pack")}</span>{" "}
            <span
              className="ml-2 rounded-full border border-border px-2.5 py-0.5 text-xs font-normal
              tracking-normal whitespace-nowrap text-muted-foreground"
            >
              one-time purchase
            </span>
          </h2>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {[
              ...exactOption(offered.exact, model.ranges),
              ...offered.packs.map((each) => ({
                id: each.id as PackChoice,
                name: creditsText(each.amount),
                note: formatUsd(each.adjusted_price),
                each: `$${each.adjusted_cost_per_credit} each`,
              })),
              { id: "custom" as const, name: "Custom", note: "any amount", each: null },
            ].map(({ id, name, note, each }) => (
              <label
                key={id}
                className="flex min-h-16 cursor-pointer items-center gap-3 rounded-md border border-border px-3
                  py-2 has-checked:border-ring has-checked:bg-card"
              >
                <input
                  type="radio"
                  name="pack"
                  checked={pack === id}
                  onChange={() => {
                    setPack(id);
                    setSpent(undefined);
                  }}
                  className="size-4 accent-accent"
                />
                <span>
                  <span className="tabular-nums block font-medium">{name}</span>
                  <span className="tabular-nums block text-sm text-muted-foreground">{note}</span>
                  {each === null ? null : (
                    <span className="tabular-nums block text-sm text-muted-foreground">{each}</span>
                  )}
                </span>
              </label>
            ))}
          </div>
          {pack === "custom" ? (
            <AmountField typed={typed} valid={valid} missing={model.missing} onType={setTyped} />
          ) : null}
        </fieldset>
        <section aria-labelledby={`${heading}-payment`}>
          <h2 id={`${heading}-payment`} className="mb-4 text-lg">
            Payment method
          </h2>
          <Pay model={model} payment={payment} />
        </section>
      </div>
      <section
        aria-labelledby={`${heading}-order`}
        className="rounded-lg border border-border bg-card p-6 @3xl:sticky @3xl:top-0"
      >
        <h2 id={`${heading}-order`} className="mb-4 text-lg">
          Order Summary
        </h2>
        <dl className="tabular-nums grid gap-2.5">
          <div className="flex justify-between gap-4">
            <dt>{amount === null ? "Credits" : creditsText(amount)}</dt>
            <dd>{quote === null ? "–" : formatUsd(quote.subtotal)}</dd>
          </div>
          {quote === null || quote.tax === 0 ? null : (
            <div className="flex justify-between gap-4">
              <dt>Tax</dt>
              <dd>{formatUsd(quote.tax)}</dd>
            </div>
          )}
          <div className="flex justify-between gap-4 border-t border-border pt-3 text-lg font-semibold">
            <dt>Total today</dt>
            <dd>{total === null ? "–" : formatUsd(total)}</dd>
          </div>
        </dl>
        <p className="mt-3 text-sm text-muted-foreground">
          Purchased credits never expire, even if you cancel your plan.
        </p>
        {quote === null ? null : <WhyThisPrice reasons={priceReasons(quote, model.license, prices)} />}
        <PaymentProblem payment={payment} />
        <CheckoutFoot total={total}>
          <PayButton
            payment={payment}
            label={total === null ? "Buy credits" : payLabel(way.payer, "Buy", total)}
            disabled={price === null || !valid || spent === choice}
            className="w-full"
          />
        </CheckoutFoot>
      </section>
    </form>
  );
}

/** The credit pack selector with payment. */
export default function CreditPackForm({ model, ...events }: { model: BuyCreditsModel } & PackPurchaseEvents) {
  return (
    <PaymentForm model={model}>
      <Selector model={model} {...events} />
    </PaymentForm>
  );
}
