import { licenseLabel } from "@backlot/domain/licensing/license";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import type { Interval } from "@backlot/domain/kernel/calendar";
import { Link, useLocation } from "react-router";
import { paths } from "#app/paths.ts";

/** The license and billing interval of a checkout, with links to change them. */
export function PlanSubject({
  license_id,
  interval,
  mayChooseLicense,
}: {
  license_id: LicenseId;
  interval: Interval;
  /** Whether the license can be changed here: only for a new plan, once the buyer is known. */
  mayChooseLicense: boolean;
}) {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-4 grid gap-1 border-b border-border pb-4 text-sm text-muted-foreground">
      <p className="flex justify-between gap-4">
        <span>{`${licenseLabel(license_id)} license`}</span>
        {mayChooseLicense ? (
          <Link
            className="link text-foreground"
            to={paths.checkoutUnder(`${pathname}${search}`, null)}
            preventScrollReset
          >
            Change license
          </Link>
        ) : null}
      </p>
      <p className="flex justify-between gap-4">
        <span>{interval === "year" ? "Billed once a year" : "Billed every month"}</span>
        <Link className="link text-foreground" to={paths.pricingFor(license_id, interval)}>
          Change plan
        </Link>
      </p>
    </div>
  );
}
