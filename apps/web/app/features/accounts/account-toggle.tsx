import { message } from "@backlot/domain/message-catalog";
import { useEffect, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { paths } from "#app/paths.ts";
import { type Refused, SignInForm, SignUpForm } from "./account-forms.tsx";

/** The form that the account panel shows. */
export type AccountPanelMode = "sign-in" | "sign-up";

export const accountPanelTitle = (mode: AccountPanelMode): string =>
  mode === "sign-up" ? message("signup_title") : "Sign in";

/** The sign-up or sign-in form of a panel, with a link to switch between them. */
export function AccountToggle({
  mode,
  next,
  onMode,
  onLeave,
}: {
  mode: AccountPanelMode;
  /** The page to continue to after signing in. */
  next: string;
  onMode: (mode: AccountPanelMode) => void;
  /** Called when a link leads to another page. */
  onLeave: () => void;
}) {
  const fetcher = useFetcher<Refused>({ key: `account-panel-${mode}` });
  const isNew = mode === "sign-up";
  // Focus the first field when the form changes.
  const form = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mode renders a different form
  useEffect(() => form.current?.querySelector("input")?.focus(), [mode]);
  const sending = {
    action: isNew ? paths.signUp(next) : paths.signIn(next),
    Form: fetcher.Form,
    state: fetcher.state,
  };
  return (
    <>
      <div ref={form}>
        {isNew ? (
          <SignUpForm key="sign-up" refused={fetcher.data} sending={sending} />
        ) : (
          <SignInForm key="sign-in" refused={fetcher.data} sending={sending} />
        )}
      </div>
      <p className="mt-5 text-muted-foreground">
        <span>{isNew ? "Already have an account? " : "New here? "}</span>
        <button
          type="button"
          className="link inline-flex min-h-6 items-center text-foreground"
          onClick={() => onMode(isNew ? "sign-in" : "sign-up")}
        >
          {isNew ? "Please Sign In" : "Create a free account"}
        </button>
        {isNew ? null : (
          <>
            {" "}
            <span>or</span>{" "}
            <Link className="link text-foreground" to={paths.pricing} onClick={onLeave}>
              choose a plan
            </Link>
          </>
        )}
      </p>
    </>
  );
}
