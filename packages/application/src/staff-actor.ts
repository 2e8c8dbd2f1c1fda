import type { SupportAction } from "@backlot/domain";
import { Staff } from "@backlot/ports";

/** Returns who acts: the owner of the staff key, whatever the request says, or whoever the request names. */
export const actorOf = (said: string) =>
  Staff.useSync(
    ({ name }): Pick<SupportAction, "actor" | "proven"> =>
      name === null ? { actor: said, proven: false } : { actor: name, proven: true },
  );
