import type { planComparison } from "@backlot/domain/checkout/plan-comparison";

/** A table that compares the current plan with the plan after a change. Differences are bold. */
export function NowAndThen({ from, facts }: ReturnType<typeof planComparison>) {
  return (
    <table className="tabular-nums w-full border-b border-border text-left text-sm">
      <thead className="text-muted-foreground">
        <tr>
          <td />
          <th scope="col" className="pb-2 font-normal">
            Now
          </th>
          <th scope="col" className="pb-2 font-normal">
            {from}
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, now, next }) => (
          <tr key={name} className="border-t border-border align-baseline">
            <th scope="row" className="py-2 pr-3 font-normal text-muted-foreground">
              {name}
            </th>
            <td className="py-2 pr-3">{now}</td>
            <td className={`py-2 ${now === next ? "" : "font-semibold"}`}>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
