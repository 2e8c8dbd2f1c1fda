/** The kinds of plans that the previous store sold: credit-based, and a tier called Plus. */
export type LegacyKind = "credit-based" | "plus";

/** Returns whether a plan is a credit-based legacy plan. Null means that it is not a legacy plan. */
export const isCreditBased = (kind: LegacyKind | null): boolean => kind === "credit-based";

/** The legacy flags of a plan in an API response. `is_avfx_plus` marks a Plus plan. */
export interface LegacyFlags {
  readonly is_avfx_plus: boolean;
  readonly is_credit_based_legacy: boolean;
}

/** Returns whether a plan is a legacy plan of either kind. */
export const isLegacyPlan = (flags: LegacyFlags): boolean => flags.is_avfx_plus || flags.is_credit_based_legacy;
