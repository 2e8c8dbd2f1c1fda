import { costPerCredit } from "@backlot/domain/credits/credits";
import { type Cents, ZERO, formatUsd, formatWholeUsd } from "@backlot/domain/kernel/money";
import { billingNote, perMonth } from "@backlot/domain/plans/plan";
import { loweredPrice, planDiscount } from "@backlot/domain/pricing/discount";
import type { PlanVariant } from "@backlot/domain";
import { useSale } from "./sale.tsx";

/**
 * Returns a plan's current price in cents, and its price per credit as text, or null for a plan without credits. During
 * a sale, also returns the regular price and the sale's note; both are null otherwise.
 */
export const usePlanPrice = (variant: Pick<PlanVariant, "adjusted_price" | "interval" | "recurring_credits">) => {
  const { adjusted_price, interval, recurring_credits } = variant;
  const lowered = planDiscount(interval, { sale: useSale(), promo: null });
  const price = lowered === null ? adjusted_price : loweredPrice(adjusted_price, lowered);
  const perCredit = costPerCredit(price, recurring_credits);
  return {
    price,
    perCredit: perCredit === null ? null : formatUsd(perCredit),
    before: lowered === null ? null : adjusted_price,
    note: lowered?.note ?? null,
  };
};

/** A plan's monthly price, billing note, and sale discount or savings on a yearly plan, in cents. */
export function PlanPrice({ variant, saving = ZERO }: { variant: PlanVariant; saving?: Cents }) {
  const { interval } = variant;
  const { price, before, note: saleNote } = usePlanPrice(variant);
  const note = billingNote(interval);
  return (
    <div className="tabular-nums">
      <p>
        <span className="text-2xl font-semibold tracking-tight">{formatUsd(perMonth(price, interval))}</span>{" "}
        {before === null ? null : (
          <del className="text-muted-foreground">
            <span className="sr-only">instead of </span>
            <span>{formatUsd(perMonth(before, interval))}</span>
          </del>
        )}{" "}
        <span className="text-muted-foreground">per month</span>
      </p>
      <p className="min-h-6 text-sm text-muted-foreground">
        {note === null ? "billed monthly" : `${note}: ${formatUsd(price)}`}
      </p>
      {saleNote === null ? (
        <p className="min-h-6 text-sm text-success">{saving === 0 ? "" : `Save ${formatWholeUsd(saving)} a year`}</p>
      ) : (
        <p className="min-h-6 text-sm text-success">{saleNote}</p>
      )}
    </div>
  );
}
