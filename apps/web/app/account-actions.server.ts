import * as Result from "effect/Result";
import { type RouterContextProvider, data, redirect } from "react-router";
import { attempt, formString, getPage } from "#app/store.server.ts";
import type { Refused } from "#features/account-forms.tsx";

/** Either a session's cookie, or what the form comes back with. */
export type Entered = { readonly cookie: string } | { readonly refused: Refused };

/** Signs up with a posted form. (ACC-01, ACC-02) */
export const signUpWith = async (context: Readonly<RouterContextProvider>, form: FormData): Promise<Entered> => {
  const { store, session } = getPage(context);
  const values = {
    first_name: formString(form, "first_name"),
    last_name: formString(form, "last_name"),
    email: formString(form, "email"),
  };
  const made = await attempt(
    store.accounts.signUp({ payload: { ...values, password: String(form.get("password") ?? "") } }),
  );
  return Result.isSuccess(made)
    ? { cookie: session.open(made.success.data.token) }
    : { refused: { message: made.failure.message, values } };
};

/** Logs in with a posted form. (ACC-03) */
export const signInWith = async (context: Readonly<RouterContextProvider>, form: FormData): Promise<Entered> => {
  const { store, session } = getPage(context);
  const email = formString(form, "email");
  const opened = await attempt(
    store.accounts.signIn({ payload: { email, password: String(form.get("password") ?? "") } }),
  );
  return Result.isSuccess(opened)
    ? { cookie: session.open(opened.success.data.token) }
    : { refused: { message: opened.failure.message, values: { email } } };
};

/**
 * Signs up or in with a posted form whose intent says which: on to an address with the session's cookie, or back with what
 * was refused. Null for another intent. (ACC-06)
 */
export const enterWith = async (context: Readonly<RouterContextProvider>, form: FormData, onward: string) => {
  const intent = formString(form, "intent");
  if (intent !== "sign-up" && intent !== "sign-in") return null;
  const entered = await (intent === "sign-up" ? signUpWith : signInWith)(context, form);
  return "refused" in entered
    ? data({ refused: entered.refused }, { status: 422 })
    : redirect(onward, { status: 303, headers: { "set-cookie": entered.cookie } });
};
