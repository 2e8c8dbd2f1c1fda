import { redirect } from "react-router";
import { paths } from "#app/paths.ts";

/** Redirects password managers from their standard URL to the page for changing the password. */
export const loader = () => redirect(paths.security);
