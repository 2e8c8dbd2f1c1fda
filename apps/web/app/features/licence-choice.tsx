import { LICENCES, isEnterprise } from "@backlot/domain/licensing/licence";
import type { LicenceId } from "@backlot/domain/licensing/licence.schema";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { FindLicence } from "./licensing/find-licence.tsx";
import type { KnownLicensee } from "./licensing/licensee-form.tsx";

const WHO = [
  { id: 1, name: "Individual", text: "One person earning under $200K a year" },
  { id: 2, name: "Startup", text: "Studios and teams with revenue under $3M" },
  { id: 3, name: "Enterprise", text: "Studios with revenue of $3M or more" },
] as const;

const UNCHOSEN = "border-border text-muted-foreground hover:border-input hover:text-foreground";

const chip = (chosen: boolean): string =>
  `flex min-h-11 items-center justify-center rounded-md border px-4 text-center
    ${chosen ? "border-ring bg-card font-semibold" : UNCHOSEN}`;

/** Which licence the prices are for: the three types, then the Enterprise bands. Links, so it works before scripts. */
export function LicenceChoice({
  chosen,
  interval,
  minimum,
  licensee,
}: {
  chosen: LicenceId;
  interval: "month" | "year";
  minimum: LicenceId;
  /** Who fills in the licensee's form of the Enterprise questions; null for a visitor. */
  licensee: KnownLicensee | null;
}) {
  return (
    <nav aria-label="License">
      <ul className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
        {WHO.filter(({ id }) => id === 3 || id >= minimum).map(({ id, name, text }) => {
          const current = id === Math.min(chosen, 3);
          const to = paths.pricingFor(id === 3 ? Math.max(3, minimum) : id, interval);
          return (
            <li key={id}>
              <Link
                to={to}
                preventScrollReset
                aria-current={current ? "true" : undefined}
                className={`block h-full rounded-md border p-4
                  ${current ? "border-ring bg-card" : "border-border hover:border-input"}`}
              >
                <span className="font-semibold">{name}</span>
                <span className="mt-0.5 block text-sm text-muted-foreground">{text}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {isEnterprise(chosen) ? (
        <ul className="tabular-nums mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4" aria-label="Yearly revenue">
          {LICENCES.filter(({ id }) => isEnterprise(id) && id >= minimum).map(({ id, revenue }) => (
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
      <FindLicence
        minimum={minimum}
        text={isEnterprise(chosen) ? "Which range are you in?" : "Not sure which license fits?"}
        flow={isEnterprise(chosen) ? "enterprise" : "minimal"}
        licensee={licensee}
      />
    </nav>
  );
}
