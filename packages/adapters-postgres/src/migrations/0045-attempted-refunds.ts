/** The amount that a provider was first asked to refund. A repeated request must name the same one. In cents. */
export const attemptedRefunds: readonly string[] = ["alter table refunds add column attempted integer"];
