import { type SupportAction, supportActionText, utcMinute } from "@backlot/domain";

export const ACTION_HEAD = ["Time (UTC)", "By", "Key", "Action", "Reason"] as const;

/** Returns a support action's cells, in the order of ACTION_HEAD. */
export const actionRow = (action: SupportAction): readonly string[] => [
  utcMinute(action.at),
  action.actor,
  // With the shared key, the name is unverified.
  action.proven ? "own" : "shared",
  supportActionText(action),
  action.reason,
];
