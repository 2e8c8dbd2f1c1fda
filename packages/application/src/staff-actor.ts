import type { SupportAction } from "@backlot/domain";
import { Staff } from "@backlot/ports";

/**
 * Returns the acting staff member: the owner of a personal support key, or, for the shared key, the unproven name in
 * the request (`actorName`).
 */
export const actorOf = (actorName: string) =>
  Staff.useSync(
    ({ name }): Pick<SupportAction, "actor" | "proven"> =>
      name === null ? { actor: actorName, proven: false } : { actor: name, proven: true },
  );
