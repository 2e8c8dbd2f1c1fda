import { LOWEST_LICENSE } from "../licensing/license.ts";
import type { LicenseId } from "../licensing/license.schema.ts";
import type { TeamRole } from "./account.schema.ts";

/**
 * The facts that determine which licenses and plans a person can buy: minimum license, current license, and team role.
 */
export interface Shopper {
  readonly minimum: LicenseId;
  /** The license of the current plan, or null if there is none. */
  readonly current: LicenseId | null;
  readonly role: TeamRole;
}

/** The shopper for a visitor without an account: no plan, no team, and every license to choose from. */
export const VISITOR: Shopper = { minimum: LOWEST_LICENSE, current: null, role: "Admin" };

/** Returns the shopper for an account in API form, or `VISITOR` for null. */
export const shopperOf = (
  account: {
    readonly minimum_license_id: LicenseId;
    readonly subscription: { readonly license: { readonly id: LicenseId } } | null;
    readonly team: { readonly role_name: TeamRole };
  } | null,
): Shopper =>
  account === null
    ? VISITOR
    : {
        minimum: account.minimum_license_id,
        current: account.subscription?.license.id ?? null,
        role: account.team.role_name,
      };
