import { ACCOUNT_CREDIT_USE } from "@backlot/domain/accounts/account-credit-texts";
import { planMark } from "@backlot/domain/plan-changes/plan-state";
import { paymentText } from "@backlot/domain/plan-changes/running-plan";
import { longDate } from "@backlot/domain/kernel/calendar";
import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { planText } from "@backlot/domain/plans/plan";
import type { SubscriptionView } from "@backlot/ports";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** A part of the subscription, with its actions. */
export function SubscriptionCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-border bg-card p-5 sm:p-6">
      <h2 id={id} className="mb-2 text-sm font-medium tracking-normal text-muted-foreground">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The account credit and its use. */
export function AccountCreditCard({ amount }: { amount: string }) {
  return (
    <SubscriptionCard title="Account credit">
      <p className="tabular-nums text-xl font-semibold">{amount}</p>
      <p className="mt-1 text-sm text-muted-foreground">{ACCOUNT_CREDIT_USE}</p>
    </SubscriptionCard>
  );
}

/** The plan with its price, the progress of its period, and its next payment. */
export function PlanPanel({
  subscription,
  appliedCredit,
  children,
}: {
  subscription: SubscriptionView;
  appliedCredit: Cents;
  children: ReactNode;
}) {
  const { plan_variant, period_elapsed, current_period_start, current_period_end } = subscription;
  const mark = planMark(subscription);
  const period = `${longDate(current_period_start)} to ${longDate(current_period_end)}`;
  return (
    <section aria-labelledby="plan" className="rounded-lg border border-border bg-card p-5 sm:p-6 md:row-span-2">
      <h2 id="plan" className="text-sm font-medium tracking-normal text-muted-foreground">
        Plan
      </h2>
      <p className="tabular-nums mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
        <span>{planText(plan_variant)}</span>
        {mark === null ? null : (
          <span className="rounded-sm border border-danger px-2 py-0.5 text-sm font-medium text-danger">{mark}</span>
        )}
      </p>
      <p className="tabular-nums mt-1 text-muted-foreground">
        {`${formatUsd(plan_variant.adjusted_price)} a ${plan_variant.interval}`}
      </p>
      <div className="mt-6" role="img" aria-label={`${period_elapsed}% of the billing period has passed: ${period}`}>
        <div className="h-2 overflow-hidden rounded-full bg-border">
          <div className="h-full rounded-full bg-ring" style={{ width: `${Math.max(2, period_elapsed)}%` }} />
        </div>
        <p className="tabular-nums mt-2 flex justify-between gap-4 text-sm text-muted-foreground">
          <span>{longDate(current_period_start)}</span>
          <span>{longDate(current_period_end)}</span>
        </p>
      </div>
      <dl className="mt-5 mb-6">
        <dt className="text-sm text-muted-foreground">Next payment</dt>
        <dd className="tabular-nums mt-0.5 mb-4 font-medium">{paymentText(subscription, appliedCredit)}</dd>
        <dt className="text-sm text-muted-foreground">License</dt>
        <dd className="mt-0.5 font-medium">
          <span>{licenseLabel(subscription.license.id)}</span>{" "}
          <Link className="link ml-2 text-sm font-normal" to={paths.licenses}>
            License details
          </Link>
        </dd>
      </dl>
      {children}
    </section>
  );
}
