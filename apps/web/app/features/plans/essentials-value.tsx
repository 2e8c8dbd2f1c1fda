import { formatUsd, formatWholeUsd } from "@backlot/domain/kernel/money";
import type { TierWorth } from "@backlot/domain/licensing/savings";

/** The value of each Essentials tier's items on a plan, and the savings per item under the license. */
export function EssentialsValue({ saved, tiers }: { saved: string; tiers: readonly TierWorth[] }) {
  return (
    <section aria-labelledby="essentials-value" className="max-w-2xl">
      <h2 id="essentials-value" className="text-xl">
        What you save with Essentials
      </h2>
      <p className="tabular-nums mt-1 text-muted-foreground">{saved}</p>
      <dl className="mt-4 grid gap-3 sm:grid-cols-3">
        {tiers.map(({ tier, amount, per, basis }) => (
          <div key={tier} className="rounded-md border border-border p-4">
            <dt className="text-sm">{`+${tier}`}</dt>
            <dd className="tabular-nums mt-1 text-lg font-semibold">
              {amount % 100 === 0 ? formatWholeUsd(amount) : formatUsd(amount)}
            </dd>
            <dd className="text-sm text-muted-foreground">{per}</dd>
            <dd className="tabular-nums mt-2 text-sm text-muted-foreground">{basis}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
