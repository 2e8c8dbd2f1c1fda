import { freePlanBenefits, freePlanLimits } from "@backlot/domain/plans/plan-benefits";
import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { usePrices } from "#app/hooks/use-store.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/subscribed-to-free-plan";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { first_name, subscription } = await requireUser(context, url);
  const { data } = await loadOrThrow(getPage(context).store.settings.claims(), url);
  return { first_name, onFreePlan: subscription === null, limits: freePlanLimits(data.essentials) };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("You're on the Free plan", matches) },
  { name: "robots", content: "noindex" },
];

/** The page after a free sign-up on the pricing page: the plan's benefits and the next step. */
export default function SubscribedToFreePlan({ loaderData: { first_name, onFreePlan, limits } }: Route.ComponentProps) {
  const benefits = freePlanBenefits(usePrices().daily_downloads);
  return (
    <div className="container-page pt-12">
      <div className="max-w-2xl">
        <h1 className="text-2xl">{`Welcome, ${first_name}`}</h1>
        <p className="measure mt-2 text-muted-foreground">
          {onFreePlan ? "You're on the Free plan. It's free forever." : "You already have a plan."}
        </p>
        {onFreePlan ? (
          <ul className="mt-6 grid gap-2 rounded-lg border border-border bg-card p-5">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-3">
                <span aria-hidden="true" className="text-mark">
                  ✓
                </span>
                <span>{benefit}</span>
              </li>
            ))}
            {limits.map((limit) => (
              <li key={limit} className="flex gap-3 text-muted-foreground">
                <span aria-hidden="true">–</span>
                <span>{limit}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={onFreePlan ? paths.freeItems : paths.library(1)}>
            {onFreePlan ? "Browse free items" : "Browse 2D Elements"}
          </ButtonLink>
          <ButtonLink to={onFreePlan ? paths.pricing : paths.subscription} variant="secondary">
            {onFreePlan ? "See plans" : "Your subscription"}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
