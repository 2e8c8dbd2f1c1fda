/** When staff settled a refused refund another way, such as by bank transfer. It is never tried again. */
export const settledRefunds: readonly string[] = ["alter table refunds add column settled_at timestamptz"];
