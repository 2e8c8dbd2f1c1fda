import { NO_TEAM_CREDITS_TEXT } from "@backlot/domain/accounts/team-messages";
import type { CreditOffer } from "@backlot/domain/credits/credit-pack";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";

/** What brings the credits that an item lacks, in the order in which it is offered. (CRD-06) */
export function CreditWays({ ways, slug }: { ways: readonly CreditOffer[]; slug: string }) {
  if (ways.length === 0) return <p className="mt-2 text-muted-foreground">{NO_TEAM_CREDITS_TEXT}</p>;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {ways.map((way, place) => (
        <ButtonLink
          key={way}
          to={way === "plan" ? paths.pricing : paths.creditsFor(slug)}
          variant={place === 0 ? "primary" : "secondary"}
          className="grow"
        >
          {way === "plan" ? "See plans" : "Buy credits"}
        </ButtonLink>
      ))}
    </div>
  );
}
