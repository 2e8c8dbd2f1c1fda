import { it } from "vitest";

/**
 * What a case needs of a provider beyond its API: a clock that can be advanced, a buyer who approves without a person,
 * events signed as they are delivered, and disputes that can be opened and closed.
 */
export type Need = "clock" | "approval" | "signed-events" | "disputes";

/** Why a driver can't give what cases need; one reason for all where it can run none. */
export type Skips = string | Readonly<Partial<Record<Need, string>>>;

/** Declares a case of a contract, with what it needs. */
export type DeclareCase = (title: string, needs: readonly Need[], run: () => Promise<void>) => void;

/** Declares cases; one that needs what the driver can't give is skipped, and its title says why. */
export const contractCases =
  (skips: Skips = {}): DeclareCase =>
  (title, needs, run) => {
    const reason =
      typeof skips === "string"
        ? skips
        : needs.map((need) => skips[need]).find((each): each is string => each !== undefined);
    if (reason === undefined) it(title, run);
    else it.skip(`${title} (skip: ${reason})`, run);
  };
