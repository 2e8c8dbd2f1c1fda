import type { Breakage } from "./breakages.mjs";

export const mistakesIn: (breakages: readonly Breakage[]) => readonly string[];
