import { message } from "@backlot/domain/message-catalog";
import { useEffect, useRef } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import { Alert } from "#ui/alert.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type Refused, SignInForm, SignUpForm } from "./account-forms.tsx";

/** What a panel is open for. */
export type AccountPanelMode = "sign-in" | "sign-up";

/** Signing in or up over the page that one is on, which goes on with the account. (SHL-04, ACC-01, ACC-03) */
export default function AccountPanel({
  mode,
  onMode,
  onClose,
  note = null,
}: {
  mode: AccountPanelMode | null;
  onMode: (mode: AccountPanelMode) => void;
  onClose: () => void;
  /** Why it is open. */
  note?: string | null;
}) {
  const { pathname, search, key } = useLocation();
  const fetcher = useFetcher<Refused>({ key: `account-panel-${mode}` });
  const here = `${pathname}${search}`;
  // Another page came: whoever signed in has gone on with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address that it was opened on is no reason to close
  useEffect(() => onClose, [key]);
  // Another form begins at its first field.
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mode !== null) form.current?.querySelector("input")?.focus();
  }, [mode]);
  const isNew = mode === "sign-up";
  const sending = {
    action: isNew ? paths.signUp(here) : paths.signIn(here),
    Form: fetcher.Form,
    state: fetcher.state,
  };
  return (
    <Dialog open={mode !== null} onClose={onClose} title={isNew ? message("signup_title") : "Sign in"} atTop>
      {note === null ? null : (
        <div className="mb-4">
          <Alert variant="notice">{note}</Alert>
        </div>
      )}
      <div ref={form}>
        {isNew ? (
          <SignUpForm key="sign-up" refused={fetcher.data} sending={sending} />
        ) : (
          <SignInForm key="sign-in" refused={fetcher.data} sending={sending} />
        )}
      </div>
      <p className="mt-5 text-muted-foreground">
        {isNew ? "Already have an account? " : "New here? "}
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
            or{" "}
            <Link className="link text-foreground" to={paths.pricing} onClick={onClose}>
              choose a plan
            </Link>
          </>
        )}
      </p>
    </Dialog>
  );
}
