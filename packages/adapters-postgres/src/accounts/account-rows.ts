import { type Account, licenseId } from "@backlot/domain";
import type { StoredProfile } from "@backlot/ports";
import type { Selectable } from "kysely";
import type { Tables } from "../schema.ts";

export const toAccount = ({ team_joined_at: _, ...row }: Selectable<Tables["accounts"]>): Account => ({
  ...row,
  min_license_id: row.min_license_id === null ? null : licenseId(row.min_license_id),
});

export const toProfile = (row: Selectable<Tables["licensee_profiles"]>): StoredProfile => ({
  ...row,
  license_id: licenseId(row.license_id),
});
