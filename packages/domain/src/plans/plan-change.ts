/** The kind of a plan change. An upgrade takes effect now, a downgrade at the period end. */
export type ChangeKind = "no-change" | "upgrade" | "downgrade";
