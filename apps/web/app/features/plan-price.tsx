import { formatUsd } from "@backlot/domain/kernel/money";
import { billingNote, perMonth } from "@backlot/domain/plans/plan";
import type { PlanVariant } from "@backlot/domain";

/** A plan's price per month, and how it is billed. (PLN-02) */
export function PlanPrice({ variant }: { variant: PlanVariant }) {
  const note = billingNote(variant.interval);
  return (
    <div className="tabular-nums">
      <p>
        <span className="text-2xl font-semibold tracking-tight">
          {formatUsd(perMonth(variant.adjusted_price, variant.interval))}
        </span>{" "}
        <span className="text-muted-foreground">per month</span>
      </p>
      <p className="min-h-6 text-sm text-muted-foreground">
        {note === null ? "billed monthly" : `${note}: ${formatUsd(variant.adjusted_price)}`}
      </p>
    </div>
  );
}
