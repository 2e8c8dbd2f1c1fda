import { type SupportAction, supportActionText, utcDay } from "@backlot/domain";

/** The columns of the support action log. */
export const ACTION_HEAD = ["At", "By", "Key", "What", "Why"] as const;

/** Returns a support action as a row of ACTION_HEAD. */
export const actionRow = (action: SupportAction): readonly string[] => [
  utcDay(action.at),
  action.actor,
  // With the shared key, the name is only what the caller claimed.
  action.proven ? "own" : "shared",
  supportActionText(action),
  action.reason,
];
