import { it } from "vitest";

/**
 * What a case needs from a provider besides its API: a clock that can be advanced, a buyer who approves automatically,
 * signed events, and disputes that can be opened and closed.
 */
type Need = "clock" | "approval" | "signed-events" | "disputes";

/** Why a suite can't meet each need, or one reason if it can't run any case. */
export type Skips = string | Readonly<Partial<Record<Need, string>>>;

/** Declares a contract case and its needs. */
type DeclareCase = (title: string, needs: readonly Need[], run: () => Promise<void>) => void;

const declared = new Map<string, readonly Need[]>();

/** Returns what a declared case needs, or null if no contract declares a case of that title. */
export const needsOf = (title: string): readonly Need[] | null => declared.get(title) ?? null;

/** Returns a function that declares cases. Cases with unmet needs are skipped, with the reason in their title. */
export const contractCases =
  (skips: Skips = {}): DeclareCase =>
  (title, needs, run) => {
    declared.set(title, needs);
    const reason =
      typeof skips === "string"
        ? skips
        : needs.map((need) => skips[need]).find((each): each is string => each !== undefined);
    if (reason === undefined) it(title, run);
    else it.skip(`${title} (skip: ${reason})`, run);
  };
