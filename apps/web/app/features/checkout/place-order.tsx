import type { Cents } from "@backlot/domain/kernel/money";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { CheckoutFoot } from "./checkout-foot.tsx";

/** The button to place the order and the terms the buyer accepts. `total` is in cents; null if there is no quote. */
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
      <CheckoutFoot total={total}>
        <Button type="submit" className="w-full" disabled={!ready} pending={pending}>
          {label}
        </Button>
      </CheckoutFoot>
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
