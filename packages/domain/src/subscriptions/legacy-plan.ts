/** The kinds of plans that the shop before sold: one counts in credits, the other is of a tier called Plus. */
export type LegacyKind = "credit-based" | "plus";

/** Whether a plan is of the legacy kind that counts in credits. (CRD-07, CRD-08) */
export const isCreditBased = (kind: LegacyKind | null): boolean => kind === "credit-based";

/** What an answer says of a plan of the shop before. */
export interface LegacyFlags {
  readonly is_avfx_plus: boolean;
  readonly is_credit_based_legacy: boolean;
}

/** Whether a plan is of either legacy kind. (PLN-07, SHL-02) */
export const isLegacyPlan = (flags: LegacyFlags): boolean => flags.is_avfx_plus || flags.is_credit_based_legacy;
