import { redirect } from "react-router";
import { ask, pageOf } from "#app/ask.server.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/sign-out";

export async function action({ context }: Route.ActionArgs) {
  const { store, session } = pageOf(context);
  await ask(store.accounts.signOut());
  return redirect(paths.home, { status: 303, headers: { "set-cookie": session.close() } });
}

export const loader = () => redirect(paths.home);
