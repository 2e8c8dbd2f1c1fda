import { creditsText } from "@backlot/domain/credits/credits";
import { formatUsd } from "@backlot/domain/kernel/money";
import { type LicenseId, licenseLabel } from "@backlot/domain/licensing/license";
import type { PlanVariant } from "@backlot/domain";
import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#ui/alert.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { StepButtons } from "../licensing/questionnaire-steps.tsx";

/** The fields of a plan that the step compares. */
export type ComparedVariant = Pick<PlanVariant, "plan" | "recurring_credits" | "interval" | "adjusted_price">;

/**
 * Returns the plan under another license that is closest to the current plan: a plan with the same number of credits,
 * otherwise the interval's first plan. Returns null until it has loaded, or if it can't be loaded.
 */
const useLikePlan = (running: ComparedVariant | null, license: LicenseId): ComparedVariant | null => {
  const [like, setLike] = useState<ComparedVariant | null>(null);
  useEffect(() => {
    if (running === null) return;
    let isGone = false;
    callApi("GET /api/plan_variants", { query: { license_id: license } }).then((answer) => {
      const sold = answer.ok ? answer.value.filter(({ interval }) => interval === running.interval) : [];
      const same = sold.find(({ recurring_credits }) => recurring_credits === running.recurring_credits);
      if (!isGone) setLike(same ?? sold[0] ?? null);
    });
    return () => {
      isGone = true;
    };
  }, [running, license]);
  return like;
};

function Compared({
  title,
  license,
  plan,
  isMarked = false,
}: {
  title: string;
  license: LicenseId;
  plan: ComparedVariant | null;
  isMarked?: boolean;
}) {
  return (
    <div className={`rounded-md border p-4 ${isMarked ? "border-ring" : "border-border"}`}>
      <dt className="text-sm text-muted-foreground">{title}</dt>
      <dd className="mt-1 text-lg font-semibold">{licenseLabel(license)}</dd>
      {plan === null ? null : (
        <dd className="tabular-nums mt-1 grid text-sm text-muted-foreground">
          <span>{plan.plan.name}</span>
          {plan.recurring_credits === 0 ? null : (
            <span>{`${creditsText(plan.recurring_credits)} a ${plan.interval}`}</span>
          )}
          <span>{`${formatUsd(plan.adjusted_price)} a ${plan.interval}`}</span>
        </dd>
      )}
    </div>
  );
}

/** The step that compares the current plan with the closest plan under the suggested license. */
export function LicenseErrorStep({
  current,
  suggested,
  plan,
  button,
  onBack,
}: {
  current: LicenseId;
  suggested: LicenseId;
  /** The current plan, or null without one. */
  plan: ComparedVariant | null;
  button: ReactNode;
  onBack: () => void;
}) {
  const like = useLikePlan(plan, suggested);
  return (
    <div>
      <Alert variant="notice">Your answers don't match your current license.</Alert>
      <dl className="mt-5 grid gap-3 sm:grid-cols-2">
        <Compared title="Current plan" license={current} plan={plan} />
        <Compared title="Suggested plan" license={suggested} plan={like} isMarked />
      </dl>
      <StepButtons onBack={onBack}>
        <ButtonLink to={paths.pricingFor(suggested, plan?.interval)}>{button}</ButtonLink>
      </StepButtons>
    </div>
  );
}
