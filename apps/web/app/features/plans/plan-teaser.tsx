import type { PlanVariant } from "@backlot/domain";
import { FREE_PLAN_BENEFITS, isEssentials, planBenefits } from "@backlot/domain/plans/plan";
import { LOWEST_LICENSE } from "@backlot/domain/licensing/license";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Plan } from "./plan-card.tsx";
import { PlanPrice } from "./plan-price.tsx";

/** How many benefits of each plan to name. The pricing page names all. */
const NAMED = 3;

function Few({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-3 grid gap-1 text-sm text-muted-foreground">
      {lines.slice(0, NAMED).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The plans in short, with their lowest yearly prices for an Individual license. */
export function PlanTeaser({ plans }: { plans: readonly PlanVariant[] }) {
  const essentials = plans.find(isEssentials);
  const credits = plans.find((variant) => !isEssentials(variant));
  return (
    <section className="container-wide pt-14" aria-labelledby="plans">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="plans" className="text-xl">
          One plan, all resolutions
        </h2>
        <ButtonLink to={paths.pricing} variant="secondary">
          Compare plans
        </ButtonLink>
      </div>
      <div className="grid gap-3 lg:grid-cols-3">
        <Plan name="Free" about="Try the free library.">
          <p className="text-2xl font-semibold tracking-tight">Free forever</p>
          <p className="min-h-6 text-sm text-muted-foreground">no card needed</p>
          <Few lines={FREE_PLAN_BENEFITS} />
        </Plan>
        {essentials === undefined ? null : (
          <Plan name={essentials.plan.name} about="The full Essentials catalog, in all resolutions.">
            <PlanPrice variant={essentials} />
            <Few lines={planBenefits(essentials, LOWEST_LICENSE)} />
          </Plan>
        )}
        {credits === undefined ? null : (
          <Plan name={credits.plan.name} about="Everything in Essentials, plus credits for premium assets." marked>
            <PlanPrice variant={credits} />
            <Few lines={planBenefits(credits, LOWEST_LICENSE)} />
          </Plan>
        )}
      </div>
    </section>
  );
}
