import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";

/**
 * The button to place the order and the terms the buyer accepts. On phones, the button and the total stay at the bottom
 * of the screen. `total` is in cents; null if there is no quote.
 */
export function PlaceOrder({
  label,
  total,
  ready,
  pending,
}: {
  label: string;
  total: Cents | null;
  ready: boolean;
  pending: boolean;
}) {
  return (
    <>
      <div className="checkout-foot">
        {total === null ? null : (
          <p className="tabular-nums flex items-baseline justify-between gap-4 sm:hidden" aria-hidden="true">
            <span>Total due</span>
            <strong>{formatUsd(total)}</strong>
          </p>
        )}
        <Button type="submit" className="w-full" disabled={!ready} pending={pending}>
          {label}
        </Button>
      </div>
      <p className="mt-4 text-sm text-muted-foreground">
        By placing your order, you agree to the{" "}
        <Link className="link" to={paths.terms} target="_blank">
          terms of service
        </Link>{" "}
        and the{" "}
        <Link className="link" to={paths.license} target="_blank">
          license agreement
        </Link>
        .
      </p>
    </>
  );
}
