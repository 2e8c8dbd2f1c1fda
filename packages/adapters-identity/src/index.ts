export { makeIdentity, type IdentityOptions } from "./identity.ts";
