import type { Interval } from "@backlot/domain/kernel/calendar";
import { formatUsd, formatWholeUsd } from "@backlot/domain/kernel/money";
import { type LicenseId, licenseLabel } from "@backlot/domain/licensing/license";
import { BADGE_VALUES, SAVINGS_PER_UNIT } from "@backlot/domain/licensing/savings";

const TIERS = ["silver", "gold", "elite"] as const;

/** What the items of each Essentials tier are worth on a plan, and what each item saves under the license. */
export function EssentialsValue({ interval, license }: { interval: Interval; license: LicenseId }) {
  const saved = SAVINGS_PER_UNIT.find(({ license_id }) => license_id === license)?.savings ?? null;
  return (
    <section aria-labelledby="essentials-value" className="max-w-2xl">
      <h2 id="essentials-value" className="text-xl">
        What Essentials are worth
      </h2>
      {saved === null ? null : (
        <p className="tabular-nums mt-1 text-muted-foreground">
          {`Every paid plan includes them. Each item you download saves you ${formatUsd(saved)} with the ` +
            `${licenseLabel(license)} license.`}
        </p>
      )}
      <dl className="mt-4 grid gap-3 sm:grid-cols-3">
        {TIERS.map((tier) => (
          <div key={tier} className="rounded-md border border-border p-4">
            <dt className="text-sm">{`+${tier}`}</dt>
            <dd className="tabular-nums mt-1 text-lg font-semibold">{formatWholeUsd(BADGE_VALUES[tier][interval])}</dd>
            <dd className="text-sm text-muted-foreground">{`a ${interval}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
