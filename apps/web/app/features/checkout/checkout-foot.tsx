import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import type { ReactNode } from "react";

/**
 * The pay button. On phones, it stays at the bottom of the screen, below the total. `total` is in cents, or null if
 * nothing has a price yet.
 */
export function CheckoutFoot({ total, children }: { total: Cents | null; children: ReactNode }) {
  return (
    <div className="checkout-foot">
      {total === null ? null : (
        <p className="tabular-nums flex items-baseline justify-between gap-4 sm:hidden" aria-hidden="true">
          <span>Total due</span>
          <strong>{formatUsd(total)}</strong>
        </p>
      )}
      {children}
    </div>
  );
}
