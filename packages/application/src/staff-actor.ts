import type { SupportAction } from "@backlot/domain";
import { Staff } from "@backlot/ports";

/**
 * Returns the staff member who acts: the owner of a personal support key, or, for the shared key, the unproven name
 * that the request gives (`said`).
 */
export const actorOf = (said: string) =>
  Staff.useSync(
    ({ name }): Pick<SupportAction, "actor" | "proven"> =>
      name === null ? { actor: said, proven: false } : { actor: name, proven: true },
  );
