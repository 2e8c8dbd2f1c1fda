import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { LicenseId, LicenseTypeId } from "../licensing/license.schema.ts";

/**
 * A licensee profile as the API and the database represent it. It confirms the license once it is `completed`, unless
 * it was `invalidated`. `token` is the License ID that certificates show.
 */
export const LicenseeProfile = Schema.Struct({
  user_id: Schema.String,
  license_id: LicenseId,
  license_type: Schema.Struct({ id: LicenseTypeId }),
  completed: Schema.Boolean,
  invalidated: Schema.Boolean,
  company_name: Schema.NullOr(Schema.String),
  first_name: Schema.NullOr(Schema.String),
  last_name: Schema.NullOr(Schema.String),
  email: Schema.String,
  phone: Schema.NullOr(Schema.String),
  address: Schema.String,
  token: Schema.String,
}).annotate({ identifier: "LicenseeProfile" });
export type LicenseeProfile = typeof LicenseeProfile.Type;

/** A role in a team. "Admin" is the account that owns the team and pays for its plan. */
export const TeamRole = Schema.Literals(["Admin", "Artist", "Download Only"]);
export type TeamRole = typeof TeamRole.Type;

/** A role that someone can be invited with. Excludes "Admin", which is always the account that owns the team. */
export const MemberRole = Schema.Literals(["Artist", "Download Only"]);
export type MemberRole = typeof MemberRole.Type;

/**
 * An account as stored. `min_license_id` is the lowest license it can buy under, and `stripe_customer_token` its Stripe
 * customer id; both are null until first set.
 */
export const Account = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  free_subscriber: Schema.Boolean,
  min_license_id: Schema.NullOr(LicenseId),
  should_see_confirm_license: Schema.Boolean,
  should_see_manage_subscription: Schema.Boolean,
  stripe_customer_token: Schema.NullOr(Schema.String),
  locked: Schema.Boolean,
  confirmed_at: Schema.NullOr(Instant),
  created_at: Instant,
  /** When the owner deleted the account, or null if it still exists. */
  deleted_at: Schema.NullOr(Instant),
  /** The account that owns the team, or null if this account is not a member of one. */
  team_id: Schema.NullOr(Schema.String),
  /** The role in that team, or null if this account is not a member of one. */
  team_role: Schema.NullOr(MemberRole),
});
export type Account = typeof Account.Type;
