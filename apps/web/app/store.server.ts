import { entitledPlan } from "@backlot/domain/downloads/download";
import { creditPurchaseError, isTeamMember as isMemberRole } from "@backlot/domain/accounts/team";
import type { PageContext, UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { type RouterContextProvider, data, redirect } from "react-router";
import { pageContext } from "./context.ts";
import { paths } from "./paths.ts";

/** The host's context of a request. */
export const getPage = (context: Readonly<RouterContextProvider>): PageContext => context.get(pageContext);

/** Runs an operation of the store: its success, or its failure as a value. */
export const attempt = <A, E>(operation: Effect.Effect<A, E>): Promise<Result.Result<A, E>> =>
  Effect.runPromise(Effect.result(operation));

type Tagged = { readonly _tag: string; readonly message: string };

const unavailable = (message: string) =>
  data({ message }, { status: 503, statusText: "Service Unavailable", headers: { "retry-after": "2" } });

/** The success of an operation that this page can't do without: a failure becomes the page for it. */
export const successOrThrow = <A, E extends Tagged>(answered: Result.Result<A, E>, from: URL): A => {
  if (Result.isSuccess(answered)) return answered.success;
  const { _tag, message } = answered.failure;
  if (_tag === "unauthorized") throw redirect(paths.signIn(from.pathname + from.search));
  if (_tag === "not_found" || _tag === "invalid_request")
    throw data({ message }, { status: 404, statusText: "Not Found" });
  if (_tag === "unavailable" || _tag === "provider_unreachable") throw unavailable(message);
  throw data({ message }, { status: 500, statusText: "Something went wrong" });
};

/** Runs an operation that this page can't do without: a failure becomes the page for it. */
export const loadOrThrow = async <A, E extends Tagged>(operation: Effect.Effect<A, E>, from: URL): Promise<A> =>
  successOrThrow(await attempt(operation), from);

/** What tells the sign-in page that a session was ended by a lock; for a minute. */
export const LOCKED_COOKIE = "backlot_locked";

/** A locked account is signed out, and told so where it would sign in again. (ACC-04) */
const signedOutByLock = ({ session }: PageContext) => {
  const headers = new Headers([
    ["set-cookie", session.close()],
    ["set-cookie", `${LOCKED_COOKIE}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`],
  ]);
  return redirect(paths.signIn(), { headers });
};

/** Reads something once in a request, for all its loaders. Actions don't ask: what they change would be stale. */
const onceInRequest = <A>(read: (page: PageContext) => A): ((page: PageContext) => A) => {
  const kept = new WeakMap<PageContext, { readonly read: A }>();
  return (page) => {
    const known = kept.get(page) ?? { read: read(page) };
    kept.set(page, known);
    return known.read;
  };
};

const accountOf = onceInRequest(({ store }) => attempt(store.users.me()));

const settingsOf = onceInRequest(({ store }) => attempt(store.settings.get()));

/** How the store is set up and what it announces, or why that can't be said. */
export const getSettings = (context: Readonly<RouterContextProvider>): ReturnType<typeof settingsOf> =>
  settingsOf(getPage(context));

/** The signed-in account, or null; for loaders. (ACC-05) */
export const getUser = async (context: Readonly<RouterContextProvider>): Promise<UserView | null> => {
  const answered = await accountOf(getPage(context));
  // While the account can't be read, no page is shown: one for visitors would show other prices.
  if (Result.isFailure(answered) && answered.failure._tag === "unavailable")
    throw unavailable(answered.failure.message);
  if (Result.isFailure(answered) && answered.failure._tag === "account_locked") throw signedOutByLock(getPage(context));
  return Result.isSuccess(answered) ? answered.success.data : null;
};

/** The plan that the downloads of a page's account are judged by. (DWN-04) */
export const downloadPlanOf = (user: UserView | null) =>
  entitledPlan({ signedIn: user !== null, paidSubscription: user?.subscription != null });

/** The signed-in account of a page that needs one; visitors are sent to sign in and come back; for loaders. (ACC-05) */
export const requireUser = async (context: Readonly<RouterContextProvider>, from: URL): Promise<UserView> => {
  const answered = await accountOf(getPage(context));
  if (Result.isFailure(answered) && answered.failure._tag === "account_locked") throw signedOutByLock(getPage(context));
  return successOrThrow(answered, from).data;
};

/** Whether an account works under somebody else's plan, which is not its own to pay or to change. (ACC-08) */
export const isTeamMember = (user: UserView): boolean => isMemberRole(user.team.role_name);

/** Whether an account is sold credits. (CRD-07) */
export const mayBuyCredits = ({ team, subscription }: UserView): boolean =>
  creditPurchaseError({
    role: team.role_name,
    is_credit_based_legacy: subscription?.is_credit_based_legacy ?? false,
  }) === null;

/** What is wrong with the fields of a form, by their names; empty where an error names none. */
export const fieldErrors = (failure: Tagged & { readonly issues?: unknown }): Readonly<Record<string, string>> => {
  if (!Array.isArray(failure.issues)) return {};
  const issues = failure.issues as readonly { readonly path: string; readonly message: string }[];
  // The first one of a field is shown: it is corrected before the next one counts.
  return Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^payload\./, ""), message]).reverse());
};

/**
 * A refused form, for its page: what is said, at which fields, and whether its session ended meanwhile. Its status
 * keeps the page from loading anew, so that what was typed stays. (ACC-04)
 */
export const toFormErrors = <M extends object>(failure: Tagged & { readonly issues?: unknown }, more: M) => {
  const signedOut = failure._tag === "unauthorized";
  return data(
    { problem: failure.message, errors: fieldErrors(failure), signedOut, ...more },
    { status: signedOut ? 401 : 422 },
  );
};

/** A text field of a form, trimmed; empty where it is missing. */
export const formString = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/** The form of a request; who sends something else is told so. */
export const readForm = async (request: Request): Promise<FormData> => {
  try {
    return await request.formData();
  } catch {
    throw data({ message: "This address takes a form." }, { status: 400, statusText: "Bad Request" });
  }
};

const NOWHERE = "http://own.invalid";

/** A path of our own to go on to; anything else leads home, so no link can send a buyer elsewhere. */
export const safeRedirect = (asked: string | null): string => {
  if (asked === null || !asked.startsWith("/") || !URL.canParse(asked, NOWHERE)) return paths.home;
  // Browsers drop tabs and line ends and read a backslash as a slash: only what is left of that is judged.
  const url = new URL(asked, NOWHERE);
  return url.origin === NOWHERE && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : paths.home;
};
