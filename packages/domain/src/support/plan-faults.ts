import { type Instant, epochMs, utcDay } from "../kernel/calendar.ts";
import { type FundingEntry, accountCreditChange } from "../funding/funding.ts";
import { type Cents, cents, formatUsd } from "../kernel/money.ts";
import type { Payer } from "../pricing/payer.ts";
import { type LicenseId, isBelowMinimum, licenseLabel } from "../licensing/license.ts";
import { type ProviderBilling, billingCorrection } from "../subscriptions/billing-correction.ts";
import { type Subscription, graceEnds, hasEnded, upcomingAmount } from "../subscriptions/subscription.ts";
import type { Fault } from "./fault.ts";

/** The maximum delay of the provider and the store's jobs, in milliseconds: a day. */
export const LATE_AFTER_MS = 86_400_000;

/** Returns whether something that was due at a time should have happened by now. */
export const isLate = (due: Instant, at: Instant): boolean => epochMs(due) + LATE_AFTER_MS < epochMs(at);

/** Returns the faults in a plan that has not ended: its license is below the minimum, or its paid period is over. */
export const planFaults = (subscription: Subscription, minimum: LicenseId, at: Instant): readonly Fault[] => {
  const about = subscription.id;
  const { license_id } = subscription.terms;
  const due = graceEnds(subscription) ?? subscription.period.end;
  return [
    ...(isBelowMinimum(license_id, minimum)
      ? [
          {
            code: "license_below_minimum" as const,
            about,
            says: `The plan's license is ${licenseLabel(license_id)}, but the minimum is ${licenseLabel(minimum)}.`,
          },
        ]
      : []),
    ...(isLate(due, at)
      ? [
          {
            code: "plan_past_its_period" as const,
            about,
            says: `The plan neither renewed nor ended when its paid period ended on ${utcDay(due)}.`,
          },
        ]
      : []),
  ];
};

/**
 * Returns the fault if our ledger's account credit differs from the card provider's (`held`, in cents). Call it only
 * for accounts whose changes to the credit have all reached the provider.
 */
export const accountCreditFaults = (funding: readonly FundingEntry[], held: Cents): readonly Fault[] => {
  const accountCredit = cents(accountCreditChange(funding));
  if (accountCredit === held) return [];
  const says = `The account credit is ${formatUsd(accountCredit)}, but the card provider has ${formatUsd(held)}.`;
  return [{ code: "account_credit_differs", about: "account credit", says }];
};

/**
 * Returns the faults in a provider's upcoming billing of a plan. `billing` is null if the provider doesn't know the
 * plan, and "no-keys" if the store has no keys for the provider.
 */
export const billingFaults = (
  subscription: Subscription,
  billing: ProviderBilling | "no-keys" | null,
  payer: Pick<Payer, "asks">,
): readonly Fault[] => {
  const about = subscription.id;
  const unknown = (why: string): readonly Fault[] => [
    { code: "plan_unknown_to_provider", about, says: `The store has this plan, but ${why}.` },
  ];
  if (billing === "no-keys") return unknown("the store has no keys for its provider");
  if (billing === null) return unknown("its provider doesn't have it");
  if (billing.status === "ended" && !hasEnded(subscription)) return unknown("its provider has ended it");
  if (billingCorrection(subscription, billing, payer) === null) return [];
  const says =
    billing.next_invoice_amount === null
      ? "The next renewal at the provider doesn't match what the customer was told."
      : `The provider bills ${formatUsd(billing.next_invoice_amount)} next, but the customer was told ` +
        `${formatUsd(upcomingAmount(subscription))}.`;
  return [{ code: "renewal_differs", about, says }];
};
