import { redirect } from "react-router";
import { attempt, getPage } from "#app/store.server.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/sign-out";

export async function action({ context }: Route.ActionArgs) {
  const { store, session } = getPage(context);
  await attempt(store.accounts.signOut());
  return redirect(paths.home, { status: 303, headers: { "set-cookie": session.close() } });
}

export const loader = () => redirect(paths.home);
