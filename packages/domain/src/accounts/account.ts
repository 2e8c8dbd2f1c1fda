import { characterCount } from "../kernel/characters.ts";
import { emailDomain, isEmail } from "../kernel/email-address.ts";
import { hidesCharacters } from "../kernel/shown-name.ts";
import type { AccountMessage } from "./account-messages.ts";
import type { Account } from "./account.schema.ts";
import { type CommonPasswords, NO_LIST, isGuessedFirst, isOwnAddress } from "./password.ts";

export type { Account, LicenseeProfile, MemberRole, TeamRole } from "./account.schema.ts";

export type { CommonPasswords } from "./password.ts";

/** The minimum password length, in characters. */
export const MIN_PASSWORD_LENGTH = 6;

/** The maximum password length, in characters. */
export const MAX_PASSWORD_LENGTH = 128;

/** The length of the generated password of a passwordless signup, in characters. */
export const GENERATED_PASSWORD_LENGTH = 8;

/**
 * Returns a new account: unconfirmed, without a team or a minimum license. Pass false as `free_subscriber` for a
 * passwordless signup.
 */
export const newAccount = (
  person: Pick<Account, "id" | "email" | "first_name" | "last_name" | "created_at">,
  free_subscriber = true,
): Account => ({
  id: person.id,
  email: person.email,
  first_name: person.first_name,
  last_name: person.last_name,
  free_subscriber,
  min_license_id: null,
  should_see_confirm_license: false,
  should_see_manage_subscription: false,
  stripe_customer_token: null,
  locked: false,
  confirmed_at: null,
  created_at: person.created_at,
  deleted_at: null,
  team_id: null,
  team_role: null,
});

/** New values for fields of an account that can simply be overwritten. The others change only under conditions. */
export type AccountValues = Partial<
  Omit<
    Account,
    | ("id" | "email" | "created_at")
    | ("confirmed_at" | "deleted_at" | "stripe_customer_token" | "should_see_manage_subscription")
    | ("team_id" | "team_role")
  >
>;

/** Whether an account can be used. Support can lock it, and its owner can delete it. */
export type AccountState = "open" | "locked" | "deleted";

/** Returns the state of an account. Deletion takes precedence over a lock. */
export const accountState = (account: Pick<Account, "locked" | "deleted_at">): AccountState =>
  account.deleted_at !== null ? "deleted" : account.locked ? "locked" : "open";

/** Returns whether the owner deleted the account, even if support had locked it before. */
export const isDeleted = (account: Pick<Account, "locked" | "deleted_at">): boolean =>
  accountState(account) === "deleted";

/** The sign-up form. `password` is null for a passwordless signup. */
export interface SignupForm {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string | null;
}

/** Returns a person's full name, or an empty string if they gave none. */
export const personName = (person: { readonly first_name: string | null; readonly last_name: string | null }): string =>
  `${person.first_name ?? ""} ${person.last_name ?? ""}`.trim();

/**
 * Returns a team's display name: the company on its licensee profile, or the administrator's name if there is no
 * company.
 */
export const teamName = (
  owner: Parameters<typeof personName>[0],
  profile: { readonly company_name: string | null } | null,
): string => {
  const company = profile?.company_name?.trim() ?? "";
  return company === "" ? personName(owner) : company;
};

/** The domains of disposable email services, in lowercase. */
export type DisposableDomains = Pick<ReadonlySet<string>, "has">;

/** Returns whether an email address uses the domain of a disposable email service or one of its subdomains. */
export const isDisposableEmail = (email: string, domains: DisposableDomains): boolean => {
  const labels = emailDomain(email).split(".");
  return labels.some((_, index) => domains.has(labels.slice(index).join(".")));
};

/**
 * Returns the error for an account's new password, or null if the password is valid. `common` adds to the built-in list
 * of common passwords.
 */
export const passwordProblem = (
  password: string,
  email: string,
  common: CommonPasswords = NO_LIST,
): "password_too_short" | "password_refused" | "password_common" | "password_is_email" | null => {
  const length = characterCount(password.normalize("NFC"));
  if (length < MIN_PASSWORD_LENGTH) return "password_too_short";
  if (length > MAX_PASSWORD_LENGTH) return "password_refused";
  if (isOwnAddress(password, email)) return "password_is_email";
  return isGuessedFirst(password, common) ? "password_common" : null;
};

/** Returns the error for an email address, ignoring surrounding whitespace, or null if it is valid. */
export const emailProblem = (email: string): "email_required" | "invalid_email" | null => {
  if (email.trim() === "") return "email_required";
  return isEmail(email) ? null : "invalid_email";
};

/** Returns the error for one part of a name, or null if it is valid. */
export const nameProblem = <Part extends "first_name" | "last_name">(
  part: Part,
  name: string,
): `${Part}_required` | `${Part}_hidden` | null => {
  if (name.trim() === "") return `${part}_required`;
  return hidesCharacters(name) ? `${part}_hidden` : null;
};

/** Returns an error for each part of the name that is blank or contains hidden characters. */
export const nameProblems = (name: Pick<SignupForm, "first_name" | "last_name">) =>
  [nameProblem("first_name", name.first_name), nameProblem("last_name", name.last_name)].filter(
    (problem) => problem !== null,
  );

/** Returns all errors in a sign-up form, in display order; empty if it is valid. (ACC-02) */
export const signupProblems = (
  form: SignupForm,
  disposable: DisposableDomains,
  common: CommonPasswords = NO_LIST,
): readonly AccountMessage[] => {
  const password = form.password === null ? null : passwordProblem(form.password, form.email, common);
  const email = emailProblem(form.email);
  return [
    ...(isDisposableEmail(form.email, disposable) ? (["disposable_email"] as const) : []),
    ...(password === null ? [] : [password]),
    ...nameProblems(form),
    ...(email === null ? [] : [email]),
  ];
};

/** Returns an error for each blank field of a login form. */
export const loginProblems = (form: {
  readonly email: string;
  readonly password: string;
}): readonly AccountMessage[] => {
  const problems: AccountMessage[] = [];
  if (form.email.trim() === "") problems.push("email_required");
  if (form.password === "") problems.push("password_required");
  return problems;
};

/** Returns the greeting: "Welcome back, Ada" for a returning customer whose name is known, or else "Welcome". */
export const welcomeText = (returning: { readonly first_name: string } | null): string =>
  returning === null || returning.first_name === "" ? "Welcome" : `Welcome back, ${returning.first_name}`;

/**
 * Returns the reminder to show below the greeting while the email address is unconfirmed, or null once it is confirmed.
 */
export const loginNotice = (account: { readonly confirmed_at: string | null }): AccountMessage | null =>
  account.confirmed_at === null ? "unconfirmed" : null;
