import type { PlanVariant } from "@backlot/domain";
import { LOWEST_LICENSE } from "@backlot/domain/licensing/license";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Plan } from "../plans/plan-card.tsx";
import { PlanPrice } from "./plan-price.tsx";

function Few({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-3 grid grow content-start gap-1 text-sm text-muted-foreground">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The button to choose a plan under the displayed license. The checkout doesn't ask for the license again. */
function Choose({ variant, look = "secondary" }: { variant: PlanVariant; look?: "primary" | "secondary" }) {
  return (
    <ButtonLink
      to={paths.checkoutUnder(paths.checkout(variant.id), LOWEST_LICENSE)}
      variant={look}
      className="w-full"
    >{`Choose ${variant.plan.name}`}</ButtonLink>
  );
}

/** A plan and the benefits to list for it. */
type PlanPreview = PlanVariant & { readonly benefits: readonly string[] };

/** A summary of the plans, with their lowest yearly prices for an Individual license. */
export function PlanTeaser({
  free,
  essentials,
  credits,
  about,
  signedIn,
}: {
  /** The benefits of the free plan. */
  free: readonly string[];
  essentials: PlanPreview | null;
  credits: PlanPreview | null;
  /** A note about the license that prices are shown for. */
  about: string;
  signedIn: boolean;
}) {
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
              <p className="text-sm text-muted-foreground">No card needed</p>
            </>
          }
          choice={<Few lines={free} />}
          action={
            signedIn ? null : (
              <ButtonLink to={paths.signUp()} variant="secondary" className="w-full">
                Start free
              </ButtonLink>
            )
          }
        />
        {essentials === null ? null : (
          <Plan
            name={essentials.plan.name}
            about="The full Essentials catalog, in all resolutions."
            badge={essentials.plan.badge}
            price={<PlanPrice variant={essentials} />}
            choice={<Few lines={essentials.benefits} />}
            action={<Choose variant={essentials} />}
          />
        )}
        {credits === null ? null : (
          <Plan
            name={credits.plan.name}
            about="Everything in Essentials, plus credits for premium assets."
            marked
            badge={credits.plan.badge}
            price={<PlanPrice variant={credits} />}
            choice={<Few lines={credits.benefits} />}
            action={<Choose variant={credits} look="primary" />}
          />
        )}
      </div>
    </section>
  );
}
