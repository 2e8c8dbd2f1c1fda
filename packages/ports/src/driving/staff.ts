import * as Schema from "effect/Schema";
import { MAX_ACTOR_LENGTH, MAX_REASON_LENGTH } from "@backlot/domain/accounts/support-action";
import { line } from "./shared.ts";

export const words = (maximum: number) =>
  line(maximum).check(Schema.isPattern(/\S/, { expected: "text that isn't blank" }));

/** The staff member who requests a change, and the reason, for the audit log. */
export const ACTOR = { actor: words(MAX_ACTOR_LENGTH), reason: words(MAX_REASON_LENGTH) };

/** The staff member who requests a change, and the reason. */
export const ByStaff = Schema.Struct(ACTOR);

export type ByStaff = typeof ByStaff.Type;
