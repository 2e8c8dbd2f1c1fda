import { type SupportAction, supportActionText, utcDay } from "@backlot/domain";

/** The columns of what support did. */
export const ACTION_HEAD = ["At", "By", "Key", "What", "Why"] as const;

/** What support did once, as a row of those columns. (CLI-02) */
export const actionRow = (action: SupportAction): readonly string[] => [
  utcDay(action.at),
  action.actor,
  // By the shared one they are who they said.
  action.proven ? "own" : "shared",
  supportActionText(action),
  action.reason,
];
