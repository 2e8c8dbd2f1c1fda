import { LOWEST_LICENSE } from "../licensing/license.ts";
import type { LicenseId } from "../licensing/license.schema.ts";
import type { TeamRole } from "./account.schema.ts";

/** How somebody stands to what is sold: the lowest license that they may buy, the one of their plan, and their role. */
export interface Shopper {
  readonly minimum: LicenseId;
  /** Null without a plan. */
  readonly current: LicenseId | null;
  readonly role: TeamRole;
}

/** A visitor may buy under every license, has no plan, and works in nobody's team. (LIC-03, ACC-08) */
export const VISITOR: Shopper = { minimum: LOWEST_LICENSE, current: null, role: "Admin" };

/** How the account of a page stands to what is sold; a visitor without one. (LIC-03, ACC-08) */
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
