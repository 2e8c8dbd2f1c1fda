import * as Result from "effect/Result";
import type { RouterContextProvider } from "react-router";
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
