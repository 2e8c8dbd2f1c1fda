import { freePlanBenefits } from "@backlot/domain/plans/plan-benefits";
import { Link, data, redirect, useSearchParams } from "react-router";
import { onwardFrom, signUpWith } from "#features/accounts/account-actions.server.ts";
import { readForm, safeRedirect, getUser } from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { SignUpForm } from "#features/accounts/account-forms.tsx";
import { usePrices } from "#app/hooks/use-store.ts";
import type { Route } from "./+types/sign-up";

export async function loader({ context, url }: Route.LoaderArgs) {
  if ((await getUser(context)) !== null) throw redirect(safeRedirect(url.searchParams.get("next")));
  return null;
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const entered = await signUpWith(context, await readForm(request));
  if ("refused" in entered) return data(entered.refused, { status: 422 });
  const next = url.searchParams.get("next");
  return redirect(next === null ? `${paths.freeItems}&welcome=new` : onwardFrom(safeRedirect(next), "sign-up"), {
    status: 303,
    headers: { "set-cookie": entered.cookie },
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: pageTitle("Create your free account", matches) }];

export default function SignUp({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const passwordless = search.get("password") === "later";
  const toggled = new URLSearchParams(search);
  if (passwordless) toggled.delete("password");
  else toggled.set("password", "later");
  return (
    <div className="container-page pt-12">
      <div className="mx-auto max-w-form">
        <h1 className="text-2xl">Create Your Free Account</h1>
        <ul className="mt-3 mb-6 text-muted-foreground">
          {freePlanBenefits(usePrices().daily_downloads).map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        <SignUpForm refused={actionData} passwordless={passwordless} />
        <p className="mt-4 text-sm text-muted-foreground">
          <Link className="link" to={`?${toggled}`} replace preventScrollReset>
            {passwordless ? "Choose a password now" : "Sign up without a password"}
          </Link>
        </p>
        <p className="mt-6 text-muted-foreground">
          Already have an account?{" "}
          <Link className="link text-foreground" to={paths.signIn(search.get("next") ?? undefined)}>
            Please Sign In
          </Link>
        </p>
      </div>
    </div>
  );
}
