import { creditsText, formatUsd, intervalText, perMonth, type PlanVariant } from "@backlot/domain";
import { Box, Text, renderToString } from "ink";

function Column({ title, cells, right = false }: { title: string; cells: readonly string[]; right?: boolean }) {
  return (
    <Box flexDirection="column" flexShrink={0} alignItems={right ? "flex-end" : "flex-start"} marginRight={2}>
      <Text bold>{title}</Text>
      {cells.map((cell, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are drawn once and never move
        <Text key={row}>{cell}</Text>
      ))}
    </Box>
  );
}

/** Returns the price list as a table for a terminal. */
export const plansTable = (plans: readonly PlanVariant[], columns: number): string =>
  renderToString(
    <Box>
      <Column title="ID" cells={plans.map((plan) => String(plan.id))} right />
      <Column title="Plan" cells={plans.map((plan) => plan.plan.name)} />
      <Column title="Billed" cells={plans.map((plan) => intervalText(plan.interval))} />
      <Column title="Credits" cells={plans.map((plan) => creditsText(plan.recurring_credits))} right />
      <Column title="Price" cells={plans.map((plan) => formatUsd(plan.adjusted_price))} right />
      <Column
        title="Per month"
        cells={plans.map((plan) => formatUsd(perMonth(plan.adjusted_price, plan.interval)))}
        right
      />
    </Box>,
    { columns },
  );
