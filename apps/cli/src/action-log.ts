import { type SupportAction, supportActionText, utcDay } from "@backlot/domain";

/** The columns of what support did. */
export const ACTION_HEAD = ["At", "By", "What", "Why"] as const;

/** What support did once, as a row of those columns. (CLI-02) */
export const actionRow = (action: SupportAction): readonly string[] => [
  utcDay(action.at),
  // The others are who they said they were.
  action.proven ? `${action.actor} (own key)` : action.actor,
  supportActionText(action),
  action.reason,
];
