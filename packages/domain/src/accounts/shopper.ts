import { LOWEST_LICENCE } from "../licensing/licence.ts";
import type { LicenceId } from "../licensing/licence.schema.ts";
import type { TeamRole } from "./account.schema.ts";

/** How somebody stands to what is sold: the lowest licence that they may buy, the one of their plan, and their role. */
export interface Shopper {
  readonly minimum: LicenceId;
  /** Null without a plan. */
  readonly current: LicenceId | null;
  readonly role: TeamRole;
}

/** A visitor may buy under every licence, has no plan, and works in nobody's team. (LIC-03, ACC-08) */
export const VISITOR: Shopper = { minimum: LOWEST_LICENCE, current: null, role: "Admin" };

/** How the account of a page stands to what is sold; a visitor without one. (LIC-03, ACC-08) */
export const shopperOf = (
  account: {
    readonly minimum_license_id: LicenceId;
    readonly subscription: { readonly license: { readonly id: LicenceId } } | null;
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
