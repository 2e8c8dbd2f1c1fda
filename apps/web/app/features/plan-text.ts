import { creditsText } from "@backlot/domain/credits/credits";
import type { PlanVariant } from "@backlot/domain";

/** "Pro · 50 credits · monthly". */
export const planText = ({
  plan,
  recurring_credits,
  interval,
}: Pick<PlanVariant, "plan" | "recurring_credits" | "interval">): string =>
  [
    plan.name,
    ...(recurring_credits > 0 ? [creditsText(recurring_credits)] : []),
    interval === "year" ? "yearly" : "monthly",
  ].join(" · ");
