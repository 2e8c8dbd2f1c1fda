import { creditsText } from "@backlot/domain/credits/credits";
import type { Interval } from "@backlot/domain/kernel/calendar";
import { formatUsd } from "@backlot/domain/kernel/money";
import { type LicenseId, licenseLabel } from "@backlot/domain/licensing/license";
import { SUBSCRIPTION_MESSAGES } from "@backlot/domain/subscriptions/subscription-messages";
import type { PlanVariant } from "@backlot/domain";
import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { asksForNewTab } from "#app/browser/new-tab.ts";
import { paths } from "#app/paths.ts";
import { DisputeNotice } from "#features/disputes/dispute-notice.tsx";
import { Alert } from "#ui/alert.tsx";
import { UpdateLicenseBlock } from "../accounts/update-license.tsx";
import { NeedsScripts } from "./needs-scripts.tsx";
import { NowAndThen } from "./now-and-then.tsx";
import { PAYMENT_GRID } from "./payment-grid.ts";
import type { PaymentEvents } from "./payment.tsx";
import type { PaymentStep } from "./payment-step.ts";

const Payment = lazyPart(() => import("./payment.tsx"));

const INTERVAL_NAMES: Readonly<Record<Interval, string>> = { month: "Monthly", year: "Yearly" };

/** The plans that a subscriber can change to, and the payment for the chosen change. */
export interface OfferedChange {
  readonly license: LicenseId;
  /** Whether `license` differs from the current plan's. */
  readonly isOtherLicense: boolean;
  readonly interval: Interval;
  /** The intervals that plans are sold for. */
  readonly intervals: readonly Interval[];
  /** The plans of the interval under the license, Essentials first. */
  readonly plans: readonly { readonly variant: PlanVariant; readonly isCurrent: boolean }[];
  readonly chosen: number | null;
  /** Why nothing is preselected, or why the chosen plan can't be bought. Null if a payment is possible. */
  readonly note: string | null;
  readonly payment: PaymentStep | null;
  /** The support email address while one of the user's payments is disputed, or null. */
  readonly disputedContact: string | null;
}

/** Opens one of the dialog's links inside the dialog. Without this function, links open the page. */
export type Follow = (address: string) => void;

function Choice({
  to,
  isChosen,
  onFollow,
  className,
  children,
}: {
  to: string;
  isChosen: boolean;
  onFollow: Follow | undefined;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      replace
      aria-current={isChosen ? "true" : undefined}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        if (onFollow === undefined || asksForNewTab(event)) return;
        event.preventDefault();
        onFollow(to);
      }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** The choice of the billing interval and of the credits per period. */
function Choices({ offered, onFollow }: { offered: OfferedChange; onFollow: Follow | undefined }) {
  const { interval, intervals, license, isOtherLicense, plans, chosen } = offered;
  const under = isOtherLicense ? { license } : {};
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {intervals.length < 2 ? null : (
          <nav aria-label="Billing" className="inline-flex flex-wrap rounded-md border border-border p-1">
            {intervals.map((each) => (
              <Choice
                key={each}
                to={paths.changePlan({ interval: each, ...under })}
                isChosen={each === interval}
                onFollow={onFollow}
                className="inline-flex min-h-11 items-center rounded-sm px-5 text-muted-foreground hover:text-foreground
                  aria-[current]:bg-card aria-[current]:font-semibold aria-[current]:text-foreground"
              >
                {INTERVAL_NAMES[each]}
              </Choice>
            ))}
          </nav>
        )}
        {interval === "year" ? (
          <p className="rounded-full bg-success-ground px-3 py-1 text-sm text-success">
            {SUBSCRIPTION_MESSAGES.all_credits_upfront}
          </p>
        ) : null}
      </div>
      {isOtherLicense ? (
        <p className="mt-3 text-sm text-muted-foreground">{`Prices shown for the ${licenseLabel(license)} license.`}</p>
      ) : null}
      <nav aria-label="Credits" className="mt-4">
        <ul className="grid gap-2 @xl:grid-cols-3">
          {plans.map(({ variant, isCurrent }) => (
            <li key={variant.id}>
              <Choice
                to={paths.changePlan({ variant: variant.id, ...under })}
                isChosen={variant.id === chosen}
                onFollow={onFollow}
                className="tabular-nums flex h-full min-h-16 flex-col justify-center rounded-md border border-border
                  px-4 py-2 hover:border-input aria-[current]:border-ring aria-[current]:bg-card"
              >
                <span className="flex flex-wrap justify-between gap-x-2">
                  <span className="font-semibold">
                    {variant.recurring_credits === 0 ? variant.plan.name : creditsText(variant.recurring_credits)}
                  </span>{" "}
                  {isCurrent ? <span className="text-sm text-muted-foreground">Current</span> : null}
                </span>
                <span className="text-sm text-muted-foreground">
                  {`${formatUsd(variant.adjusted_price)} a ${interval}`}
                </span>
              </Choice>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The choices of a plan change, and the payment for the chosen one. */
export function ChangePlan({
  offered,
  isLoading,
  onFollow,
  onBank,
  onPaying,
  onSettled,
}: {
  offered: OfferedChange;
  /** Whether another choice is loading. */
  isLoading: boolean;
  onFollow?: Follow;
} & PaymentEvents) {
  const { note, disputedContact } = offered;
  const { payment } = offered;
  const compared = payment?.change?.compared ?? null;
  const [isPaying, setPaying] = useState(false);
  // A refused change reloads the offers. Then there may be nothing left to pay, and no form to show the reason.
  const [problem, setProblem] = useState<string | null>(null);
  if (disputedContact !== null) {
    return (
      <div className="max-w-2xl">
        <DisputeNotice supportEmail={disputedContact} />
      </div>
    );
  }
  return (
    <div aria-busy={isLoading} className={isLoading ? "opacity-60" : ""}>
      <div className="@container">
        <div className={PAYMENT_GRID}>
          <div className="grid gap-8">
            {/* The choices can't be changed during a payment. */}
            <div inert={isPaying}>
              <Choices offered={offered} onFollow={onFollow} />
            </div>
            {compared === null ? null : <NowAndThen {...compared} />}
          </div>
          {note === null ? null : (
            <div>
              {problem === null ? null : (
                <div className="mb-4">
                  <Alert variant="error">{problem}</Alert>
                </div>
              )}
              <Alert variant="notice">{note}</Alert>
              <UpdateLicenseBlock />
            </div>
          )}
          {payment === null ? null : (
            <Suspense
              fallback={<div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />}
            >
              <Payment
                isEmbedded
                isStale={isLoading}
                model={payment}
                {...(onBank === undefined ? {} : { onBank })}
                onPaying={() => {
                  setPaying(true);
                  setProblem(null);
                  onPaying?.();
                }}
                onSettled={(failed) => {
                  setPaying(false);
                  setProblem(failed);
                  onSettled?.(failed);
                }}
              />
            </Suspense>
          )}
          {payment === null ? null : <NeedsScripts />}
        </div>
      </div>
    </div>
  );
}
