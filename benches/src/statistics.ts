/** The middle of some figures. */
export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [above = 0, below = 0] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? above : (above + below) / 2;
};

/** What was measured of something and of its limit, round by round, and the goal that their ratio is held against. */
export interface Measured {
  readonly row: string;
  readonly unit: "/s" | "MB" | "ms";
  readonly limit: readonly number[];
  readonly ours: readonly number[];
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | null;
}

/** A row of the table: medians, the ratio of the medians' rounds, and how far the rounds lie apart. */
export interface Figures {
  readonly limit: number;
  readonly ours: number;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly met: boolean | null;
}

/** Each round is a pair, measured one after the other: their ratio is what a busy machine disturbs least. */
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
