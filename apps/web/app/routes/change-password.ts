import { redirect } from "react-router";
import { paths } from "#app/paths.ts";

/** Leads password managers to the page where a password is changed, by the address that they know. */
export const loader = () => redirect(paths.security);
