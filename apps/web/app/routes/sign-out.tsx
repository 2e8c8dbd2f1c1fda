import { FINGERPRINT_COOKIE } from "@backlot/domain/engagement/analytics";
import { redirect } from "react-router";
import { attempt, getPage } from "#app/server/store.server.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/sign-out";

export async function action({ context }: Route.ActionArgs) {
  const { store, session } = getPage(context);
  await attempt(store.accounts.signOut());
  const headers = new Headers({ "set-cookie": session.close() });
  // Ask the next user of this browser for consent again.
  headers.append("set-cookie", `${FINGERPRINT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`);
  return redirect(paths.home, { status: 303, headers });
}

export const loader = () => redirect(paths.home);
