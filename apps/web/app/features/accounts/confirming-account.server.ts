import { shopperOf } from "@backlot/domain/accounts/shopper";
import { needsLicenseConfirmation } from "@backlot/domain/licensing/license";
import type { UserView } from "@backlot/ports";
import type { ConfirmingAccount } from "./confirm-license.tsx";

/** Returns the account data for the license screens. */
export const confirmingAccount = (user: UserView): ConfirmingAccount => {
  const profile = user.team.licensee_profile;
  return {
    minimum: user.minimum_license_id,
    free_subscriber: user.free_subscriber,
    license_id: shopperOf(user).current,
    plan: user.subscription?.plan_variant ?? null,
    company_name: profile?.company_name ?? null,
    first_name: profile?.first_name ?? user.first_name,
    last_name: profile?.last_name ?? user.last_name,
    email: profile?.email ?? user.email,
    phone: profile?.phone ?? null,
  };
};

/** Returns whether an account still has to confirm its license. */
export const isConfirmationDue = (user: UserView): boolean =>
  needsLicenseConfirmation(user.team.licensee_profile, user.should_see_confirm_license);
