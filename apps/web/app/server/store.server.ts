import { entitledPlan } from "@backlot/domain/plans/entitled-plan";
import { creditPurchaseError, isTeamMember as isMemberRole } from "@backlot/domain/accounts/team";
import type { PageContext, StoreSettingsView, UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { type RouterContextProvider, data, redirect } from "react-router";
import { pageContext } from "./context.ts";
import { onceInRequest } from "./once-in-request.ts";
import { paths } from "#app/paths.ts";

export const getPage = (context: Readonly<RouterContextProvider>): PageContext => context.get(pageContext);

/** Runs a store operation and returns its success or failure as a value. */
export const attempt = <A, E>(operation: Effect.Effect<A, E>): Promise<Result.Result<A, E>> =>
  Effect.runPromise(Effect.result(operation));

type Tagged = { readonly _tag: string; readonly message: string };

const unavailable = (message: string) =>
  data({ message }, { status: 503, statusText: "Service Unavailable", headers: { "retry-after": "2" } });

/** Returns a success value, or throws the error page or the sign-in redirect for a failure. */
const successOrThrow = <A, E extends Tagged>(answered: Result.Result<A, E>, from: URL): A => {
  if (Result.isSuccess(answered)) return answered.success;
  const { _tag, message } = answered.failure;
  if (_tag === "unauthorized") throw redirect(paths.signIn(from.pathname + from.search));
  if (_tag === "not_found" || _tag === "invalid_request")
    throw data({ message }, { status: 404, statusText: "Not Found" });
  if (_tag === "too_many_attempts") throw data({ message }, { status: 429, statusText: "Too Many Requests" });
  if (_tag === "unavailable" || _tag === "provider_unreachable") throw unavailable(message);
  throw data({ message }, { status: 500, statusText: "Something went wrong" });
};

/** Runs a store operation and returns its success, or throws the error page or the sign-in redirect. */
export const loadOrThrow = async <A, E extends Tagged>(operation: Effect.Effect<A, E>, from: URL): Promise<A> =>
  successOrThrow(await attempt(operation), from);

/** The cookie that tells the sign-in page that a lock ended the session. It expires after a minute. */
export const LOCKED_COOKIE = "backlot_locked";

/** Signs out a locked account and redirects to the sign-in page, which explains the lock. */
const signedOutByLock = ({ session }: PageContext) => {
  const headers = new Headers([
    ["set-cookie", session.close()],
    ["set-cookie", `${LOCKED_COOKIE}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`],
  ]);
  return redirect(paths.signIn(), { headers });
};

const accountOf = onceInRequest(({ store }: PageContext) => attempt(store.users.me()));

const settingsOf = onceInRequest(({ store }: PageContext) => attempt(store.settings.get()));

/**
 * Returns the store's settings and announcements, or throws an error page, because prices could be wrong without them.
 */
export const readSettings = async (context: Readonly<RouterContextProvider>, from: URL): Promise<StoreSettingsView> =>
  successOrThrow(await settingsOf(getPage(context)), from).data;

/**
 * Returns the signed-in account, or null for a visitor. Throws an error page if the store is unavailable, and a
 * redirect to sign-in if the account is locked. For loaders.
 */
export const getUser = async (context: Readonly<RouterContextProvider>): Promise<UserView | null> => {
  const answered = await accountOf(getPage(context));
  // Fail if the account can't be read, because a page for visitors would show different prices.
  if (Result.isFailure(answered) && answered.failure._tag === "unavailable")
    throw unavailable(answered.failure.message);
  if (Result.isFailure(answered) && answered.failure._tag === "account_locked") throw signedOutByLock(getPage(context));
  return Result.isSuccess(answered) ? answered.success.data : null;
};

/** Returns the kind of plan that decides the user's downloads. */
export const downloadPlanOf = (user: UserView | null) =>
  entitledPlan({ signedIn: user !== null, paidSubscription: user?.subscription != null });

/** Returns the signed-in account, or redirects to sign-in and back. For loaders. */
export const requireUser = async (context: Readonly<RouterContextProvider>, from: URL): Promise<UserView> => {
  const answered = await accountOf(getPage(context));
  if (Result.isFailure(answered) && answered.failure._tag === "account_locked") throw signedOutByLock(getPage(context));
  return successOrThrow(answered, from).data;
};

/** Returns whether the account is a member of someone else's team, and therefore can't pay for or change the plan. */
export const isTeamMember = (user: UserView): boolean => isMemberRole(user.team.role_name);

export const mayBuyCredits = ({ team, subscription }: UserView): boolean =>
  creditPurchaseError({
    role: team.role_name,
    is_credit_based_legacy: subscription?.is_credit_based_legacy ?? false,
  }) === null;

/** Returns error messages by field name. Empty if the failure names no field. */
export const fieldErrors = (failure: Tagged & { readonly issues?: unknown }): Readonly<Record<string, string>> => {
  if (!Array.isArray(failure.issues)) return {};
  const issues = failure.issues as readonly { readonly path: string; readonly message: string }[];
  // The first error of each field wins.
  return Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^payload\./, ""), message]).reverse());
};

/**
 * Returns the response to a refused form: the message, the field errors, whether the session has ended, and the fields
 * of `more`. Its 4xx status prevents a reload of the page's data, so the input is kept. (ACC-04)
 */
export const toFormErrors = <M extends object>(failure: Tagged & { readonly issues?: unknown }, more: M) => {
  const signedOut = failure._tag === "unauthorized";
  return data(
    { problem: failure.message, errors: fieldErrors(failure), signedOut, ...more },
    { status: signedOut ? 401 : 422 },
  );
};

/** Returns a trimmed text field of a form, or an empty string. */
export const formString = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/** Returns which of a page's forms or buttons was submitted. Throws 400 for any other, so that none is a default. */
export const intentOf = <const Intent extends string>(form: FormData, intents: readonly Intent[]): Intent => {
  const sentIntent = formString(form, "intent");
  const intent = intents.find((each) => each === sentIntent);
  if (intent === undefined) throw data({ message: "Unknown form." }, { status: 400, statusText: "Bad Request" });
  return intent;
};

/** Returns the form data of a request. Throws 400 for any other body. */
export const readForm = async (request: Request): Promise<FormData> => {
  try {
    return await request.formData();
  } catch {
    throw data({ message: "This page accepts form submissions only." }, { status: 400, statusText: "Bad Request" });
  }
};

const NOWHERE = "http://own.invalid";

/** Returns a path of this site to redirect to. Anything else becomes the home page, to prevent open redirects. */
export const safeRedirect = (target: string | null): string => {
  if (target === null || !target.startsWith("/") || !URL.canParse(target, NOWHERE)) return paths.home;
  // Browsers drop tabs and line breaks and read a backslash as a slash, so check the parsed URL.
  const url = new URL(target, NOWHERE);
  return url.origin === NOWHERE && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : paths.home;
};
