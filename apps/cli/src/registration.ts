import type { Command } from "commander";
import type { Output } from "./output.ts";

/** The command groups, in the order in which help shows them. */
export const GROUPS = ["Customers", "Prices and licenses", "Store", "Server", "Your access"] as const;

/** A command's registration. `now` returns the time in milliseconds since 1970. */
export interface Registration {
  readonly group: (typeof GROUPS)[number];
  /** Its position within the group. */
  readonly place: number;
  readonly add: (program: Command, output: Output, now: () => number) => void;
}
