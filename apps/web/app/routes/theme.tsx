import { redirect } from "react-router";
import { formString, readForm, safeRedirect } from "#app/server/store.server.ts";
import type { Route } from "./+types/theme";

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  const theme = formString(form, "theme") === "light" ? "light" : "dark";
  return redirect(safeRedirect(formString(form, "next")), {
    status: 303,
    headers: { "set-cookie": `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax` },
  });
}

export const loader = () => redirect("/");
