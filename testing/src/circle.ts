/**
 * The tests of this run. `first` is `npm test`: every rule, use case, operation, and screen. `proofs` are the other
 * tests of `npm run test:all`: the machinery around the store, and all scenarios on the embedded database. `full` is
 * `npm run prove`: everything at full scale.
 */
type Circle = "first" | "proofs" | "full";

/** Returns the circle in an environment: the first one unless the runner asks for another. */
export const circleOf = ({ TEST_CIRCLE }: { readonly TEST_CIRCLE?: string | undefined }): Circle =>
  TEST_CIRCLE === "proofs" || TEST_CIRCLE === "full" ? TEST_CIRCLE : "first";

/** The circle of this run. */
export const CIRCLE: Circle = circleOf(process.env);
