import { formatUsd } from "@backlot/domain/kernel/money";
import { billingNote, perMonth } from "@backlot/domain/plans/plan";
import { loweredPrice, planDiscount } from "@backlot/domain/pricing/discount";
import type { PlanVariant } from "@backlot/domain";
import { useSale } from "./sale.tsx";

/**
 * Returns a plan's current price in cents. During a sale, also returns the regular price and the sale's note; both are
 * null otherwise.
 */
export const usePlanPrice = ({ adjusted_price, interval }: Pick<PlanVariant, "adjusted_price" | "interval">) => {
  const lowered = planDiscount(interval, { sale: useSale(), promo: null });
  return lowered === null
    ? { price: adjusted_price, before: null, note: null }
    : { price: loweredPrice(adjusted_price, lowered), before: adjusted_price, note: lowered.note };
};

/** A plan's monthly price, billing note, and sale discount. */
export function PlanPrice({ variant }: { variant: PlanVariant }) {
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
      {saleNote === null ? null : <p className="text-sm text-success">{saleNote}</p>}
    </div>
  );
}
