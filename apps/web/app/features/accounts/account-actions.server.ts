import { loginFailureText } from "@backlot/domain/accounts/account-messages";
import { afterLogin, afterSignup } from "@backlot/domain/accounts/onboarding";
import * as Result from "effect/Result";
import { type RouterContextProvider, data, redirect } from "react-router";
import { attempt, fieldErrors, formString, getPage } from "#app/server/store.server.ts";
import type { Refused } from "./account-forms.tsx";

/** The result of signing in or up: the session cookie, or the refused form. */
type Entered = { readonly cookie: string } | { readonly refused: Refused };

/** Signs up with a posted form. Without a password field, creates an account without a password. */
export const signUpWith = async (context: Readonly<RouterContextProvider>, form: FormData): Promise<Entered> => {
  const { store, session } = getPage(context);
  const values = {
    first_name: formString(form, "first_name"),
    last_name: formString(form, "last_name"),
    email: formString(form, "email"),
  };
  const password = form.get("password");
  const payload = typeof password === "string" ? { ...values, password } : values;
  const signUpResult = await attempt(store.accounts.signUp({ payload }));
  return Result.isSuccess(signUpResult)
    ? { cookie: session.open(signUpResult.success.data.token) }
    : {
        refused: {
          message: signUpResult.failure.message,
          errors: fieldErrors(signUpResult.failure),
          isTaken: signUpResult.failure._tag === "conflict",
          values,
        },
      };
};

/** Signs in with a posted form. The error for wrong credentials does not reveal whether the account exists. */
export const signInWith = async (context: Readonly<RouterContextProvider>, form: FormData): Promise<Entered> => {
  const { store, session } = getPage(context);
  const email = formString(form, "email");
  const opened = await attempt(
    store.accounts.signIn({ payload: { email, password: String(form.get("password") ?? "") } }),
  );
  if (Result.isSuccess(opened)) return { cookie: session.open(opened.success.data.token) };
  const { failure } = opened;
  return { refused: { message: loginFailureText(failure), errors: fieldErrors(failure), values: { email } } };
};

/**
 * Returns the path to open after signing up or in: usually `next`, or the page to open after a sign-up on `next`. If
 * the page doesn't reload, the path gets a `welcome` parameter to greet the user.
 */
export const onwardFrom = (next: string, entered: "sign-up" | "sign-in"): string => {
  const url = new URL(next, "http://own.invalid");
  const leadsTo = entered === "sign-up" ? afterSignup(url.pathname) : null;
  if (leadsTo !== null) return leadsTo;
  if (afterLogin(url.pathname, false) === "reload") return next;
  url.searchParams.set("welcome", entered === "sign-up" ? "new" : "back");
  return `${url.pathname}${url.search}${url.hash}`;
};

/**
 * Signs up or in with a posted form, depending on its `intent` field. Redirects to `onward` with the session cookie, or
 * returns the refused form. Returns null for another intent.
 */
export const enterWith = async (context: Readonly<RouterContextProvider>, form: FormData, onward: string) => {
  const intent = formString(form, "intent");
  if (intent !== "sign-up" && intent !== "sign-in") return null;
  const entered = await (intent === "sign-up" ? signUpWith : signInWith)(context, form);
  return "refused" in entered
    ? data({ refused: entered.refused }, { status: 422 })
    : redirect(onward, { status: 303, headers: { "set-cookie": entered.cookie } });
};
