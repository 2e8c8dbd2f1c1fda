import type { AccountMessage } from "./account-messages.ts";
import type { Account } from "./account.schema.ts";

export type { Account, LicenseeProfile, MemberRole, TeamRole } from "./account.schema.ts";

/** The shortest password, in characters. (ACC-02) */
export const MIN_PASSWORD_LENGTH = 6;

/** The longest password, in characters. (ACC-02) */
export const MAX_PASSWORD_LENGTH = 128;

/** The length of a password made up for a passwordless signup, in characters. (ACC-01) */
export const GENERATED_PASSWORD_LENGTH = 8;

/** The account that a person starts with: no license beyond the lowest, no plan, no team. (ACC-01) */
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

/** Whether an account can be used: support can lock it, and its owner can delete it. (ACC-03, ACC-07) */
export type AccountState = "open" | "locked" | "deleted";

/** The state of an account. One that was locked and then deleted is deleted. (ACC-03, ACC-07) */
export const accountState = (account: Pick<Account, "locked" | "deleted_at">): AccountState =>
  account.deleted_at !== null ? "deleted" : account.locked ? "locked" : "open";

/** Whether the owner of an account deleted it. (ACC-07) */
export const isDeleted = (account: Pick<Account, "locked" | "deleted_at">): boolean =>
  accountState(account) === "deleted";

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

/** What a team is called: the company that is licensed, else its administrator. (ACC-08) */
export const teamName = (
  owner: Parameters<typeof personName>[0],
  profile: { readonly company_name: string | null } | null,
): string => {
  const company = profile?.company_name?.trim() ?? "";
  return company === "" ? personName(owner) : company;
};

/** The part after the @ in lower case. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Domains of services that hand out throw-away addresses, in lower case. */
export type DisposableDomains = Pick<ReadonlySet<string>, "has">;

/** Whether an address belongs to a service of throw-away addresses, a subdomain of one included. (ACC-02) */
export const isDisposableEmail = (email: string, domains: DisposableDomains): boolean => {
  const labels = emailDomain(email.trim()).split(".");
  return labels.some((_, index) => domains.has(labels.slice(index).join(".")));
};

/** Why a password can't be chosen; null where it can. (ACC-02, ACC-04) */
export const passwordProblem = (password: string): "password_too_short" | "password_refused" | null => {
  if (password.length < MIN_PASSWORD_LENGTH) return "password_too_short";
  return password.length > MAX_PASSWORD_LENGTH ? "password_refused" : null;
};

/** What is wrong with an address, spaces around it aside; null where nothing is. (ACC-02, ACC-04) */
export const emailProblem = (email: string): "email_required" | "invalid_email" | null => {
  if (email.trim() === "") return "email_required";
  return isEmail(email.trim()) ? null : "invalid_email";
};

/** What is missing from a name. (ACC-02, ACC-07) */
export const nameProblems = (
  name: Pick<SignupForm, "first_name" | "last_name">,
): readonly ("first_name_required" | "last_name_required")[] => [
  ...(name.first_name.trim() === "" ? (["first_name_required"] as const) : []),
  ...(name.last_name.trim() === "" ? (["last_name_required"] as const) : []),
];

/** Everything that is wrong with a signup, in the order in which it is shown; empty when nothing is. (ACC-02) */
export const signupProblems = (form: SignupForm, disposable: DisposableDomains): readonly AccountMessage[] => {
  const password = form.password === null ? null : passwordProblem(form.password);
  const email = emailProblem(form.email);
  return [
    ...(isDisposableEmail(form.email, disposable) ? (["disposable_email"] as const) : []),
    ...(password === null ? [] : [password]),
    ...nameProblems(form),
    ...(email === null ? [] : [email]),
  ];
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
