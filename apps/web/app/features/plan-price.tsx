import { formatUsd } from "@backlot/domain/kernel/money";
import { billingNote, perMonth } from "@backlot/domain/plans/plan";
import { loweredPrice, planDiscount } from "@backlot/domain/pricing/discount";
import type { PlanVariant } from "@backlot/domain";
import { useSale } from "./sale.tsx";

/** A plan's price per month, how it is billed, and what a sale takes off. (PLN-02, DSC-04) */
export function PlanPrice({ variant }: { variant: PlanVariant }) {
  const { adjusted_price, interval } = variant;
  const lowered = planDiscount(interval, { sale: useSale(), promo: null });
  const price = lowered === null ? adjusted_price : loweredPrice(adjusted_price, lowered);
  const note = billingNote(interval);
  return (
    <div className="tabular-nums">
      <p>
        <span className="text-2xl font-semibold tracking-tight">{formatUsd(perMonth(price, interval))}</span>{" "}
        {lowered === null ? null : (
          <del className="text-muted-foreground">
            <span className="sr-only">instead of </span>
            {formatUsd(perMonth(adjusted_price, interval))}
          </del>
        )}{" "}
        <span className="text-muted-foreground">per month</span>
      </p>
      <p className="min-h-6 text-sm text-muted-foreground">
        {note === null ? "billed monthly" : `${note}: ${formatUsd(price)}`}
      </p>
      {lowered === null ? null : <p className="text-sm text-success">{lowered.note}</p>}
    </div>
  );
}
