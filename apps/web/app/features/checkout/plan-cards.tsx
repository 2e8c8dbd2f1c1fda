import type { PlanVariant } from "@backlot/domain";
import { creditsText } from "@backlot/domain/credits/credits";
import type { Cents } from "@backlot/domain/kernel/money";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import { planText } from "@backlot/domain/plans/plan";
import type { planAction } from "@backlot/domain/checkout/plan-choice";
import { Link, useLocation } from "react-router";
import { useChangePlanOpener } from "./dialog-request.ts";
import { paths } from "#app/paths.ts";
import { Plan } from "#features/plans/plan-card.tsx";
import { PlanPrice, usePlanPrice } from "#features/pricing/plan-price.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { CheckIcon } from "#ui/check-icon.tsx";

/** A plan's benefits, and the benefits it lacks. */
export function Benefits({ lines, absent = [] }: { lines: readonly string[]; absent?: readonly string[] }) {
  return (
    <ul className="mt-5 grid gap-2 text-sm">
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <CheckIcon className="mt-1 size-3.5 shrink-0 text-success" />
          <span>{line}</span>
        </li>
      ))}
      {absent.map((line) => (
        <li key={line} className="flex gap-2.5 text-muted-foreground">
          <span className="mt-2.5 h-px w-3.5 shrink-0 bg-input" aria-hidden="true" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

/** The label on the viewer's current plan, in place of a button. */
export function CurrentPlan() {
  return (
    <p className="flex min-h-11 items-center gap-2 font-semibold text-success">
      <CheckIcon className="size-4 shrink-0" />
      <span>Your current plan</span>
    </p>
  );
}

/** A plan variant under the chosen license, and the viewer's action on it. */
type ShownPlan = PlanVariant & {
  readonly action: ReturnType<typeof planAction>;
  /** The yearly plan's savings per year, in cents. */
  readonly saving: Cents;
  readonly benefits: readonly string[];
  /** A text about what the plan's credits buy, or null. */
  readonly buys: string | null;
};

/** The button to choose a plan, or a label on the viewer's current plan. */
export function Choose({
  variant,
  license,
  prominence,
}: {
  variant: ShownPlan;
  license: LicenseId;
  prominence: "primary" | "secondary";
}) {
  const { action } = variant;
  const { pathname } = useLocation();
  const chosen = { variant: variant.id, license };
  const onChange = useChangePlanOpener(chosen);
  if (action === "none") return null;
  // Only the plain pricing page shows a license that the visitor hasn't chosen.
  const checkout =
    pathname === paths.pricing
      ? paths.checkout(variant.id, license)
      : paths.checkoutUnder(paths.checkout(variant.id), license);
  return action === "current" ? (
    <CurrentPlan />
  ) : (
    <ButtonLink
      to={action === "choose" ? checkout : paths.changePlan(chosen)}
      variant={prominence}
      className="w-full"
      {...(action === "choose" ? {} : { onClick: onChange })}
    >
      {action === "choose" ? `Choose ${variant.plan.name}` : `Change to ${planText(variant)}`}
    </ButtonLink>
  );
}

function PricePerCredit({ variant }: { variant: ShownPlan }) {
  const { perCredit } = usePlanPrice(variant);
  return perCredit === null ? null : (
    <p className="tabular-nums mt-3 text-sm text-muted-foreground">
      {[`${perCredit} per credit`, ...(variant.buys === null ? [] : [variant.buys])].join(" · ")}
    </p>
  );
}

/** The card for plans with credits, with a choice of credits per period. */
export function CreditPlan({
  variants,
  chosenId,
  highest,
  license,
  marked,
}: {
  variants: readonly ShownPlan[];
  chosenId: number | null;
  highest: string | null;
  license: LicenseId;
  marked: boolean;
}) {
  const { pathname, search } = useLocation();
  const chosen = variants.find(({ id }) => id === chosenId) ?? variants[0];
  if (chosen === undefined) return null;
  const toVariant = (id: number): string => {
    const query = new URLSearchParams(search);
    query.set("variant", String(id));
    return `${pathname}?${query}`;
  };
  return (
    <Plan
      name={chosen.plan.name}
      about="Everything in Essentials, plus credits for premium assets."
      marked={marked}
      badge={chosen.plan.badge}
      price={<PlanPrice variant={chosen} saving={chosen.saving} />}
      choice={
        <>
          <nav className="mt-4" aria-label={`${chosen.plan.name} credits`}>
            <p className="mb-2 text-sm text-muted-foreground">
              {chosen.interval === "year" ? "Get all credits upfront" : "Credits each month"}
            </p>
            <ul className="grid grid-cols-2 gap-2">
              {variants.map((variant) => (
                <li key={variant.id}>
                  <Link
                    to={toVariant(variant.id)}
                    preventScrollReset
                    replace
                    aria-current={variant.id === chosen.id ? "true" : undefined}
                    className={`tabular-nums flex min-h-11 flex-wrap items-center justify-center gap-x-2
                      rounded-md border px-2 text-center text-sm
                      ${
                        variant.id === chosen.id
                          ? "border-ring font-semibold"
                          : "border-border text-muted-foreground hover:border-input hover:text-foreground"
                      }`}
                  >
                    <span className="whitespace-nowrap">{creditsText(variant.recurring_credits)}</span>
                    {variant.action === "current" ? <span className="text-muted-foreground">Current</span> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <PricePerCredit variant={chosen} />
        </>
      }
      action={
        <>
          <Choose variant={chosen} license={license} prominence="primary" />
          {highest === null ? null : <p className="mt-3 text-sm text-muted-foreground">{highest}</p>}
        </>
      }
    >
      <Benefits lines={chosen.benefits} />
    </Plan>
  );
}
