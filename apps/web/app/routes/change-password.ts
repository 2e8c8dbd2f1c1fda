import { redirect } from "react-router";
import { paths } from "#app/paths.ts";

/** Redirects password managers from the URL that they know to the page where a password is changed. */
export const loader = () => redirect(paths.security);
