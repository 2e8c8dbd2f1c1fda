/** Returns the median. */
export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [above = 0, below = 0] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? above : (above + below) / 2;
};

/** The measurements of the store and of its limit, one per round, and the goal for their ratio. */
export interface Measured {
  readonly row: string;
  readonly unit: "/s" | "MB" | "ms";
  readonly limit: readonly number[];
  readonly ours: readonly number[];
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | null;
}

/** A row of the table: medians of both sides, the median ratio of the rounds, and its lowest and highest values. */
interface Figures {
  readonly limit: number;
  readonly ours: number;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly met: boolean | null;
}

/**
 * Summarizes a measurement. The two sides of a round run back to back, so a busy machine distorts their ratio the
 * least.
 */
export const figuresOf = ({ limit, ours, goal }: Measured): Figures => {
  const ratios = ours.map((figure, round) => figure / (limit[round] ?? Number.NaN));
  const ratio = median(ratios);
  return {
    limit: median(limit),
    ours: median(ours),
    ratio,
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    met: goal === null ? null : "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost,
  };
};
