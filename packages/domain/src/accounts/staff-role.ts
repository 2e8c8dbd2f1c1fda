/** What a staff member may do: look, help customers, or also change what the whole store sells. */
export type StaffRole = "read" | "support" | "admin";

/** All staff roles, each with everything that the one before it may do. */
export const STAFF_ROLES: readonly StaffRole[] = ["read", "support", "admin"];

/** Returns whether a role may do what another role is needed for. */
export const mayAct = (role: StaffRole, needed: StaffRole): boolean =>
  STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(needed);

/** Returns the message for a staff member whose role doesn't allow an action. */
export const staffRefusalMessage = (role: StaffRole, needed: StaffRole): string =>
  `Your support key has the role "${role}". This needs the role ` +
  `${STAFF_ROLES.filter((each) => mayAct(each, needed))
    .map((each) => `"${each}"`)
    .join(" or ")}.`;
