import type { AccountMessage } from "./account-messages.ts";

export type { Account, LicenseeProfile, MemberRole, TeamRole } from "./account.schema.ts";

/** The shortest password, in characters. (ACC-02) */
export const MIN_PASSWORD_LENGTH = 6;

/** The length of a password made up for a passwordless signup, in characters. (ACC-01) */
export const GENERATED_PASSWORD_LENGTH = 8;

/** What a person types to sign up. A passwordless signup has no password. */
export interface SignupForm {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string | null;
}

/** Somebody's whole name; empty where nobody stated one. */
export const personName = (person: { readonly first_name: string | null; readonly last_name: string | null }): string =>
  `${person.first_name ?? ""} ${person.last_name ?? ""}`.trim();

/** The part after the @ in lower case. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Domains of services that hand out throw-away addresses, in lower case. */
export type DisposableDomains = Pick<ReadonlySet<string>, "has">;

/** Whether an address belongs to a service of throw-away addresses, a subdomain of one included. (ACC-02) */
export const isDisposableEmail = (email: string, domains: DisposableDomains): boolean => {
  const labels = emailDomain(email.trim()).split(".");
  return labels.some((_, index) => domains.has(labels.slice(index).join(".")));
};

/** Everything that is wrong with a signup, in the order in which it is shown; empty when nothing is. (ACC-02) */
export const signupProblems = (form: SignupForm, disposable: DisposableDomains): readonly AccountMessage[] => {
  const problems: AccountMessage[] = [];
  if (isDisposableEmail(form.email, disposable)) problems.push("disposable_email");
  if (form.password !== null && form.password.length < MIN_PASSWORD_LENGTH) problems.push("password_too_short");
  if (form.first_name.trim() === "") problems.push("first_name_required");
  if (form.last_name.trim() === "") problems.push("last_name_required");
  if (form.email.trim() === "") problems.push("email_required");
  else if (!isEmail(form.email.trim())) problems.push("invalid_email");
  return problems;
};

/** What is missing from a login. (ACC-03) */
export const loginProblems = (form: {
  readonly email: string;
  readonly password: string;
}): readonly AccountMessage[] => {
  const problems: AccountMessage[] = [];
  if (form.email.trim() === "") problems.push("email_required");
  if (form.password === "") problems.push("password_required");
  return problems;
};

/** Text, @, text, a dot, text: without spaces, another @, and what parts addresses in a list. (LIC-09) */
export const isEmail = (text: string): boolean => /^[^\s,;<>()"@]+@[^\s,;<>()"@]+\.[^\s,;<>()"@]+$/.test(text);

/** "Welcome", or "Welcome back, Ada" where the name is known. (ACC-03) */
export const welcomeText = (returning: { readonly first_name: string } | null): string =>
  returning === null || returning.first_name === "" ? "Welcome" : `Welcome back, ${returning.first_name}`;

/** What follows the greeting: an account whose e-mail was never confirmed is reminded. (ACC-03) */
export const loginNotice = (account: { readonly confirmed_at: string | null }): AccountMessage | null =>
  account.confirmed_at === null ? "unconfirmed" : null;
