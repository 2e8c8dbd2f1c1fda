import { Link, useSearchParams } from "react-router";
import { paths } from "#app/paths.ts";
import { type Refused, SignInForm, SignUpForm } from "./account-forms.tsx";

/** The first step of a checkout: create an account or sign in. */
export function AccountStep({ refused }: { refused: Refused | undefined }) {
  const [search] = useSearchParams();
  const login = search.get("login") === "1";
  const toggled = new URLSearchParams(search);
  if (login) toggled.delete("login");
  else toggled.set("login", "1");
  return (
    <div className="max-w-2xl">
      <h2 className="mb-4 text-lg">{login ? "Log in" : "Create Your Free Account"}</h2>
      {login ? <SignInForm refused={refused} intent="sign-in" /> : <SignUpForm refused={refused} intent="sign-up" />}
      <p className="mt-5 text-muted-foreground">
        <span>{login ? "New here? " : "Already have an account? "}</span>
        <Link className="link text-foreground" to={`?${toggled}`} preventScrollReset>
          {login ? "Create an account" : "Please Sign In"}
        </Link>
        {login ? (
          <>
            {" "}
            <span>or</span>{" "}
            <Link className="link text-foreground" to={paths.pricing}>
              choose a plan
            </Link>
          </>
        ) : null}
      </p>
    </div>
  );
}
