/**
 * A staff role. "read" can only view, "support" can also help customers, and "admin" can also change what the store
 * sells.
 */
export type StaffRole = "read" | "support" | "admin";

/** All staff roles. Each includes the permissions of the one before it. */
export const STAFF_ROLES: readonly StaffRole[] = ["read", "support", "admin"];

/** Returns whether a role includes the permissions of another (`needed`). */
export const mayAct = (role: StaffRole, needed: StaffRole): boolean =>
  STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(needed);

/** Returns the message for a staff member whose role doesn't allow an action. */
export const staffRefusalMessage = (role: StaffRole, needed: StaffRole): string =>
  `Your support key has the role "${role}". This needs the role ` +
  `${STAFF_ROLES.filter((each) => mayAct(each, needed))
    .map((each) => `"${each}"`)
    .join(" or ")}.`;
