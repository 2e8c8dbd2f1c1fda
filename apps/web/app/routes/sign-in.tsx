import { lockedMessage } from "@backlot/domain/accounts/account-messages";
import { Link, data, redirect, useSearchParams } from "react-router";
import { onwardFrom, signInWith } from "#features/accounts/account-actions.server.ts";
import { LOCKED_COOKIE, getPage, getUser, readForm, safeRedirect } from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { SignInForm } from "#features/accounts/account-forms.tsx";
import type { Route } from "./+types/sign-in";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  if ((await getUser(context)) !== null) throw redirect(safeRedirect(url.searchParams.get("next")));
  const isLocked = (request.headers.get("cookie") ?? "").includes(`${LOCKED_COOKIE}=1`);
  return { locked: isLocked ? lockedMessage(getPage(context).shop.supportEmail) : null };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const entered = await signInWith(context, await readForm(request));
  if ("refused" in entered) return data(entered.refused, { status: 422 });
  return redirect(onwardFrom(safeRedirect(url.searchParams.get("next")), "sign-in"), {
    status: 303,
    headers: { "set-cookie": entered.cookie },
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Sign in", matches) },
  { name: "robots", content: "noindex" },
];

export default function SignIn({ loaderData: { locked }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const next = search.get("next") ?? undefined;
  return (
    <div className="container-page pt-12">
      <div className="mx-auto max-w-form">
        <h1 className="mb-6 text-2xl">Sign in</h1>
        <SignInForm
          refused={actionData ?? (locked === null ? undefined : { message: locked, errors: {}, values: { email: "" } })}
        />
        <p className="mt-6 text-muted-foreground">
          New here?{" "}
          <Link className="link text-foreground" to={paths.signUp(next)}>
            Create a free account
          </Link>{" "}
          or{" "}
          <Link className="link text-foreground" to={paths.pricing}>
            choose a plan
          </Link>
          .
        </p>
        <p className="mt-2 text-muted-foreground">
          Bought without an account?{" "}
          <Link className="link text-foreground" to={paths.orderLinks}>
            Find your order
          </Link>
          .
        </p>
      </div>
    </div>
  );
}
