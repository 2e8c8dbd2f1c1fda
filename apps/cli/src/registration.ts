import type { Command } from "commander";
import type { Output } from "./output.ts";

/** The groups of commands, in the order of the help. */
export const GROUPS = ["Customers", "Prices and licenses", "Store", "Server", "Your access"] as const;

/** A command as its module registers it. `now` returns the time in milliseconds since 1970. */
export interface Registration {
  readonly group: (typeof GROUPS)[number];
  /** Its place within the group. */
  readonly place: number;
  readonly add: (program: Command, output: Output, now: () => number) => void;
}
