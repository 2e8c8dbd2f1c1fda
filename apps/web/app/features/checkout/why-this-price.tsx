import { formatUsd } from "@backlot/domain/kernel/money";
import type { PriceReason } from "@backlot/domain";
import { Folded } from "#ui/folded.tsx";

/** An expandable explanation of a quote's total. */
export function WhyThisPrice({ reasons }: { reasons: readonly PriceReason[] }) {
  return (
    <div className="mt-3 text-sm">
      <Folded title="Why this price?">
        <ul className="grid gap-3">
          {reasons.map(({ name, why, amount }) => (
            <li key={name}>
              <p className="flex items-baseline justify-between gap-4">
                <span className="font-medium">{name}</span>
                <span className="tabular-nums shrink-0">{formatUsd(amount)}</span>
              </p>
              <p className="mt-0.5 text-muted-foreground">{why}</p>
            </li>
          ))}
        </ul>
      </Folded>
    </div>
  );
}
