import { ENTER_EMAIL_TEXT } from "./signup-messages.ts";
import { NO_TEAM_CREDITS_TEXT } from "./team-messages.ts";
import type { TeamRefusal } from "./team.ts";

/** Account, sign-up, and team messages by name. Text from the specification is verbatim, misspellings included. */
export const ACCOUNT_MESSAGES = {
  disposable_email: "Temporary email accounts are not allowed, please register using an appropriate email address.",
  password_too_short: "Passwords are not long enough",
  password_refused: "Choose a password of 6 to 128 characters.",
  password_common: "That password is one of the first that attackers try. Choose one that is harder to guess.",
  password_is_email: "Your password can't be your email address. Choose a different one.",
  first_name_hidden: "First name contains hidden characters. Type it again with letters, spaces, and punctuation.",
  last_name_hidden: "Last name contains hidden characters. Type it again with letters, spaces, and punctuation.",
  company_name_hidden: "Company name contains hidden characters. Type it again with letters, spaces, and punctuation.",
  address_hidden: "Address contains hidden characters. Type it again with letters, spaces, and punctuation.",
  field_hidden: "This field contains hidden characters. Type it again with letters, spaces, and punctuation.",
  first_name_required: "First name is required",
  last_name_required: "Last name is required",
  email_required: "Email is required",
  password_required: "Password is required",
  invalid_email: "Enter an email address such as name@example.com",
  email_taken: "This email already has an account. Sign in instead, or use another email.",
  field_required: "This field is required",
  invalid_email_address: "Invalid email address",
  must_agree: "You must agree to the terms",
  submission_failed: "An error occurred during submission. Please try again later.",
  invalid_credentials: "Invalid credentials",
  wrong_password: "Incorrect email and password combination.",
  enter_email_to_continue: ENTER_EMAIL_TEXT,
  signup_title: "Create Your Free Account",
  have_account: "Already have an account? Please Sign In",
  unconfirmed: "Your email address is not confirmed yet. Check that it is right: it is where we write to you.",
  reset_over: "This link sets no password any more. Have a new one sent.",
  current_password_wrong: "That is not your present password.",
  deletion_password: "That is not your password. You can have a new one set by mail.",
  confirmation_over: "This link confirms nothing any more. Sign in, then have a new one sent.",
  only_admins: "Only an administrator of the team can do that.",
  plan_has_no_team: "Your plan has no team. Choose a plan of a Startup or Enterprise license to invite others.",
  already_in_team: "You are in a team already. Leave it first.",
  has_own_plan: "You have a plan or a team of your own. End it first: in a team you work under its plan.",
  invitation_over: "This invitation was taken back or has been used. Ask for a new one.",
  team_may_not_spend:
    "Your account is not authorized to spend credits of this team. Please reach out to your account administrator.",
  not_a_member: "That person is not in your team.",
  team_may_not_change_plan:
    "Your account is not authorized to buy make subscription changes for this team. To upgrade your " +
    "plan, please reach out to your account administrator.",
  team_may_not_buy_credits: NO_TEAM_CREDITS_TEXT,
} as const;

/** A key of `ACCOUNT_MESSAGES`. Domain functions return keys, and callers look up the text. */
export type AccountMessage = keyof typeof ACCOUNT_MESSAGES;

/** Returns the message that a locked-out customer sees, with the support address to contact. */
export const lockedMessage = (supportEmail: string): string =>
  `Your account is currently locked. To regain access, please contact our team at ${supportEmail}.`;

/** Returns the message for a rejected team change, such as an invitation without a free seat. */
export const teamRefusalMessage = (refusal: TeamRefusal): string => {
  switch (refusal._tag) {
    case "OnlyAdmins":
      return ACCOUNT_MESSAGES.only_admins;
    case "PlanHasNoTeam":
      return ACCOUNT_MESSAGES.plan_has_no_team;
    case "TeamFull":
      return `All ${refusal.seats} seats of your team are taken. Remove someone, or take an invitation back.`;
    case "NotAMember":
      return ACCOUNT_MESSAGES.not_a_member;
    case "AlreadyInTeam":
      return ACCOUNT_MESSAGES.already_in_team;
    case "HasOwnPlan":
      return ACCOUNT_MESSAGES.has_own_plan;
    case "InvitedAnother":
      return `This invitation is for ${refusal.email}. Sign in with that address to accept it.`;
  }
};

/** Returns the messages with these names on one line, separated by "/ " as the specification requires. (ACC-02) */
export const joinMessages = (names: readonly AccountMessage[]): string =>
  names.map((name) => ACCOUNT_MESSAGES[name]).join("/ ");

/**
 * Returns the error to show for a failed login. Wrong credentials always get the same message, so that it doesn't
 * reveal whether the account exists. Other failures show the server's message. (ACC-03)
 */
export const loginFailureText = (failure: { readonly _tag: string; readonly message: string }): string =>
  failure._tag === "unauthorized" ? ACCOUNT_MESSAGES.invalid_credentials : failure.message;
