import { licenceLabel } from "@backlot/domain/licensing/licence";
import type { LicenceId } from "@backlot/domain/licensing/licence.schema";
import type { Interval } from "@backlot/domain/kernel/calendar";
import { Link, useLocation } from "react-router";
import { paths } from "#app/paths.ts";

/** What a checkout is about, with the ways to another plan and another licence, above what it costs. (ORD-04) */
export function PlanSubject({
  license_id,
  interval,
  mayChooseLicence,
}: {
  license_id: LicenceId;
  interval: Interval;
  /** Whether the licence can be chosen here: for a new plan, once its buyer is known. */
  mayChooseLicence: boolean;
}) {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-4 grid gap-1 border-b border-border pb-4 text-sm text-muted-foreground">
      <p className="flex justify-between gap-4">
        <span>{licenceLabel(license_id)} license</span>
        {mayChooseLicence ? (
          <Link
            className="link text-foreground"
            to={paths.checkoutUnder(`${pathname}${search}`, null)}
            aria-label="Change license"
            preventScrollReset
          >
            Change
          </Link>
        ) : null}
      </p>
      <p className="flex justify-between gap-4">
        <span>{interval === "year" ? "Billed once a year" : "Billed every month"}</span>
        <Link className="link text-foreground" to={paths.pricingFor(license_id, interval)} aria-label="Change plan">
          Change
        </Link>
      </p>
    </div>
  );
}
