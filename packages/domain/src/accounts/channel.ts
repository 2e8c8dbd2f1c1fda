import { isShownName, keptName } from "../kernel/shown-name.ts";

export type { Channel, ConnectedApp } from "./channel.schema.ts";

/** Returns an app's name as the store keeps it: with composed letters and single spaces. */
export const keptAppName = (name: string): string => keptName(name).replaceAll(/\s+/g, " ");

/** Returns why an app can't have a name, or null. Customers must see all of it, and tell it from `others`. */
export const appNameProblem = (name: string, others: readonly string[]): string | null => {
  if (!isShownName(name)) return "Use a name without hidden characters.";
  const isTaken = others.some((other) => other.toLowerCase() === name.toLowerCase());
  return isTaken ? "Another app has this name." : null;
};
