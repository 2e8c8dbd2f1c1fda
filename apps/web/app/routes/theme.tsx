import { redirect } from "react-router";
import { field, formOf, ownPath } from "#app/ask.server.ts";
import type { Route } from "./+types/theme";

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const theme = field(form, "theme") === "light" ? "light" : "dark";
  return redirect(ownPath(field(form, "next")), {
    status: 303,
    headers: { "set-cookie": `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax` },
  });
}

export const loader = () => redirect("/");
