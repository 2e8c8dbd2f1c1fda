export { makeIdentity, type IdentityOptions } from "./identity.ts";
export type { PasswordCost } from "./passwords.ts";
