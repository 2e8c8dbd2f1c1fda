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
    <ul className="mt-3 grid grow content-start gap-1 text-sm text-muted-foreground">
      {lines.slice(0, NAMED).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The button to choose a plan under the license whose prices are shown. The checkout doesn't ask for it again. */
function Choose({ variant, look = "secondary" }: { variant: PlanVariant; look?: "primary" | "secondary" }) {
  return (
    <ButtonLink
      to={paths.checkoutUnder(paths.checkout(variant.id), LOWEST_LICENSE)}
      variant={look}
      className="w-full"
    >{`Choose ${variant.plan.name}`}</ButtonLink>
  );
}

/** The plans in short, with their lowest yearly prices for an Individual license. */
export function PlanTeaser({
  plans,
  about,
  signedIn,
}: {
  plans: readonly PlanVariant[];
  /** Whose prices are shown. */
  about: string;
  signedIn: boolean;
}) {
  const essentials = plans.find(isEssentials);
  const credits = plans.find((variant) => !isEssentials(variant));
  return (
    <section className="container-wide pt-14" aria-labelledby="plans">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="plans" className="text-xl">
            Pick a plan
          </h2>
          <p className="mt-1 text-muted-foreground">{about}</p>
        </div>
        <ButtonLink to={paths.pricing} variant="secondary">
          Compare plans
        </ButtonLink>
      </div>
      <div className="grid gap-3 lg:grid-cols-3 lg:grid-rows-[repeat(4,auto)_1fr] lg:gap-y-0">
        <Plan
          name="Free"
          about="Try the free library."
          price={
            <>
              <p className="text-2xl font-semibold tracking-tight">Free forever</p>
              <p className="text-sm text-muted-foreground">no card needed</p>
            </>
          }
          choice={<Few lines={FREE_PLAN_BENEFITS} />}
          action={
            signedIn ? null : (
              <ButtonLink to={paths.signUp()} variant="secondary" className="w-full">
                Start free
              </ButtonLink>
            )
          }
        />
        {essentials === undefined ? null : (
          <Plan
            name={essentials.plan.name}
            about="The full Essentials catalog, in all resolutions."
            price={<PlanPrice variant={essentials} />}
            choice={<Few lines={planBenefits(essentials, LOWEST_LICENSE)} />}
            action={<Choose variant={essentials} />}
          />
        )}
        {credits === undefined ? null : (
          <Plan
            name={credits.plan.name}
            about="Everything in Essentials, plus credits for premium assets."
            marked
            price={<PlanPrice variant={credits} />}
            choice={<Few lines={planBenefits(credits, LOWEST_LICENSE)} />}
            action={<Choose variant={credits} look="primary" />}
          />
        )}
      </div>
    </section>
  );
}
