import { CheckIcon } from "#ui/check-icon.tsx";
import type { PlanFeature } from "@backlot/domain/plans/plan-benefits";

function Value({ value }: { value: string | boolean }) {
  if (typeof value === "string") return value;
  return value ? (
    <>
      <CheckIcon className="size-4 text-success" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <span className="text-muted-foreground" aria-hidden="true">
        –
      </span>
      <span className="sr-only">Not included</span>
    </>
  );
}

/** A comparison of the plans, feature by feature. */
export function PlanTable({
  names,
  features,
}: {
  /** The plans' names, in the order of the features' values. Null for a plan that the store doesn't sell. */
  names: readonly (string | null)[];
  features: readonly PlanFeature[];
}) {
  const columns = names.flatMap((name, index) => (name === null ? [] : [{ name, index }]));
  return (
    <section aria-labelledby="compare" className="mt-14">
      <h2 id="compare" className="text-xl">
        Compare plans
      </h2>
      <table className="tabular-nums mt-3 w-full table-fixed text-left">
        <thead>
          <tr>
            <th scope="col" className="w-[31%] py-3 font-normal text-muted-foreground sm:w-2/5">
              <span className="sr-only">Feature</span>
            </th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="py-3 pr-2 text-sm font-semibold sm:text-base">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map(({ name, values }) => (
            <tr key={name} className="border-t border-border">
              <th scope="row" className="py-3 pr-3 text-sm font-normal text-muted-foreground sm:text-base">
                {name}
              </th>
              {columns.map(({ name: plan, index }) => (
                <td key={plan} className="py-3 pr-2 text-sm">
                  <Value value={values[index] ?? false} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
