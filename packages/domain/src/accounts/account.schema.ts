import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { LicenseId, LicenseTypeId } from "../licensing/license.schema.ts";

/** A licensee profile as the wire and the table hold it. (LIC-10) */
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
});
export type LicenseeProfile = typeof LicenseeProfile.Type;

/** The roles of a team. "Admin" is the one who pays. (ACC-08) */
export const TeamRole = Schema.Literals(["Admin", "Artist", "Download Only"]);
export type TeamRole = typeof TeamRole.Type;

/** The roles that somebody is invited with: the administrator of a team is the account that it belongs to. (ACC-08) */
export const MemberRole = Schema.Literals(["Artist", "Download Only"]);
export type MemberRole = typeof MemberRole.Type;

/** An account as the store keeps it. `stripe_customer_token` is the provider's customer id. (ACC-05) */
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
  /** When its owner deleted it; null while it can sign in. (ACC-07) */
  deleted_at: Schema.NullOr(Instant),
  /** The account whose team it belongs to, and as what; null for who works for nobody else. (ACC-08) */
  team_id: Schema.NullOr(Schema.String),
  team_role: Schema.NullOr(MemberRole),
});
export type Account = typeof Account.Type;
