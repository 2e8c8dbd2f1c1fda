import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";

/** The "place order" button and the terms the buyer accepts. */
export function PlaceOrder({ label, ready, pending }: { label: string; ready: boolean; pending: boolean }) {
  return (
    <>
      <Button type="submit" className="mt-5 w-full" disabled={!ready} pending={pending}>
        {label}
      </Button>
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
