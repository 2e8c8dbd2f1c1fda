import { isEnterprise, offeredLicenses, offeredTypes, typeOfLicense } from "@backlot/domain/licensing/license";
import { licenseAudience } from "@backlot/domain/licensing/licensing-messages";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { LicenseQuestionsButton } from "./license-questions-button.tsx";
import type { KnownLicensee } from "./licensee-form.tsx";

const UNCHOSEN = "border-border text-muted-foreground hover:border-input hover:text-foreground";

const chip = (chosen: boolean): string =>
  `flex min-h-11 items-center justify-center rounded-md border px-4 text-center
    ${chosen ? "border-ring bg-card font-semibold" : UNCHOSEN}`;

/**
 * The choice of the license to show prices for: the three types, then the Enterprise bands. Uses links, so it works
 * without JavaScript.
 */
export function LicenseChoice({
  chosen,
  interval,
  minimum,
  licensee,
}: {
  chosen: LicenseId;
  interval: "month" | "year";
  minimum: LicenseId;
  /** The user who fills in the licensee form of the Enterprise questions; null for a visitor. */
  licensee: KnownLicensee | null;
}) {
  const bands = offeredLicenses(minimum).filter(({ id }) => isEnterprise(id));
  return (
    <nav aria-label="License">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ul className="grid w-full grid-flow-col auto-cols-fr gap-2 sm:w-auto">
          {offeredTypes(minimum).map(({ type, name, license_id }) => (
            <li key={type}>
              <Link
                to={paths.pricingFor(license_id, interval)}
                preventScrollReset
                aria-current={type === typeOfLicense(chosen) ? "true" : undefined}
                className={chip(type === typeOfLicense(chosen))}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted-foreground">{licenseAudience(typeOfLicense(chosen))}</p>
      </div>
      {isEnterprise(chosen) ? (
        <ul className="tabular-nums mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4" aria-label="Annual revenue">
          {bands.map(({ id, revenue }) => (
            <li key={id}>
              <Link
                to={paths.pricingFor(id, interval)}
                preventScrollReset
                aria-current={id === chosen ? "true" : undefined}
                className={chip(id === chosen)}
              >
                {revenue}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <LicenseQuestionsButton
        minimum={minimum}
        text={isEnterprise(chosen) ? "Which range are you in?" : "Not sure which license fits?"}
        flow={isEnterprise(chosen) ? "enterprise" : "minimal"}
        licensee={licensee}
      />
    </nav>
  );
}
