import { isShownName, keptName } from "../kernel/shown-name.ts";

export type { Channel, ConnectedApp } from "./channel.schema.ts";

/** Returns an app's name in stored form: Unicode NFC, with single spaces. */
export const keptAppName = (name: string): string => keptName(name).replaceAll(/\s+/g, " ");

/**
 * Returns why an app can't have a name, or null if it can. The name must be fully visible and distinguishable from
 * `others`.
 */
export const appNameProblem = (name: string, others: readonly string[]): string | null => {
  if (!isShownName(name)) return "Use a name without hidden characters.";
  const isTaken = others.some((other) => other.toLowerCase() === name.toLowerCase());
  return isTaken ? "Another app already has this name." : null;
};
