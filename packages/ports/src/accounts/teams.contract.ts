import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MemberRole, TeamRole } from "@backlot/domain/accounts/account.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Wire } from "../driving/errors.ts";
import { Costs, EmailText, AccountRequired, RequestValidation, Text, data, text } from "../driving/shared.ts";

/**
 * A team as the caller sees it. `members` and `invitations` are empty for members, because only the administrator sees
 * them. `seats` includes the administrator's.
 */
export const TeamView = Schema.Struct({
  role_name: TeamRole,
  owner: Schema.Struct({ first_name: Schema.String, last_name: Schema.String, email: Schema.String }),
  seats: Schema.Int,
  members: Schema.Array(
    Schema.Struct({
      user_id: Schema.String,
      first_name: Schema.String,
      last_name: Schema.String,
      email: Schema.String,
      role: MemberRole,
      joined_at: Instant,
    }),
  ),
  invitations: Schema.Array(
    Schema.Struct({ id: Schema.String, email: Schema.String, role: MemberRole, invited_at: Instant }),
  ),
}).annotate({ identifier: "Team" });

export type TeamView = typeof TeamView.Type;

const Role = { role: MemberRole };

/** The caller's team and its invitations. */
export class Teams extends HttpApiGroup.make("teams")
  .add(
    /** Returns the caller's team, with its members, open invitations, and seats. */
    HttpApiEndpoint.get("view", "/team", { success: data(TeamView) }),
    /** Emails an invitation to join the caller's team. */
    HttpApiEndpoint.post("invite", "/team/invitations", {
      payload: Schema.Struct({ email: EmailText, ...Role }),
      success: HttpApiSchema.NoContent,
      error: [Wire.conflict, Wire.tooManyAttempts],
    }).annotate(Costs, "invitation"),
    /** Revokes an invitation. */
    HttpApiEndpoint.delete("withdraw", "/team/invitations/:id", {
      params: { id: Text },
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound],
    }),
    /** Changes a member's role. */
    HttpApiEndpoint.patch("setRole", "/team/members/:id", {
      params: { id: Text },
      payload: Schema.Struct(Role),
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound],
    }),
    /** Removes a member from the team. */
    HttpApiEndpoint.delete("remove", "/team/members/:id", {
      params: { id: Text },
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound],
    }),
    /** Leaves the team. */
    HttpApiEndpoint.delete("leave", "/team/membership", { success: HttpApiSchema.NoContent }),
    /** Joins a team with the token from an invitation. */
    HttpApiEndpoint.post("join", "/team/membership", {
      payload: Schema.Struct({ token: text(1_000) }),
      success: HttpApiSchema.NoContent,
      error: [Wire.conflict],
    }),
  )
  .middleware(AccountRequired)
  .add(
    /** Returns the team, role, and email address of the invitation whose link has this token. */
    HttpApiEndpoint.post("invitation", "/team/invitation", {
      payload: Schema.Struct({ token: text(1_000) }),
      success: data(Schema.Struct({ team: Schema.String, role: MemberRole, email: Schema.String })),
      error: [Wire.forbidden],
    }).middleware(RequestValidation),
  ) {}
